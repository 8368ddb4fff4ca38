import barCodes from "bwip-js/node";
import QRCode from "qrcode";

/** Path data of a QR code of `text`, `side` points wide and high, from the corner 0, 0; no quiet zone. */
export function qrPath(text: string, side: number): string {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: "M" }).modules;
  const unit = side / size;
  const at = (modules: number) => Math.round(modules * unit * 1000) / 1000;
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      let end = x + 1;
      while (end < size && data[y * size + end]) end++;
      path += `M${at(x)} ${at(y)}H${at(end)}V${at(y + 1)}H${at(x)}z`;
      x = end;
    }
  }
  return path;
}

/** Path data of a Code 128 bar code of `text` (ASCII), `width` × `height` points, from the corner 0, 0. */
export function barPath(text: string, width: number, height: number): string {
  // The export named `raw` is another thing, a symbology of that name.
  const [code] = barCodes.raw({ bcid: "code128", text });
  if (!code || !("sbs" in code)) throw new Error("no bar code was drawn");
  const modules = code.sbs.reduce((sum, each) => sum + each, 0);
  const unit = width / modules;
  let x = 0;
  let path = "";
  code.sbs.forEach((each, i) => {
    const [from, to] = [x * unit, (x + each) * unit];
    if (i % 2 === 0) path += `M${from.toFixed(3)} 0H${to.toFixed(3)}V${height}H${from.toFixed(3)}z`;
    x += each;
  });
  return path;
}

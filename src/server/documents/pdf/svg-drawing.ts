type Attributes = ReadonlyMap<string, string>;

/** What draws: a document, or as much of one as a drawing needs. */
type Canvas = PDFKit.PDFDocument;

const INHERITED =
  /^(fill|stroke|stroke-width|fill-opacity|stroke-opacity|stroke-linecap|fill-rule)$/;

function attributesOf(text: string): Attributes {
  return new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, name, value]) => [name, value] as [string, string],
    ),
  );
}

function paintPath(canvas: Canvas, values: Attributes): void {
  const fill = values.get("fill") ?? "#000";
  const stroke = values.get("stroke") ?? "none";
  const hasFill = fill !== "none";
  const hasStroke = stroke !== "none";
  if (!hasFill && !hasStroke) return;
  canvas.path(values.get("d") ?? "");
  if (hasFill) canvas.fillOpacity(Number(values.get("fill-opacity") ?? 1));
  if (hasStroke) {
    canvas
      .strokeOpacity(Number(values.get("stroke-opacity") ?? 1))
      .lineWidth(Number(values.get("stroke-width") ?? 1))
      .lineCap(values.get("stroke-linecap") ?? "butt");
  }
  const rule = values.get("fill-rule") === "evenodd" ? "even-odd" : "non-zero";
  if (hasFill && hasStroke) canvas.fillAndStroke(fill, stroke, rule);
  else if (hasFill) canvas.fill(fill, rule);
  else canvas.stroke(stroke);
}

/**
 * Draws one of our own pictures (src/lib/art): groups and paths with colours as #rrggbb, groups scaled
 * by `scale(.5)` alone. One unit is a point; the caller moves and scales the canvas.
 */
export function drawSvg(canvas: Canvas, picture: string): void {
  const outer: Attributes[] = [new Map()];
  for (const [, isEnd, tag, text = "", isEmpty] of picture.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (isEnd) {
      outer.pop();
      canvas.restore();
      continue;
    }
    const own = attributesOf(text);
    const inherited = [...(outer.at(-1) ?? [])].filter(([name]) => INHERITED.test(name));
    const values: Attributes = new Map([...inherited, ...own]);
    canvas.save();
    const scale = /^scale\(([\d.]+)\)$/.exec(own.get("transform") ?? "")?.[1];
    if (scale) canvas.scale(Number(scale));
    if (tag === "path") paintPath(canvas, values);
    if (isEmpty) canvas.restore();
    else outer.push(values);
  }
}

import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState } from "react";
import "./pdf-pages.css";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Tables for Chinese types that a file names without carrying them, as receipts of banks do. */
const TABLES = import.meta.glob<string>(
  "/node_modules/pdfjs-dist/cmaps/{Adobe-GB1,UniGB,GBK,GB-}*.bcmap",
  { query: "?url&no-inline", import: "default", eager: true },
);

/** What the reader asks for by name while it reads a file. */
class Tables {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = TABLES[`/node_modules/pdfjs-dist/cmaps/${filename}`];
    if (!address) throw new Error(`there is no ${filename}`);
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }
}

/** More is nobody's evidence: the rest is in the file, which can be fetched. */
const MAX_PAGES = 30;

/** Sharper than the screen asks for costs memory alone. */
const MAX_RATIO = 2;

async function open(url: string, signal: AbortSignal) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`the file is answered with ${answer.status}`);
  const data = new Uint8Array(await answer.arrayBuffer());
  return getDocument({
    data,
    BinaryDataFactory: Tables,
    useWorkerFetch: false,
    enableXfa: false,
    useWasm: false,
  });
}

/**
 * The pages of a PDF drawn as pictures: nothing of the file runs, and no plug-in of the browser is asked.
 * `zoom`: width in percent of the place; `turn`: degrees, clockwise.
 */
export default function PdfPages({
  url,
  label,
  zoom,
  turn,
}: {
  url: string;
  label: string;
  zoom: number;
  turn: number;
}) {
  const [file, setFile] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    let close = () => {};
    setFile(undefined);
    setBroken(false);
    open(url, stop.signal)
      .then((task) => {
        close = () => void task.destroy();
        if (stop.signal.aborted) close();
        return task.promise;
      })
      .then(
        (opened) => {
          if (!stop.signal.aborted) setFile(opened);
        },
        () => {
          if (!stop.signal.aborted) setBroken(true);
        },
      );
    return () => {
      stop.abort();
      close();
    };
  }, [url]);
  const link = (
    <a className="o-link" href={url} target="_blank" rel="noopener noreferrer">
      下载后查看
    </a>
  );
  if (isBroken) return <p role="alert">这份 PDF 无法在这里显示（可能已加密或损坏），请{link}</p>;
  if (!file) return <p className="o-note">正在打开…</p>;
  const shown = Math.min(file.numPages, MAX_PAGES);
  return (
    <div className="pdf-pages">
      {Array.from({ length: shown }, (_, at) => (
        <Page
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no name but their place
          key={at}
          file={file}
          number={at + 1}
          label={`${label}，第 ${at + 1} 页，共 ${file.numPages} 页`}
          zoom={zoom}
          turn={turn}
        />
      ))}
      {file.numPages > shown && (
        <p>
          共 {file.numPages} 页，这里显示前 {shown} 页，其余请{link}
        </p>
      )}
    </div>
  );
}

function Page({
  file,
  number,
  label,
  zoom,
  turn,
}: {
  file: PDFDocumentProxy;
  number: number;
  label: string;
  zoom: number;
  turn: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width that is drawn for follows from the zoom
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await file.getPage(number);
      const place = canvas.current;
      if (!place || isGone) return;
      const rotation = (page.rotate + turn) % 360;
      const [plain, width] = [page.getViewport({ scale: 1, rotation }), place.clientWidth];
      const ratio = Math.min(window.devicePixelRatio, MAX_RATIO);
      const viewport = page.getViewport({ scale: (width * ratio) / plain.width, rotation });
      place.width = viewport.width;
      place.height = viewport.height;
      const drawing = page.render({ canvas: place, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
      if (!isGone) place.dataset.drawn = "true";
    };
    draw().catch(() => {
      if (!isGone) setBroken(true);
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [file, number, turn, zoom]);
  if (isBroken) return <p>第 {number} 页无法显示</p>;
  return <canvas ref={canvas} role="img" aria-label={label} style={{ width: `${zoom}%` }} />;
}

import {
  FileImageOutlined,
  FilePdfOutlined,
  FullscreenOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useRef, useState } from "react";
import type { EvidenceFile } from "./evidence-files.ts";

// A reader of its own, for the pages that show such papers alone.
const PdfPages = lazy(() => import("#src/office/pdf/pdf-pages.tsx"));

const ZOOMS = [50, 75, 100, 125, 150, 200, 300, 400];

/** The paper that is looked at: larger, smaller, turned, on the whole screen. */
export function Evidence({
  files,
  chosen,
}: {
  files: readonly EvidenceFile[];
  chosen: EvidenceFile | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(100);
  const [turn, setTurn] = useState(0);
  const step = (by: 1 | -1) =>
    setZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(zoom) + by))] ?? zoom);
  const isPicture = chosen !== undefined && !chosen.isPdf;
  const isShown = chosen !== undefined;
  return (
    <section ref={frame} className="o-block sr-evidence" aria-labelledby="sr-evidence">
      <div className="o-block-head">
        <h2 id="sr-evidence">{chosen?.label ?? "材料"}</h2>
        {chosen && (
          <span className="sr-tools">
            <span className="o-note">
              {files.indexOf(chosen) + 1} / {files.length}
            </span>
            <Button
              type="text"
              size="small"
              icon={<ZoomOutOutlined aria-hidden />}
              aria-label="缩小"
              disabled={!isShown || zoom === ZOOMS[0]}
              onClick={() => step(-1)}
            />
            <span className="o-note" role="status">
              {zoom}%
            </span>
            <Button
              type="text"
              size="small"
              icon={<ZoomInOutlined aria-hidden />}
              aria-label="放大"
              disabled={!isShown || zoom === ZOOMS.at(-1)}
              onClick={() => step(1)}
            />
            <Button
              type="text"
              size="small"
              icon={<RotateRightOutlined aria-hidden />}
              aria-label="顺时针旋转"
              disabled={!isShown}
              onClick={() => setTurn((turn + 90) % 360)}
            />
            <Button
              type="text"
              size="small"
              icon={<FullscreenOutlined aria-hidden />}
              aria-label="全屏"
              onClick={() => void frame.current?.requestFullscreen().catch(() => undefined)}
            />
          </span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a paper that is larger than its place is scrolled by keys */}
      <section className="sr-paper" tabIndex={0} aria-label="材料内容">
        {!chosen && <p className="o-note">没有可以查看的材料</p>}
        {isPicture && (
          <img
            src={chosen.url}
            alt={chosen.label}
            style={{ width: `${zoom}%`, transform: `rotate(${turn}deg)` }}
          />
        )}
        {chosen?.isPdf && (
          <Suspense fallback={<p className="o-note">正在打开…</p>}>
            <PdfPages url={chosen.url} label={chosen.label} zoom={zoom} turn={turn} />
          </Suspense>
        )}
      </section>
    </section>
  );
}

/** All papers of an application, one chip each. */
export function FileChips({
  files,
  chosen,
  onChoose,
}: {
  files: readonly EvidenceFile[];
  chosen: EvidenceFile | undefined;
  onChoose: (file: EvidenceFile) => void;
}) {
  if (files.length === 0) return <p className="o-note">没有上传材料</p>;
  return (
    <ul className="sr-files">
      {files.map((file) => (
        <li key={file.key}>
          <button
            type="button"
            aria-pressed={file.key === chosen?.key}
            onClick={() => onChoose(file)}
          >
            {file.isPdf ? <FilePdfOutlined aria-hidden /> : <FileImageOutlined aria-hidden />}{" "}
            {file.label}
          </button>
        </li>
      ))}
    </ul>
  );
}

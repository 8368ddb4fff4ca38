import { FileTextOutlined, PlayCircleOutlined } from "@ant-design/icons";
import { Checkbox } from "antd";
import type { KeyboardEvent } from "react";
import { KIND_TEXTS, type LibraryFile } from "#src/lib/upload/library.ts";
import { extensionOf, sizeText } from "#src/lib/upload/upload-rules.ts";
import { thumbOf } from "./library.ts";
import "./media.css";

/** `1920 × 1080`, or the kind of a file that has no pixels. */
export const measureOf = ({ width, height, kind }: LibraryFile): string =>
  width > 0 ? `${width} × ${height}` : KIND_TEXTS[kind];

/**
 * Files as tiles: a button each, with a box to choose several. The arrows go from tile to tile, X
 * ticks, Enter opens.
 */
export function MediaGrid({
  files,
  selected,
  hasBoxes,
  isStale = false,
  onTick,
  onOpen,
}: {
  files: readonly LibraryFile[];
  selected: ReadonlySet<number>;
  hasBoxes: boolean;
  isStale?: boolean;
  onTick: (file: LibraryFile, isOn: boolean) => void;
  onOpen: (file: LibraryFile) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const tile = (event.target as HTMLElement).closest("li");
    if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
    const tiles = [...event.currentTarget.children] as HTMLElement[];
    const at = tiles.indexOf(tile);
    const go = (to: number) => {
      tiles[to]?.querySelector<HTMLElement>(".md-open")?.focus();
      event.preventDefault();
    };
    // As many as stand in the first row.
    const columns = tiles.filter((each) => each.offsetTop === tiles[0]?.offsetTop).length;
    const file = files[at];
    if (event.key === "ArrowRight") go(at + 1);
    else if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowDown") go(at + columns);
    else if (event.key === "ArrowUp") go(at - columns);
    else if (event.key.toLowerCase() === "x" && hasBoxes && file) {
      onTick(file, !selected.has(file.fileId));
      event.preventDefault();
    }
  };
  return (
    <ul className="md-grid" aria-busy={isStale} onKeyDown={onKeyDown}>
      {files.map((file) => (
        <li key={file.fileId} data-selected={selected.has(file.fileId) || undefined}>
          <button type="button" data-row className="md-open" onClick={() => onOpen(file)}>
            <Thumb file={file} />
            <span className="md-name" title={file.name}>
              {file.name}
            </span>{" "}
            <span className="md-facts">
              {measureOf(file)} <span>{sizeText(file.bytes)}</span>
            </span>
          </button>
          {hasBoxes && (
            <Checkbox
              className="md-box"
              tabIndex={-1}
              aria-label={`选择「${file.name}」`}
              checked={selected.has(file.fileId)}
              onChange={(event) => onTick(file, event.target.checked)}
            />
          )}
          {file.kind === "picture" && !file.alt && <i className="md-mark">缺替代文字</i>}
        </li>
      ))}
    </ul>
  );
}

/** A picture small, or a sign of what the file is. */
export function Thumb({ file }: { file: LibraryFile }) {
  if (file.kind === "picture") {
    return (
      <span className="md-thumb">
        <img src={thumbOf(file)} alt="" loading="lazy" decoding="async" draggable={false} />
      </span>
    );
  }
  const Icon = file.kind === "video" ? PlayCircleOutlined : FileTextOutlined;
  return (
    <span className="md-thumb md-sign">
      <Icon aria-hidden />
      <b>{extensionOf(file.name).toUpperCase()}</b>
    </span>
  );
}

import { Checkbox } from "antd";
import type { LibraryFile } from "#src/lib/upload/library.ts";
import { extensionOf, sizeText } from "#src/lib/upload/upload-rules.ts";

/** Documents as rows: of them one wants to read the whole name. */
export function DocumentTable({
  files,
  selected,
  hasBoxes,
  isStale,
  onTick,
  onOpen,
}: {
  files: readonly LibraryFile[];
  selected: ReadonlySet<number>;
  hasBoxes: boolean;
  isStale: boolean;
  onTick: (file: LibraryFile, isOn: boolean) => void;
  onOpen: (file: LibraryFile) => void;
}) {
  return (
    <table className="cr-table fl-table" aria-busy={isStale}>
      <thead>
        <tr>
          {hasBoxes && (
            <th className="cr-check">
              <span className="o-hidden">选择</span>
            </th>
          )}
          <th>名称</th>
          <th>类型</th>
          <th className="cr-number">大小</th>
          <th className="fl-wide">上传人</th>
          <th className="fl-wide">上传时间</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.fileId} data-selected={selected.has(file.fileId) || undefined}>
            {hasBoxes && (
              <td className="cr-check">
                <Checkbox
                  aria-label={`选择「${file.name}」`}
                  checked={selected.has(file.fileId)}
                  onChange={(event) => onTick(file, event.target.checked)}
                />
              </td>
            )}
            <td className="fl-name">
              <button type="button" data-row className="o-link fl-row" onClick={() => onOpen(file)}>
                {file.name}
              </button>
            </td>
            <td>
              <span className="o-kind">{extensionOf(file.name).toUpperCase()}</span>
            </td>
            <td className="cr-number">{sizeText(file.bytes)}</td>
            <td className="fl-wide">{file.createBy || "—"}</td>
            <td className="fl-wide">{file.createTime.slice(0, 16)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

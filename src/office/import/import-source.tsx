import { FileExcelOutlined, InboxOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type DragEvent, useId, useState } from "react";
import { sizeText } from "#src/lib/text/bytes.ts";

/** Where the workbook of an import comes from: dragged here or chosen, and chosen again. */
export function ImportSource({
  file,
  onTake,
  onTemplate,
}: {
  file: File | undefined;
  onTake: (file: File) => void;
  onTemplate: () => void;
}) {
  const inputId = useId();
  const [isOver, setOver] = useState(false);
  const take = (chosen: File | undefined) => chosen && onTake(chosen);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const field = (
    <input
      id={inputId}
      className="o-hidden"
      type="file"
      accept=".xlsx"
      onChange={(event) => {
        take(event.target.files?.[0]);
        // The same file can be chosen again after it was mended.
        event.target.value = "";
      }}
    />
  );
  const template = (
    <Button type="link" size="small" onClick={onTemplate}>
      下载模板
    </Button>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way; the label below is the first
    <div
      className="cr-drop"
      data-chosen={file !== undefined || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {file ? (
        <>
          <FileExcelOutlined aria-hidden />
          <strong>
            {file.name}（{sizeText(file.size)}）
          </strong>
          <label htmlFor={inputId}>
            <span>重新选择文件</span>
          </label>
          {template}
        </>
      ) : (
        <>
          <InboxOutlined aria-hidden />
          <label htmlFor={inputId}>
            将文件拖到此处，或 <span>点击选择</span>
          </label>
          <p className="o-note">
            支持 xlsx 格式，不超过 5 MB；旧版 xls 文件请先在 Excel 中另存为 xlsx。{template}
          </p>
        </>
      )}
      {field}
    </div>
  );
}

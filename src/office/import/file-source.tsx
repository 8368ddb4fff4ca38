import { InboxOutlined } from "@ant-design/icons";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { sizeText } from "#src/lib/text/bytes.ts";
import "./file-source.css";

/** Where the file of an import comes from: dragged here or chosen, and chosen again. */
export function FileSource({
  file,
  icon,
  accept,
  label,
  hint,
  aside,
  onTake,
}: {
  file: File | undefined;
  /** Stands before the name of the chosen file. */
  icon: ReactNode;
  accept: string;
  /** Name of the file field, where the words beside it do not say enough. */
  label?: string;
  /** What is taken; shown until a file is chosen. */
  hint: ReactNode;
  /** Beside the chosen file. */
  aside?: ReactNode;
  onTake: (file: File) => void;
}) {
  const inputId = useId();
  const [isOver, setOver] = useState(false);
  const take = (chosen: File | undefined) => chosen && onTake(chosen);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
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
          {icon}
          <strong>
            {file.name}（{sizeText(file.size)}）
          </strong>
          <label htmlFor={inputId}>
            <span>重新选择文件</span>
          </label>
          {aside}
        </>
      ) : (
        <>
          <InboxOutlined aria-hidden />
          <label htmlFor={inputId}>
            将文件拖到此处，或 <span>点击选择</span>
          </label>
          <p className="o-note">{hint}</p>
        </>
      )}
      <input
        id={inputId}
        className="o-hidden"
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again after it was mended.
          event.target.value = "";
        }}
      />
    </div>
  );
}

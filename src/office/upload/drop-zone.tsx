import { type ReactNode, useRef, useState } from "react";

/**
 * A box that takes files by a button, by dropping them on it and by pasting while the focus is in it.
 * The button is the keyboard's and the screen reader's way.
 */
export function DropZone({
  id,
  label,
  accept,
  hasMany,
  isDisabled = false,
  className,
  onFiles,
  children,
}: {
  id?: string | undefined;
  /** Name of the file field behind the button. */
  label: string;
  accept: string;
  hasMany: boolean;
  isDisabled?: boolean;
  className: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const give = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (!isDisabled && files.length > 0) onFiles(files);
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className={className}
        data-over={isOver || undefined}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          give(event.dataTransfer.files);
        }}
        onPaste={(event) => give(event.clipboardData.files)}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        // Forms of Ant Design show an element that is merely hidden.
        style={{ display: "none" }}
        aria-label={label}
        accept={accept}
        multiple={hasMany}
        onChange={(event) => {
          give(event.target.files);
          event.target.value = "";
        }}
      />
    </>
  );
}

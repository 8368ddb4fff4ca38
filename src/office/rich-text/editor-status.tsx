import type { ReactNode } from "react";
import type { EditorFacts } from "./editor-facts.ts";

/** The bar below the text: its length, uploads under way, missing descriptions. */
export function EditorStatus({
  facts,
  going,
  keysId,
  onMissing,
  children,
}: {
  facts: EditorFacts | undefined;
  /** Uploads under way. */
  going: number;
  /** Of the hint that describes the text. */
  keysId: string;
  /** Goes to the first picture without words. */
  onMissing: (pos: number) => void;
  children?: ReactNode;
}) {
  const { characters = 0, selected = 0, pictures = 0, missingAlt = 0 } = facts ?? {};
  return (
    <div className="rt-status">
      <span>
        {characters.toLocaleString("en-US")} 字
        {selected > 0 && `（选中 ${selected.toLocaleString("en-US")} 字）`}
      </span>
      <span>{pictures} 图</span>
      <span role="status">{going > 0 ? `正在上传 ${going} 个文件…` : ""}</span>
      {missingAlt > 0 && (
        <button
          type="button"
          className="rt-missing"
          onClick={() => onMissing(facts?.firstMissing ?? -1)}
        >
          图片缺说明 {missingAlt}
        </button>
      )}
      {children}
      <span className="rt-keys" id={keysId}>
        Alt F10 到工具栏，Esc 回正文
      </span>
    </div>
  );
}

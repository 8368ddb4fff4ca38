import { closeHistory } from "@tiptap/pm/history";
import type { Editor } from "@tiptap/react";
import { Button } from "antd";
import { Strip } from "./strips.tsx";
import { type TidyChange, type TidyOptions, tidied } from "./tidy.ts";

/** Tidies the whole text in one step that can be undone. @returns its changes. */
export function tidyText(editor: Editor, options: TidyOptions): TidyChange[] {
  const { doc, changes } = tidied(editor.getJSON(), options);
  if (changes.length === 0) return changes;
  const { schema } = editor;
  editor
    .chain()
    .command(({ tr }) => {
      closeHistory(tr);
      tr.replaceWith(0, tr.doc.content.size, schema.nodeFromJSON(doc).content);
      return true;
    })
    .run();
  return changes;
}

/** The changes of 一键排版, a button to undo them, and a change that it makes on request alone. */
export function TidyStrip({
  editor,
  changes,
  onMore,
  onDone,
}: {
  editor: Editor;
  changes: readonly TidyChange[];
  onMore: (changes: TidyChange[]) => void;
  onDone: () => void;
}) {
  const text = changes.map(({ what, count }) => `${what} ${count} 处`).join("，");
  return (
    <Strip label="一键排版" editor={editor} onLeave={onDone}>
      <span role="status" className="rt-said">
        {text || "没有需要整理的地方"}
      </span>
      <span className="rt-strip-buttons">
        {changes.length > 0 && (
          <Button
            onClick={() => {
              editor.chain().focus().undo().run();
              onDone();
            }}
          >
            撤销排版
          </Button>
        )}
        <Button onClick={() => onMore(tidyText(editor, { isIndented: true, hasHeadings: true }))}>
          把“一、”“（一）”开头的短行转为标题
        </Button>
      </span>
      <Button type="text" onClick={onDone}>
        关闭
      </Button>
    </Strip>
  );
}

import type { Editor } from "@tiptap/react";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import type { EditorFacts } from "./editor-facts.ts";
import { type Openers, toolGroups } from "./tools.tsx";

const BLOCKS = [
  ["0", "正文"],
  ["2", "二级标题"],
  ["3", "三级标题"],
  ["4", "四级标题"],
] as const;

/** ← and → at both ends go round, Home and End go to them (the pattern of role=toolbar). */
const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** The tools above the text: one stop for Tab, arrows inside, Esc back to the text. */
export function ToolBar({
  editor,
  facts,
  bar,
  textId,
  openers,
}: {
  editor: Editor;
  facts: EditorFacts;
  bar: Ref<HTMLDivElement>;
  textId: string;
  openers: Openers;
}) {
  const [stop, setStop] = useState(0);
  const isPointed = useRef(false);
  const groups = toolGroups(editor, facts, openers);
  let index = 0;

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      editor.commands.focus();
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
    const next = step(stop, tools.length);
    setStop(next);
    tools[next]?.focus();
  };

  const place = () => {
    const own = index++;
    return { "data-tool": own, tabIndex: own === stop ? 0 : -1, onFocus: () => setStop(own) };
  };

  return (
    <div
      ref={bar}
      className="rt-bar"
      role="toolbar"
      aria-label="格式工具"
      aria-controls={textId}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, order) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
        <span className="rt-group" key={order}>
          {order === 1 && (
            <select
              aria-label="段落样式"
              value={facts.block}
              {...place()}
              onPointerDown={() => {
                isPointed.current = true;
              }}
              onKeyDown={() => {
                isPointed.current = false;
              }}
              onChange={({ target }) => {
                setBlock(editor, Number(target.value));
                // The arrows go through the styles; whoever points at one wants to write in it.
                if (isPointed.current) editor.commands.focus();
              }}
            >
              {BLOCKS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
          {group.map(({ label, icon, run, isOn, isOff = false, words }) => (
            <button
              key={label}
              type="button"
              title={label}
              aria-label={label}
              aria-pressed={isOn}
              aria-disabled={isOff}
              {...place()}
              // The text keeps its selection, and a phone its keyboard.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                if (!isOff) run();
              }}
            >
              {icon}
              {words && <span>{words}</span>}
            </button>
          ))}
        </span>
      ))}
    </div>
  );
}

function setBlock(editor: Editor, level: number): void {
  if (level === 2 || level === 3 || level === 4) editor.chain().setHeading({ level }).run();
  else editor.chain().setParagraph().run();
}

import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  FormatPainterOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from "@ant-design/icons";
import type { Editor } from "@tiptap/react";
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import type { EditorFacts } from "./editor-facts.ts";
import { tidied } from "./tidy.ts";

type Tool = {
  label: string;
  icon: ReactNode;
  run: () => void;
  /** undefined: no toggle. */
  isOn?: boolean;
  isOff?: boolean;
  /** Words beside the icon. */
  words?: string;
};

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
  onLink,
  onPicture,
}: {
  editor: Editor;
  facts: EditorFacts;
  bar: Ref<HTMLDivElement>;
  textId: string;
  onLink: () => void;
  onPicture: () => void;
}) {
  const [stop, setStop] = useState(0);
  const isPointed = useRef(false);
  const groups = groupsOf(editor, facts, onLink, onPicture);
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

function groupsOf(
  editor: Editor,
  facts: EditorFacts,
  onLink: () => void,
  onPicture: () => void,
): Tool[][] {
  const chain = () => editor.chain().focus();
  const align = (to: "left" | "center" | "right") => () =>
    to === "left" ? chain().unsetTextAlign().run() : chain().setTextAlign(to).run();
  return [
    [
      {
        label: "撤销（Ctrl Z）",
        icon: <UndoOutlined aria-hidden />,
        isOff: !facts.canUndo,
        run: () => chain().undo().run(),
      },
      {
        label: "重做（Ctrl Shift Z）",
        icon: <RedoOutlined aria-hidden />,
        isOff: !facts.canRedo,
        run: () => chain().redo().run(),
      },
    ],
    [],
    [
      {
        label: "加粗（Ctrl B）",
        icon: <BoldOutlined aria-hidden />,
        isOn: facts.isBold,
        run: () => chain().toggleBold().run(),
      },
      {
        label: "斜体（Ctrl I）",
        icon: <ItalicOutlined aria-hidden />,
        isOn: facts.isItalic,
        run: () => chain().toggleItalic().run(),
      },
      {
        label: "下划线（Ctrl U）",
        icon: <UnderlineOutlined aria-hidden />,
        isOn: facts.isUnderline,
        run: () => chain().toggleUnderline().run(),
      },
      {
        label: "删除线",
        icon: <StrikethroughOutlined aria-hidden />,
        isOn: facts.isStrike,
        run: () => chain().toggleStrike().run(),
      },
    ],
    [
      {
        label: "左对齐",
        icon: <AlignLeftOutlined aria-hidden />,
        isOn: facts.align === "left",
        run: align("left"),
      },
      {
        label: "居中",
        icon: <AlignCenterOutlined aria-hidden />,
        isOn: facts.align === "center",
        run: align("center"),
      },
      {
        label: "右对齐",
        icon: <AlignRightOutlined aria-hidden />,
        isOn: facts.align === "right",
        run: align("right"),
      },
    ],
    [
      {
        label: "项目符号",
        icon: <UnorderedListOutlined aria-hidden />,
        isOn: facts.isBullets,
        run: () => chain().toggleBulletList().run(),
      },
      {
        label: "编号",
        icon: <OrderedListOutlined aria-hidden />,
        isOn: facts.isNumbers,
        run: () => chain().toggleOrderedList().run(),
      },
      {
        label: "引用",
        icon: <QuoteMark />,
        isOn: facts.isQuote,
        run: () => chain().toggleBlockquote().run(),
      },
      {
        label: "链接",
        icon: <LinkOutlined aria-hidden />,
        isOn: facts.isLink,
        run: onLink,
      },
      { label: "插入图片", icon: <PictureOutlined aria-hidden />, run: onPicture },
      {
        label: "插入表格",
        icon: <TableOutlined aria-hidden />,
        isOff: facts.isTable,
        run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
    ],
    [
      {
        label: "一键排版：去掉空行和多余空格",
        icon: <FormatPainterOutlined aria-hidden />,
        words: "一键排版",
        isOff: facts.isEmpty,
        run: () => chain().setContent(tidied(editor.getJSON())).run(),
      },
    ],
  ];
}

function QuoteMark() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M2 9c0-3 1.4-5 4-6l.6 1.2C5.2 5 4.5 6 4.4 7H7v5H2zm7 0c0-3 1.4-5 4-6l.6 1.2C12.2 5 11.5 6 11.4 7H14v5H9z" />
    </svg>
  );
}

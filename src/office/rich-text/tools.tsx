import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  FormatPainterOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PaperClipOutlined,
  PictureOutlined,
  RedoOutlined,
  SearchOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from "@ant-design/icons";
import type { Editor } from "@tiptap/react";
import type { ReactNode } from "react";
import type { EditorFacts } from "./editor-facts.ts";

export type Tool = {
  label: string;
  icon: ReactNode;
  run: () => void;
  /** undefined: no toggle. */
  isOn?: boolean;
  isOff?: boolean;
  /** Words beside the icon. */
  words?: string;
};

/** Strips and dialogs that tools open beside the text. */
export type Openers = {
  onLink: () => void;
  onPicture: () => void;
  onVideo: () => void;
  onAttachment: () => void;
  onFind: () => void;
  onTidy: () => void;
  onFull: () => void;
  isFull: boolean;
};

/** The tools in their groups; the second group begins with the choice of the block. */
export function toolGroups(editor: Editor, facts: EditorFacts, openers: Openers): Tool[][] {
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
      {
        label: "首行缩进两字",
        icon: <IndentMark />,
        isOn: facts.isIndented,
        run: () => chain().updateAttributes("paragraph", { indent: !facts.isIndented }).run(),
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
        run: openers.onLink,
      },
    ],
    [
      { label: "插入图片", icon: <PictureOutlined aria-hidden />, run: openers.onPicture },
      {
        label: "插入表格",
        icon: <TableOutlined aria-hidden />,
        isOff: facts.isTable,
        run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
      { label: "插入视频", icon: <VideoCameraOutlined aria-hidden />, run: openers.onVideo },
      { label: "插入附件", icon: <PaperClipOutlined aria-hidden />, run: openers.onAttachment },
      {
        label: "插入脚注",
        icon: <NoteMark />,
        run: () => {
          const at = editor.state.selection.to;
          chain().insertContentAt(at, { type: "note" }).setNodeSelection(at).run();
        },
      },
    ],
    [
      { label: "查找替换（Ctrl F）", icon: <SearchOutlined aria-hidden />, run: openers.onFind },
      {
        label: openers.isFull ? "退出全屏（Esc）" : "全屏编辑（Ctrl Shift F）",
        icon: openers.isFull ? (
          <FullscreenExitOutlined aria-hidden />
        ) : (
          <FullscreenOutlined aria-hidden />
        ),
        run: openers.onFull,
      },
    ],
    [
      {
        label: "一键排版：首行缩进，去掉空行和多余空格，标点改为全角",
        icon: <FormatPainterOutlined aria-hidden />,
        words: "一键排版",
        isOff: facts.isEmpty,
        run: openers.onTidy,
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

function IndentMark() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M6 2.5h8.5v1.3H6zM1.5 6.2h13v1.3h-13zm0 3.7h13v1.3h-13zm0 3.6h9v1.3h-9zM1.5 1l3 2.2-3 2.2z" />
    </svg>
  );
}

function NoteMark() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M1.5 5h7v1.4H5.7V14H4.3V6.4H1.5zm9.6-3.4 1.7-1h1v5h-1.2V2.2l-1.5.7z" />
    </svg>
  );
}

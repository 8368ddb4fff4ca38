import type { JSONContent } from "@tiptap/react";
import { wideMarks } from "./punctuation.ts";

export type TidyOptions = {
  /** Two characters before the first line of every paragraph. */
  isIndented?: boolean;
  /** Lines that begin with 一、 or （一） become headings. */
  hasHeadings?: boolean;
};

/** A change in the words of the report, with its count. */
export type TidyChange = { what: string; count: number };

type Change =
  | "去掉空行"
  | "去掉多余空格"
  | "标点改为全角"
  | "首行缩进"
  | "转为标题"
  | "统一对齐"
  | "标题去掉加粗";

/**
 * 一键排版: empty paragraphs go, spaces used for indenting and lining up go, punctuation of Chinese
 * text is full-width, a heading is not bold on top of being a heading, left and justified are the
 * page's business; first lines are indented and typed headings made ones where that is asked for.
 * Words, pictures, tables, notes, links and the writer's own emphasis stay as they are.
 */
export function tidied(
  doc: JSONContent,
  options: TidyOptions = {},
): { doc: JSONContent; changes: TidyChange[] } {
  const counts = new Map<Change, number>();
  const note = (what: Change) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const nodes = options.hasHeadings
    ? (doc.content ?? []).map((node) => headed(node, note))
    : (doc.content ?? []);
  let content = tidyAll(nodes, note);
  if (options.isIndented) content = indented(content, note);
  return {
    doc: { ...doc, content: content.length > 0 ? content : [{ type: "paragraph" }] },
    changes: [...counts].map(([what, count]) => ({ what, count })),
  };
}

type NoteChange = (what: Change) => void;

function tidyAll(nodes: readonly JSONContent[], note: NoteChange): JSONContent[] {
  return nodes.flatMap((node, index) => {
    const { type } = node;
    if (type === "paragraph" || type === "heading") {
      const line = tidyLine(node, note);
      // The editor's own last line is none of the writer's.
      if (line.length === 0 && index < nodes.length - 1) note("去掉空行");
      return line;
    }
    // Code is lined up by its spaces.
    if (type === "codeBlock" || !node.content) return [node];
    const content = tidyAll(node.content, note);
    if (content.length > 0) return [{ ...node, content }];
    const isNeeded = type === "tableCell" || type === "tableHeader" || type === "listItem";
    return isNeeded ? [{ ...node, content: [{ type: "paragraph" }] }] : [];
  });
}

const isCode = (node: JSONContent) => node.marks?.some((mark) => mark.type === "code") === true;

const textOf = (node: JSONContent): string =>
  (node.content ?? []).map((each) => each.text ?? "").join("");

function tidyLine(node: JSONContent, note: NoteChange): JSONContent[] {
  const isHeading = node.type === "heading";
  const given = node.content ?? [];
  // Marks that stand on both sides of a change of dress are still neighbours.
  const line = given.map((each) => each.text ?? "\ufffc").join("");
  const wide = wideMarks(line);
  let at = 0;
  let hasWide = false;
  let hasBold = false;
  const parts = given.map((each) => {
    const length = each.text?.length ?? 1;
    const own = wide.slice(at, at + length);
    at += length;
    const marks = isHeading ? each.marks?.filter((mark) => mark.type !== "bold") : each.marks;
    if (marks && marks.length !== each.marks?.length) hasBold = true;
    const { marks: _before, ...rest } = each;
    const dressed = marks?.length ? { ...rest, marks } : rest;
    if (each.text === undefined || isCode(each)) return dressed;
    if (own !== each.text) hasWide = true;
    return {
      ...dressed,
      text: own.replace(/[\u00a0\t ]+/g, " ").replace(/\u3000+/g, "\u3000"),
    };
  });
  const content = trimmed(
    trimmed(parts, /^[\s\u3000\u00a0]+/, "first"),
    /[\s\u3000\u00a0]+$/,
    "last",
  );
  if (content.length === 0) return [];
  if (hasWide) note("标点改为全角");
  if (hasBold) note("标题去掉加粗");
  if (textOf({ content }).length !== textOf(node).length) note("去掉多余空格");
  const { content: _before, attrs, ...rest } = node;
  const aligned = attrs && withoutAlign(attrs);
  if (aligned !== attrs) note("统一对齐");
  return [{ ...rest, ...(aligned ? { attrs: aligned } : {}), content }];
}

/** Takes space and line breaks off one end. */
function trimmed(parts: JSONContent[], space: RegExp, end: "first" | "last"): JSONContent[] {
  const left = [...parts];
  for (;;) {
    const part = end === "first" ? left[0] : left.at(-1);
    if (!part) return left;
    const take = () => (end === "first" ? left.shift() : left.pop());
    if (part.type === "hardBreak") {
      take();
      continue;
    }
    if (part.text === undefined || isCode(part)) return left;
    const text = part.text.replace(space, "");
    if (text) {
      left[end === "first" ? 0 : left.length - 1] = { ...part, text };
      return left;
    }
    take();
  }
}

const withoutAlign = (attrs: Record<string, unknown>) =>
  attrs.textAlign === "left" || attrs.textAlign === "justify"
    ? { ...attrs, textAlign: null }
    : attrs;

const LONGEST_HEADING = 40;
const NUMERALS = "[一二三四五六七八九十百]+";
const HEADINGS: readonly [RegExp, number][] = [
  [new RegExp(`^(${NUMERALS}、|第${NUMERALS}[章编])`), 2],
  [new RegExp(`^[（(]${NUMERALS}[）)]`), 3],
];

/** A line that is numbered as headings are, short, and no sentence. */
function headed(node: JSONContent, note: NoteChange): JSONContent {
  if (node.type !== "paragraph") return node;
  const text = textOf(node).replace(/^[\s\u3000\u00a0]+|[\s\u3000\u00a0]+$/g, "");
  const isShort = text.length <= LONGEST_HEADING && !/[。；;：:，,]$/.test(text);
  const level = isShort ? HEADINGS.find(([form]) => form.test(text))?.[1] : undefined;
  const isOneLine = node.content?.every((each) => each.type !== "hardBreak");
  if (!level || !isOneLine) return node;
  note("转为标题");
  return {
    type: "heading",
    attrs: { level, textAlign: node.attrs?.textAlign ?? null },
    content: node.content ?? [],
  };
}

/** Paragraphs of the text itself; whom a letter is for stands at the edge. */
function indented(nodes: readonly JSONContent[], note: NoteChange): JSONContent[] {
  const first = nodes.findIndex((node) => node.type === "paragraph");
  return nodes.map((node, index) => {
    const isPlain =
      node.type === "paragraph" && !/center|right/.test(String(node.attrs?.textAlign));
    const isSalutation = index === first && /[：:]$/.test(textOf(node));
    if (!isPlain || isSalutation || node.attrs?.indent === true) return node;
    note("首行缩进");
    return { ...node, attrs: { ...node.attrs, indent: true } };
  });
}

import { type DrawingContext, drawingBlocks, formulaText, type Relations } from "./docx-drawing.ts";
import {
  chosen,
  escapeHtml,
  type InlineContext,
  inlineHtml,
  type Piece,
  piecesOf,
} from "./docx-inline.ts";
import { type Block, blocksHtml, numbered } from "./docx-lists.ts";
import type { Numbering } from "./docx-numbering.ts";
import type { PictureShelf } from "./docx-pictures.ts";
import { type ParagraphFacts, paragraphFacts, type Styles } from "./docx-styles.ts";
import { tableHtml } from "./docx-tables.ts";
import { child, type Element, elements } from "./docx-xml.ts";
import type { ReportNotes } from "./word-report.ts";

export type BodyContext = {
  styles: Styles;
  numbering: Numbering;
  relations: Relations;
  shelf: PictureShelf;
  notes: ReportNotes;
  note: InlineContext["note"];
  /** Outline level of the highest heading, which becomes the article's second level. */
  topLevel: number;
  kept: { paragraphs: number; pictures: number; tables: number };
};

type Inline = Exclude<Piece, { block: string }>;

const isBlank = (html: string) => html.replace(/<[^>]*>|[\s\u3000\u00a0]/g, "") === "";

/** Turns the blocks of a text (a body, a cell, a text box) into HTML. */
export function bodyReader(context: BodyContext) {
  const { styles, notes, kept } = context;

  const drawing: DrawingContext = {
    relations: context.relations,
    shelf: context.shelf,
    notes,
    place: () => kept.paragraphs + 1,
    boxHtml: (content) => blocksHtml(captioned(blocksOf(content))),
    onPicture: () => {
      kept.pictures++;
    },
  };

  const inline: InlineContext = {
    styles,
    linkOf: (id) => {
      const relation = id === undefined ? undefined : context.relations.get(id);
      return relation?.isOutside && /^(https?|mailto):/i.test(relation.target)
        ? relation.target
        : undefined;
    },
    note: context.note,
    drawing: (element) => drawingBlocks(element, drawing),
    formula: (element) => {
      notes.add(
        "lost",
        "公式",
        (count) => `${count} 个公式无法识别，已留占位`,
        kept.paragraphs + 1,
      );
      const text = formulaText(element);
      return `［公式${text ? `：${escapeHtml(text)}` : ""}］`;
    },
    skipped: (what) => {
      if (what === "look") hasOwnLook = true;
      if (what === "insertion") notes.add("ignored", "修订", (count) => `接受插入 ${count} 处`);
      if (what === "deletion") notes.add("ignored", "修订", (count) => `接受删除 ${count} 处`);
      if (what === "comment") notes.add("ignored", "批注", (count) => `已丢弃批注 ${count} 条`);
      if (what === "hidden")
        notes.add("ignored", "隐藏文字", (count) => `没有带入隐藏文字 ${count} 处`);
      if (what === "symbol") {
        notes.add(
          "changed",
          "符号",
          (count) => `${count} 个符号字体的字符已用 □ 代替，请核对`,
          kept.paragraphs + 1,
        );
      }
    },
  };
  let hasOwnLook = false;

  /** The paragraph's lines, and the blocks between them. */
  function paragraphBlocks(paragraph: Element): Block[] {
    const facts = paragraphFacts(child(paragraph, "w:pPr"), styles);
    // Emphasis of a heading's style is the heading's look.
    const runs = facts.level === undefined && !facts.isTitle ? facts.runs : [];
    hasOwnLook = false;
    const pieces = piecesOf(paragraph, runs, inline);
    const marker = facts.numbering && context.numbering(facts.numbering.id, facts.numbering.level);
    const blocks: Block[] = [];
    let line: Inline[] = [];
    let isFirst = true;
    const flush = () => {
      const html = trimmed(inlineHtml(line));
      line = [];
      const hasMarker = isFirst && marker !== undefined && (marker.text !== "" || !isBlank(html));
      if (isBlank(html) && !hasMarker) return;
      kept.paragraphs++;
      blocks.push(lineBlock(html, facts, isFirst ? marker : undefined));
      isFirst = false;
    };
    for (const piece of pieces) {
      if (!("block" in piece)) {
        line.push(piece);
      } else if (piece.block.startsWith("<")) {
        flush();
        blocks.push({ kind: "html", html: piece.block, is: "figure" });
      } else line.push({ html: piece.block, marks: [] });
    }
    flush();
    if (hasOwnLook && blocks.length > 0) {
      notes.add("ignored", "字体字号", (count) => `${count} 段的字体、字号和颜色已统一为站点正文`);
    }
    return blocks;
  }

  function lineBlock(html: string, facts: ParagraphFacts, marker: ReturnType<Numbering>): Block {
    const { level, align, isIndented, isCaption, numbering } = facts;
    if (marker?.text && (marker.kind === "text" || level !== undefined)) {
      notes.add(
        "changed",
        "自动编号",
        (count) => `${count} 处自动编号（一、（一）、第一条等）已转为文字`,
        kept.paragraphs,
      );
    }
    if (level !== undefined) {
      const rank = Math.min(4, 2 + Math.max(0, level - context.topLevel));
      const style = align ? ` style="text-align:${align}"` : "";
      return {
        kind: "html",
        html: `<h${rank}${style}>${marker ? numbered(marker, html) : html}</h${rank}>`,
      };
    }
    const looks = [
      ...(align ? [`text-align:${align}`] : []),
      ...(isIndented && !align ? ["text-indent:2em"] : []),
    ];
    const style = looks.length > 0 ? ` style="${looks.join(";")}"` : "";
    if (marker) return { kind: "item", html, marker, list: numbering?.id ?? "", style };
    return {
      kind: "html",
      html: `<p${style}>${html}</p>`,
      ...(isCaption ? { is: "caption" as const } : {}),
    };
  }

  function blocksOf(parent: Element): Block[] {
    return elements(parent).flatMap((each): Block[] => {
      switch (each.name) {
        case "w:p":
          return paragraphBlocks(each);
        case "w:tbl": {
          const html = tableHtml(each, cell);
          if (html) kept.tables++;
          return html ? [{ kind: "html", html, is: "table" }] : [];
        }
        case "w:sdt":
          return blocksOf(child(each, "w:sdtContent") ?? each);
        case "mc:AlternateContent":
          return blocksOf(chosen(each));
        case "w:customXml":
        case "w:smartTag":
        case "w:ins":
        case "w:moveTo":
          return blocksOf(each);
        case "m:oMathPara":
        case "m:oMath":
          return [{ kind: "html", html: `<p>${inline.formula(each)}</p>` }];
        case "w:altChunk":
          notes.add("lost", "嵌入文档", (count) => `${count} 个嵌入的文档没有带入`);
          return [];
        default:
          return [];
      }
    });
  }

  /** A cell with one paragraph needs no tag for it; its alignment is the cell's. */
  function cell(element: Element): { html: string; align: string } {
    const blocks = captioned(blocksOf(element));
    const [only] = blocks;
    if (blocks.length === 1 && only?.kind === "html") {
      const { html } = only;
      const [tag, align] = /^<p(?: style="(text-align:\w+)?[^"]*")?>/.exec(html) ?? [];
      if (tag !== undefined && html.indexOf("</p>") === html.length - 4) {
        return { html: html.slice(tag.length, -4), align: align ? ` style="${align}"` : "" };
      }
    }
    return { html: blocksHtml(blocks), align: "" };
  }

  return { html: (parent: Element): string => blocksHtml(captioned(blocksOf(parent))) };
}

/** A caption above a table becomes the table's, one below a picture the picture's. */
function captioned(blocks: readonly Block[]): Block[] {
  const left: Block[] = [];
  for (const block of blocks) {
    const before = left.at(-1);
    const words = (each: Block | undefined) =>
      each?.kind === "html" && each.is === "caption"
        ? each.html.replace(/^<p[^>]*>|<\/p>$/g, "")
        : "";
    if (before && words(before) && block.kind === "html" && block.is === "table") {
      const html = block.html.replace("<table>", `<table><caption>${words(before)}</caption>`);
      left[left.length - 1] = { ...block, html };
    } else if (
      words(block) &&
      before?.kind === "html" &&
      before.is === "figure" &&
      before.html.startsWith("<figure>")
    ) {
      const html = before.html.replace(
        /<\/figure>$/,
        `<figcaption>${words(block)}</figcaption></figure>`,
      );
      left[left.length - 1] = { kind: "html", html };
    } else left.push(block);
  }
  return left;
}

const MARK_ENDS = ["strong", "em", "u", "s", "sub", "sup", "a"].map((tag) => `</${tag}>`);

/** Spaces that indent or line up, and breaks, at the ends of a paragraph. */
function trimmed(html: string): string {
  const text = html.replace(
    /^((?:<(?:strong|em|u|s|sub|sup|a)\b[^>]*>)*)(?:[\s\u3000]|<br \/>)+/,
    "$1",
  );
  // Walks from the end backwards: a pattern would try each of a million spaces as a beginning.
  let marks = text.length;
  for (let tag = endOf(text, marks); tag; tag = endOf(text, marks)) marks -= tag.length;
  let end = marks;
  for (;;) {
    if (text.endsWith("<br />", end)) end -= "<br />".length;
    else if (/[\s\u3000]/.test(text[end - 1] ?? "")) end--;
    else return text.slice(0, end) + text.slice(marks);
  }
}

const endOf = (html: string, end: number) => MARK_ENDS.find((tag) => html.endsWith(tag, end));

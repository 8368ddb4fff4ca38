import type { JSONContent } from "@tiptap/react";
import { videoOfPlayer } from "../../../lib/videos.ts";
import { isSafeLink } from "./link-rule.ts";
import { Notes } from "./notes.ts";

/** Marks from the outside in: a link stays one link however its words are dressed. */
const MARKS = [
  "link",
  "bold",
  "italic",
  "underline",
  "strike",
  "subscript",
  "superscript",
  "code",
] as const;

const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  subscript: "sub",
  superscript: "sup",
  code: "code",
};

/** Pictures of our own store; server/rich-text.ts keeps no others. */
export const isOwnPicture = (src: unknown): src is string =>
  typeof src === "string" &&
  /^\/(profile|demo|prod-api\/profile)\/[\w\-./%]+$/.test(src) &&
  !/\.\.|%2e|%2f|%5c|%00/i.test(src);

/**
 * The document as the HTML that is stored, in the very form that server/rich-text.ts gives it, so
 * that cleaning changes nothing. Tables get their head back, figures their caption; what the editor
 * adds for itself (column widths, wrappers, the last empty line) stays out.
 */
export function htmlOf(doc: JSONContent): string {
  const nodes = [...(doc.content ?? [])];
  while (isEmptyParagraph(nodes.at(-1))) nodes.pop();
  const notes = new Notes();
  const html = new Writer(notes).blocks(nodes);
  return html + notes.list(escaped);
}

const isEmptyParagraph = (node: JSONContent | undefined) =>
  node?.type === "paragraph" && !node.content?.length;

/** Writes nodes in their order, which is what notes are numbered by. */
class Writer {
  private readonly notes: Notes;

  constructor(notes: Notes) {
    this.notes = notes;
  }

  blocks(nodes: readonly JSONContent[] = []): string {
    return nodes.map((node) => this.block(node)).join("");
  }

  private block(node: JSONContent): string {
    const { type, content } = node;
    switch (type) {
      case "paragraph":
        return `<p${styleOf(node)}>${this.inline(content)}</p>`;
      case "heading": {
        const level = Math.min(4, Math.max(2, Number(node.attrs?.level) || 2));
        return `<h${level}${alignOf(node)}>${this.inline(content)}</h${level}>`;
      }
      case "bulletList":
        return `<ul>${this.blocks(content)}</ul>`;
      case "orderedList":
        return `<ol>${this.blocks(content)}</ol>`;
      case "listItem":
        return `<li>${this.flow(content)}</li>`;
      case "blockquote":
        return `<blockquote>${this.blocks(content)}</blockquote>`;
      case "codeBlock":
        return `<pre><code>${(content ?? []).map((each) => escaped(each.text)).join("")}</code></pre>`;
      case "horizontalRule":
        return "<hr />";
      case "image":
        return figure(node);
      case "video":
        return videoFigure(node);
      case "table":
        return this.table(node);
      default:
        return this.blocks(content);
    }
  }

  /** A first plain paragraph needs no tag of its own in a list entry or a cell. */
  private flow(nodes: readonly JSONContent[] = []): string {
    const [first, ...rest] = nodes;
    const isPlain = first?.type === "paragraph" && !styleOf(first);
    if (!isPlain || rest.some((each) => each.type === "paragraph")) return this.blocks(nodes);
    return this.inline(first.content) + this.blocks(rest);
  }

  private table({ attrs, content = [] }: JSONContent): string {
    const words = String(attrs?.caption ?? "").trim();
    const caption = words ? `<caption>${escaped(words)}</caption>` : "";
    // A heading that reaches down into the body keeps its row there.
    const first = content.findIndex((row) => !isHead(row));
    const depth = first < 0 ? content.length - 1 : first;
    const reaches = content
      .slice(0, depth)
      .some((row, index) => row.content?.some((cell) => index + spanOf(cell, "rowspan") > depth));
    const split = reaches ? 0 : Math.max(0, depth);
    const rows = (from: JSONContent[], scope: "col" | "row") =>
      from.map(
        (row) => `<tr>${(row.content ?? []).map((each) => this.cell(each, scope)).join("")}</tr>`,
      );
    const head = rows(content.slice(0, split), "col").join("");
    const body = rows(content.slice(split), "row").join("");
    return `<table>${caption}${head ? `<thead>${head}</thead>` : ""}<tbody>${body}</tbody></table>`;
  }

  private cell(node: JSONContent, scope: "col" | "row"): string {
    const { type, content = [] } = node;
    const [only, ...more] = content;
    const spans = (["colspan", "rowspan"] as const).map((name) => {
      const span = spanOf(node, name);
      return span > 1 && span < 100 ? ` ${name}="${span}"` : "";
    });
    const isSingle = only?.type === "paragraph" && more.length === 0;
    const align = (isSingle && alignOf(only)) || alignOf(node);
    const inside = isSingle ? this.inline(only.content) : this.flow(content);
    return type === "tableHeader"
      ? `<th${spans.join("")} scope="${scope}"${align}>${inside}</th>`
      : `<td${spans.join("")}${align}>${inside}</td>`;
  }

  /** Neighbours that share a mark share its tag. */
  private inline(nodes: readonly JSONContent[] = [], depth = 0): string {
    const name = MARKS[depth];
    if (!name) {
      return nodes
        .map((node) => {
          if (node.type === "hardBreak") return "<br />";
          return node.type === "note" ? this.notes.marker(node) : escaped(node.text);
        })
        .join("");
    }
    const groups: { key: string; nodes: JSONContent[] }[] = [];
    for (const node of nodes) {
      const key = markKey(node, name);
      const last = groups.at(-1);
      if (last && last.key === key) last.nodes.push(node);
      else groups.push({ key, nodes: [node] });
    }
    return groups
      .map((group) => dressed(group, name, this.inline(group.nodes, depth + 1)))
      .join("");
  }
}

function alignOf({ attrs }: JSONContent): string {
  const align: unknown = attrs?.textAlign;
  return /^(center|right|justify)$/.test(String(align)) ? ` style="text-align:${align}"` : "";
}

/** Alignment and first-line indent of a paragraph. */
function styleOf(node: JSONContent): string {
  const align = alignOf(node);
  if (node.attrs?.indent !== true) return align;
  return align ? align.replace(/"$/, ';text-indent:2em"') : ' style="text-indent:2em"';
}

function figure({ attrs = {} }: JSONContent): string {
  const { src, alt, caption, width, height } = attrs;
  if (!isOwnPicture(src)) return "";
  const size = [
    ["width", width],
    ["height", height],
  ].map(([name, value]) => (/^[1-9]\d{0,3}$/.test(String(value)) ? ` ${name}="${value}"` : ""));
  const words = String(caption ?? "").trim();
  const below = words ? `<figcaption>${escaped(words)}</figcaption>` : "";
  return `<figure><img src="${src}" alt="${quoted(String(alt ?? ""))}"${size.join("")} />${below}</figure>`;
}

/** A film: harmless by itself, lib/article-extras.ts makes a player of it. */
function videoFigure({ attrs = {} }: JSONContent): string {
  const video = videoOfPlayer(String(attrs.player ?? ""));
  if (!video) return "";
  const title = String(attrs.title ?? "").trim() || `${video.site}视频`;
  return `<figure data-video="${quoted(video.player)}"><a href="${quoted(video.page)}" rel="noopener nofollow">${escaped(title)}</a></figure>`;
}

const isHead = (row: JSONContent) =>
  !!row.content?.length && row.content.every((cell) => cell.type === "tableHeader");

const spanOf = (cell: JSONContent, name: "colspan" | "rowspan") => Number(cell.attrs?.[name]) || 1;

/** "" without the mark; the address for a link. */
function markKey(node: JSONContent, name: string): string {
  const mark = node.marks?.find((each) => each.type === name);
  // A note is a link of its own.
  if (!mark || (node.type === "note" && name === "link")) return "";
  if (name !== "link") return name;
  const href: unknown = mark.attrs?.href;
  return typeof href === "string" && isSafeLink(href) ? href : "";
}

function dressed({ key }: { key: string }, name: string, inside: string): string {
  if (!key) return inside;
  if (name === "link") {
    const rel = /^https?:/i.test(key) ? ' rel="noopener nofollow"' : "";
    return `<a href="${quoted(key)}"${rel}>${inside}</a>`;
  }
  return `<${MARK_TAGS[name]}>${inside}</${MARK_TAGS[name]}>`;
}

/** As sanitize-html writes text. */
function escaped(text = ""): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no browser keeps it
      .replace(/\u0000/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  );
}

const quoted = (text: string) => escaped(text).replaceAll('"', "&quot;");

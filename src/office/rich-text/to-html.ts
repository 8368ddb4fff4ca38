import type { JSONContent } from "@tiptap/react";
import { videoOfPlayer } from "../../lib/article/videos.ts";
import { escapeTags } from "../../lib/text/plain-text.ts";
import { lineLook, markLook, spanLooks } from "./family-styles.ts";
import { isSafeLink } from "./link-rule.ts";
import { Notes } from "./notes.ts";

/** Marks from the outside in: a link stays one link however its words are dressed. */
const MARKS = [
  "link",
  "dress",
  "bold",
  "italic",
  "underline",
  "strike",
  "subscript",
  "superscript",
  "code",
] as const;

const MARK_TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  subscript: "sub",
  superscript: "sup",
  code: "code",
} as const;

/** Pictures of our own store; server/fields/rich-text.ts keeps no others. */
export const isOwnPicture = (src: unknown): src is string =>
  typeof src === "string" &&
  /^\/(profile|demo|prod-api\/profile)\/[\w\-./%]+$/.test(src) &&
  !/\.\.|%2e|%2f|%5c|%00/i.test(src);

/**
 * The document as the HTML that is stored, in the very form that server/fields/rich-text.ts gives it, so
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
        return `<p${lookOf(node)}>${this.inline(content)}</p>`;
      case "heading": {
        const level = Math.min(4, Math.max(2, Number(node.attrs?.level) || 2));
        return `<h${level}${lookOf(node)}>${this.inline(content)}</h${level}>`;
      }
      case "bulletList":
        return `<ul>${this.blocks(content)}</ul>`;
      case "orderedList":
        return `<ol>${this.blocks(content)}</ol>`;
      case "listItem":
        return `<li${lookOf(node)}>${this.flow(content)}</li>`;
      case "blockquote":
        return `<blockquote${lookOf(node)}>${this.blocks(content)}</blockquote>`;
      case "codeBlock":
        return `<pre${lookOf(node)}><code>${this.inline(content)}</code></pre>`;
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
    const isPlain = first?.type === "paragraph" && !lookOf(first);
    if (!isPlain || rest.some((each) => each.type === "paragraph")) return this.blocks(nodes);
    return this.inline(first.content) + this.blocks(rest);
  }

  private table({ attrs, content = [] }: JSONContent): string {
    const words = String(attrs?.caption ?? "").trim();
    const caption = words
      ? `<caption${given(attrs?.captionAlign)}>${escaped(words)}</caption>`
      : "";
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
    const groups: { opened: string; nodes: JSONContent[] }[] = [];
    for (const node of nodes) {
      const opened = openingOf(node, name);
      const last = groups.at(-1);
      if (last && last.opened === opened) last.nodes.push(node);
      else groups.push({ opened, nodes: [node] });
    }
    return groups
      .map((group) => closed(group.opened, this.inline(group.nodes, depth + 1)))
      .join("");
  }
}

function alignOf({ attrs }: JSONContent): string {
  const align: unknown = attrs?.textAlign;
  return /^(center|right|justify)$/.test(String(align)) ? ` style="text-align:${align}"` : "";
}

/** Alignment and first-line indent of a line, and what another client has written of its look. */
function lookOf({ type, attrs }: JSONContent): string {
  const align: unknown = attrs?.textAlign;
  const own = [
    /^(center|right|justify)$/.test(String(align)) ? `text-align:${align}` : "",
    type === "paragraph" && attrs?.indent === true ? "text-indent:2em" : "",
  ];
  return attributes(lineLook(attrs, own.filter(Boolean).join(";")));
}

const attributes = (all: readonly (readonly [string, string])[]): string =>
  all.map(([name, value]) => ` ${name}="${quoted(value)}"`).join("");

function figure({ attrs = {} }: JSONContent): string {
  const { src, alt, caption, width, height, align, captionAlign } = attrs;
  if (!isOwnPicture(src)) return "";
  const size = [
    ["width", width],
    ["height", height],
  ].map(([name, value]) => (/^[1-9]\d{0,3}$/.test(String(value)) ? ` ${name}="${value}"` : ""));
  const words = String(caption ?? "").trim();
  const below = words ? `<figcaption${given(captionAlign)}>${escaped(words)}</figcaption>` : "";
  return `<figure${given(align)}><img src="${src}" alt="${quoted(String(alt ?? ""))}"${size.join("")} />${below}</figure>`;
}

/** A film: harmless by itself, lib/article/article-extras.ts makes a player of it. */
function videoFigure({ attrs = {} }: JSONContent): string {
  const video = videoOfPlayer(String(attrs.player ?? ""));
  if (!video) return "";
  const title = String(attrs.title ?? "").trim() || `${video.site}视频`;
  return `<figure data-video="${quoted(video.player)}"${given(attrs.align)}><a href="${quoted(video.page)}" rel="noopener nofollow">${escaped(title)}</a></figure>`;
}

/** The alignment that a figure or a caption came with. */
const given = (align: unknown): string =>
  /^(left|center|right|justify)$/.test(String(align)) ? ` style="text-align:${align}"` : "";

const isHead = (row: JSONContent) =>
  !!row.content?.length && row.content.every((cell) => cell.type === "tableHeader");

const spanOf = (cell: JSONContent, name: "colspan" | "rowspan") => Number(cell.attrs?.[name]) || 1;

/** The tags that a mark puts before the words; "" without it. */
function openingOf(node: JSONContent, name: (typeof MARKS)[number]): string {
  if (name === "dress") {
    return spanLooks(node)
      .map((look) => `<span${attributes(look)}>`)
      .join("");
  }
  const mark = node.marks?.find((each) => each.type === name);
  if (!mark) return "";
  const look = attributes(markLook(node, name));
  if (name !== "link") return `<${MARK_TAGS[name]}${look}>`;
  const { href, opensNew }: Record<string, unknown> = mark.attrs ?? {};
  // A note is a link of its own.
  if (node.type === "note" || typeof href !== "string" || !isSafeLink(href)) return "";
  const rel = opensNew === true || /^https?:/i.test(href) ? ' rel="noopener nofollow"' : "";
  const target = opensNew === true ? ' target="_blank"' : "";
  // In the order in which server/fields/rich-text.ts gives them.
  const ways = /^https?:/i.test(href) ? rel + target : target + rel;
  return `<a${look} href="${quoted(href)}"${ways}>`;
}

/** The words with these tags around them. */
const closed = (opened: string, inside: string): string =>
  opened +
  inside +
  [...opened.matchAll(/<(\w+)/g)]
    .reverse()
    .map(([, tag]) => `</${tag}>`)
    .join("");

/** As sanitize-html writes text. */
const escaped = (text = ""): string => escapeTags(text.replaceAll("\0", ""));

const quoted = (text: string) => escaped(text).replaceAll('"', "&quot;");

import sanitize from "sanitize-html";
import { hasCredentials } from "../../lib/address/site-address.ts";
import { videoOfPlayer } from "../../lib/article/videos.ts";
import {
  FAMILY_ATTRIBUTES,
  FAMILY_CLASSES,
  FAMILY_STYLES,
  familyAttributes,
} from "./family-html.ts";

/**
 * Tags an article may hold: text, lists, tables, figures. Everything else loses its tag and keeps
 * its text; what is never text (scripts, styles, frames, forms) goes as a whole.
 */
const TAGS =
  "p h2 h3 h4 ul ol li strong em b i u s sub sup a blockquote table caption thead tbody tr th td figure figcaption img hr br span code pre";

const NEVER_TEXT =
  "script style textarea option xmp noscript iframe noembed noframes object embed applet svg math template title head select audio video canvas plaintext";

const ALIGNED = "p h2 h3 h4 th td caption figure figcaption li blockquote".split(" ");

/** Deeper nesting than any text needs; deeper nodes lose their tags. */
const MAX_DEPTH = 60;

const OPTIONS: sanitize.IOptions = {
  allowedTags: TAGS.split(" "),
  nonTextTags: NEVER_TEXT.split(" "),
  disallowedTagsMode: "discard",
  nestingLimit: MAX_DEPTH,
  allowedAttributes: {
    a: ["href", "rel"],
    img: ["src", "alt", "width", "height"],
    sup: ["data-note"],
    ol: ["data-notes"],
    th: ["colspan", "rowspan", "scope", "style"],
    td: ["colspan", "rowspan", "style"],
    ...Object.fromEntries(
      ALIGNED.filter((tag) => tag !== "th" && tag !== "td").map((tag) => [tag, ["style"]]),
    ),
    figure: ["style", "data-video"],
  },
  allowedStyles: {
    "*": { "text-align": [/^(left|right|center|justify)$/] },
    p: { "text-indent": [/^2em$/] },
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  transformTags: {
    h1: "h2",
    h5: "h4",
    h6: "h4",
    strike: "s",
    del: "s",
    a: (tagName, { href }) => ({ tagName, attribs: linkAttributes(href) }),
    img: (tagName, attribs) => ({ tagName, attribs: imageAttributes(attribs) }),
    th: (tagName, attribs) => ({ tagName, attribs: cellAttributes(attribs) }),
    td: (tagName, attribs) => ({ tagName, attribs: cellAttributes(attribs) }),
    // What the editor writes of its own (lib/article/article-html.ts makes a player and notes of it).
    figure: (tagName, attribs) => ({ tagName, attribs: figureAttributes(attribs) }),
    sup: (tagName, attribs) => ({ tagName, attribs: noteNumber("data-note", attribs) }),
    ol: (tagName, attribs) => ({ tagName, attribs: noteNumber("data-notes", attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
};

const HEADINGS: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4" };

const FAMILY_OPTIONS: sanitize.IOptions = {
  ...OPTIONS,
  allowedAttributes: {
    ...(OPTIONS.allowedAttributes as Record<string, string[]>),
    ...Object.fromEntries(
      Object.entries(FAMILY_ATTRIBUTES).map(([tag, names]) => [
        tag,
        [...((OPTIONS.allowedAttributes as Record<string, string[]>)[tag] ?? []), ...names],
      ]),
    ),
  },
  allowedClasses: FAMILY_CLASSES,
  allowedStyles: {
    ...FAMILY_STYLES,
    "*": OPTIONS.allowedStyles?.["*"] ?? {},
    p: { ...FAMILY_STYLES.p, ...OPTIONS.allowedStyles?.p },
  },
  transformTags: {
    ...OPTIONS.transformTags,
    ...Object.fromEntries(
      [...Object.keys(FAMILY_ATTRIBUTES), ...Object.keys(HEADINGS)].map((tag) => [
        tag,
        (_tag: string, attribs: Record<string, string>) => ({
          tagName: HEADINGS[tag] ?? tag,
          attribs: familyAttributes(attribs),
        }),
      ]),
    ),
    a: (tagName, attribs) => ({
      tagName,
      attribs: {
        ...familyAttributes({ style: attribs.style ?? "", class: attribs.class ?? "" }),
        ...linkAttributes(attribs.href),
        ...(attribs.href && attribs.target === "_blank"
          ? { target: "_blank", rel: "noopener nofollow" }
          : {}),
      },
    }),
    // Of a list's line alone; its number is that of a note.
    sup: (tagName, attribs) => ({
      tagName,
      attribs: { ...familyAttributes(attribs), ...noteNumber("data-note", attribs) },
    }),
    li: (tagName, { "data-list": list, ...attribs }) => ({
      tagName,
      attribs: familyAttributes(
        list === "bullet" || list === "ordered" ? { "data-list": list, ...attribs } : attribs,
      ),
    }),
  },
};

/** A path of this site, a place on the page, http(s), mailto or tel; anything else is no link. */
function linkAttributes(href: string | undefined): Record<string, string> {
  const value = withoutControls(href ?? "").trim();
  if (/^(#|\/(?![/\\]))/.test(value) && !value.includes("\\")) return { href: value };
  if (/^(mailto|tel):[^<>"'\s]+$/i.test(value)) return { href: value };
  if (!/^https?:\/\/[^/\\]/i.test(value) || !URL.canParse(value)) return {};
  if (hasCredentials(value)) return {};
  return { href: value, rel: "noopener nofollow" };
}

/** Pictures of our own store and of the demo; a size is a whole number of pixels. */
function imageAttributes(given: Record<string, string>): Record<string, string> {
  const src = withoutControls(given.src ?? "").trim();
  if (!/^\/(profile|demo|prod-api\/profile)\/[\w\-./%]+$/.test(src)) return {};
  if (/\.\.|%2e|%2f|%5c|%00/i.test(src)) return {};
  const attribs: Record<string, string> = { src, alt: given.alt ?? "" };
  for (const name of ["width", "height"] as const) {
    if (/^[1-9]\d{0,3}$/.test(given[name] ?? "")) attribs[name] = given[name] ?? "";
  }
  return attribs;
}

/** The player of a film on a site of the list, in the very form it is stored; else a plain figure. */
function figureAttributes({ style, "data-video": player }: Record<string, string>) {
  const attribs: Record<string, string> = videoOfPlayer(player)
    ? { "data-video": player ?? "" }
    : {};
  if (style) attribs.style = style;
  return attribs;
}

/** The number of a note, or of the notes in the list at the end. */
const noteNumber = (name: string, given: Record<string, string>): Record<string, string> =>
  /^[1-9]\d{0,2}$/.test(given[name] ?? "") ? { [name]: given[name] ?? "" } : {};

function cellAttributes(given: Record<string, string>): Record<string, string> {
  const attribs: Record<string, string> = {};
  for (const name of ["colspan", "rowspan"] as const) {
    if (/^([2-9]|[1-9]\d)$/.test(given[name] ?? "")) attribs[name] = given[name] ?? "";
  }
  if (/^(row|col|rowgroup|colgroup)$/.test(given.scope ?? "")) attribs.scope = given.scope ?? "";
  if (given.style) attribs.style = given.style;
  return attribs;
}

/** Browsers drop tabs, newlines and controls inside a scheme; so do we, before looking at it. */
const withoutControls = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  text.replace(/[\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, "");

/** Far below MAX_DEPTH; the parser's time for a tag grows with the number of those around it. */
const PARSER_DEPTH = 1_000;

/** These end the one of their kind that is open: side by side they are no depth. */
const NOT_DEEP = /^<(?:br|hr|img|input|wbr|col|p|li|td|th|tr|dt|dd|option|thead|tbody|tfoot)\b/i;

/** The text without tags that open within a thousand others; their contents stay. */
function withoutDepth(html: string): string {
  // Behind the last `>` is no tag: each `<` there would be read to the end in vain.
  const end = html.lastIndexOf(">") + 1;
  let depth = 0;
  const shallow = html.slice(0, end).replace(/<(\/?)[a-z][^>]*>/gi, (tag, slash: string) => {
    if (NOT_DEEP.test(tag)) return tag;
    if (slash) depth = Math.max(0, depth - 1);
    else if (++depth > PARSER_DEPTH) return "";
    return tag;
  });
  return shallow + html.slice(end);
}

/**
 * HTML that is safe to put into a page whatever came in, written when an article is written.
 * Idempotent: cleaning clean text changes nothing. Source of the rules: security 4.3.
 */
export const cleanHtml = (html: string): string => cleaned(html, OPTIONS);

/**
 * The same for texts that clients of the family write with an editor of their own: alignment, indent,
 * size, colours and a link's target come through (family-html.ts).
 */
export const cleanFamilyHtml = (html: string): string => cleaned(html, FAMILY_OPTIONS);

function cleaned(html: string, options: sanitize.IOptions): string {
  // Cleaning can bring tags together that it would have seen differently: until nothing changes.
  let text = withoutDepth(html.replaceAll("\u0000", ""));
  for (let round = 0; round < 4; round++) {
    const next = sanitize(text, options).trim();
    if (next === text) return next;
    text = next;
  }
  return text;
}

import { escapeText } from "#src/lib/text/plain-text.ts";
import { isRunOn, type Styles } from "./docx-styles.ts";
import { child, descendants, type Element, elements, settingOf } from "./docx-xml.ts";

/** Marks of a run from the outside in, as the editor writes them. */
const MARKS: readonly [tag: string, setting: string][] = [
  ["strong", "w:b"],
  ["em", "w:i"],
  ["s", "w:strike"],
];

/** A piece of a paragraph: HTML of a run, or something that stands on its own. */
export type Piece = { html: string; marks: readonly string[]; href?: string } | { block: string };

export type InlineContext = {
  styles: Styles;
  /** Target of a link of this part; undefined for none that is on the web. */
  linkOf: (id: string | undefined) => string | undefined;
  /** Marker of a note, "" for one that is not there. */
  note: (kind: "footnote" | "endnote", id: string) => string;
  /** Figures and text boxes of a drawing. */
  drawing: (element: Element) => string[];
  formula: (element: Element) => string;
  /** Told of what does not come along. */
  skipped: (what: "insertion" | "deletion" | "comment" | "hidden" | "look" | "symbol") => void;
};

export const escapeHtml = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, files hold them
  escapeText(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ""));

/** What is behind the symbol fonts that forms are made with. */
const SYMBOLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wingdings: {
    "6c": "●",
    "6e": "■",
    "6f": "□",
    "71": "❑",
    "75": "◆",
    "76": "❖",
    a1: "○",
    a3: "□",
    a7: "▪",
    a8: "□",
    d8: "➢",
    e0: "→",
    fb: "✗",
    fc: "✓",
    fd: "☒",
    fe: "☑",
  },
  "wingdings 2": { "50": "✓", "51": "☒", "52": "☑", "53": "☒", "54": "☒", a3: "□", "97": "●" },
  symbol: { b7: "•", b4: "×", b0: "°", b1: "±", a3: "≤", b3: "≥", ae: "→", d7: "·" },
};

/** A field that is open: its code, whether its text is seen, and the link of it or of an outer one. */
type Field = { code: string; isShown: boolean; link: string | undefined };

/** More than any address takes. */
const MAX_CODE = 4_000;

/**
 * The pieces of a paragraph in their order. Fields show their result, revisions what is accepted,
 * alternatives their first choice.
 */
export function piecesOf(
  paragraph: Element,
  paragraphRuns: readonly (Element | undefined)[],
  context: InlineContext,
): Piece[] {
  const pieces: Piece[] = [];
  // Each field knows what holds for all that it stands in: a text asks the innermost one alone.
  const fields: Field[] = [];
  const fieldLink = () => fields.at(-1)?.link;

  const run = (element: Element, link: string | undefined) => {
    const own = child(element, "w:rPr");
    const isSet = (name: string) => isRunOn(own, context.styles, paragraphRuns, name);
    if (isSet("w:vanish")) {
      context.skipped("hidden");
      return;
    }
    if (["w:rFonts", "w:sz", "w:color", "w:highlight"].some((name) => child(own, name))) {
      context.skipped("look");
    }
    const marks = MARKS.filter(([, name]) => isSet(name)).map(([tag]) => tag);
    if (isSet("w:dstrike") && !marks.includes("s")) marks.push("s");
    const line = settingOf(own, "w:u");
    const href = link ?? fieldLink();
    if (line && line !== "none" && !href)
      marks.splice(marks.includes("s") ? -1 : marks.length, 0, "u");
    const place = settingOf(own, "w:vertAlign");
    if (place === "subscript") marks.push("sub");
    if (place === "superscript") marks.push("sup");
    // Some programs move small letters up or down instead.
    const shift = child(own, "w:sz") ? Number(settingOf(own, "w:position")) || 0 : 0;
    if (!place && shift !== 0) marks.push(shift < 0 ? "sub" : "sup");
    const put = (html: string) => {
      if (html) pieces.push({ html, marks, ...(href ? { href } : {}) });
    };
    const bare = (html: string) => html && pieces.push({ html, marks: [] });

    const walk = (parent: Element) => {
      for (const each of elements(parent)) {
        switch (each.name) {
          case "w:t":
            if (fields.at(-1)?.isShown !== false) put(escapeHtml(textOf(each)));
            break;
          case "w:tab":
          case "w:ptab":
            put("\u3000");
            break;
          case "w:br":
            if (!/^(page|column)$/.test(each.attributes["w:type"] ?? "")) put("<br />");
            break;
          case "w:cr":
            put("<br />");
            break;
          case "w:noBreakHyphen":
            put("-");
            break;
          case "w:sym":
            put(symbolOf(each, context));
            break;
          case "w:fldChar":
            fieldChar(each.attributes["w:fldCharType"]);
            break;
          case "w:instrText": {
            const field = fields.at(-1);
            if (field && field.code.length < MAX_CODE) field.code += textOf(each);
            break;
          }
          case "w:footnoteReference":
            bare(context.note("footnote", each.attributes["w:id"] ?? ""));
            break;
          case "w:endnoteReference":
            bare(context.note("endnote", each.attributes["w:id"] ?? ""));
            break;
          case "w:commentReference":
            context.skipped("comment");
            break;
          case "w:drawing":
          case "w:pict":
          case "w:object":
            for (const block of context.drawing(each)) pieces.push({ block });
            break;
          case "w:ruby":
            for (const base of elements(child(each, "w:rubyBase"))) walk(base);
            put(`（${escapeHtml(descendants(child(each, "w:rt"), "w:t").map(textOf).join(""))}）`);
            break;
          case "mc:AlternateContent":
            walk(chosen(each));
            break;
          default:
        }
      }
    };
    walk(element);
  };

  const fieldChar = (type: string | undefined) => {
    if (type === "begin") fields.push({ code: "", isShown: false, link: fields.at(-1)?.link });
    else if (type === "end") fields.pop();
    else {
      const field = fields.at(-1);
      if (!field) return;
      field.isShown = fields.at(-2)?.isShown !== false;
      field.link ??= /^\s{0,100}HYPERLINK\s{1,100}"(https?:[^"]+)"/i.exec(field.code)?.[1];
    }
  };

  const walk = (parent: Element, link: string | undefined) => {
    for (const each of elements(parent)) {
      switch (each.name) {
        case "w:r":
          run(each, link);
          break;
        case "w:hyperlink":
          walk(each, context.linkOf(each.attributes["r:id"]) ?? link);
          break;
        case "w:ins":
        case "w:moveTo":
          context.skipped("insertion");
          walk(each, link);
          break;
        case "w:del":
        case "w:moveFrom":
          context.skipped("deletion");
          break;
        case "w:sdt":
          walk(child(each, "w:sdtContent") ?? each, link);
          break;
        case "mc:AlternateContent":
          walk(chosen(each), link);
          break;
        case "m:oMath":
        case "m:oMathPara":
          pieces.push({ html: context.formula(each), marks: [] });
          break;
        case "w:pPr":
          break;
        case "w:fldSimple":
        case "w:smartTag":
        case "w:customXml":
        case "w:dir":
        case "w:bdo":
          walk(each, link);
          break;
        default:
      }
    }
  };
  walk(paragraph, undefined);
  return pieces;
}

/** Of what programs of different age write of the same thing, the first that has anything. */
export function chosen(alternatives: Element): Element {
  const choice = elements(alternatives).find((each) => elements(each).length > 0);
  return choice ?? alternatives;
}

export const textOf = (element: Element): string =>
  element.children.filter((each) => typeof each === "string").join("");

function symbolOf({ attributes }: Element, { skipped }: InlineContext): string {
  const font = (attributes["w:font"] ?? "").toLowerCase();
  const code = Number.parseInt(attributes["w:char"] ?? "", 16);
  if (!(code > 0)) return "";
  const known = SYMBOLS[font]?.[(code & 0xff).toString(16).padStart(2, "0")];
  if (known) return known;
  if (code >= 0xf000 && code <= 0xf0ff) {
    skipped("symbol");
    return "□";
  }
  return escapeHtml(String.fromCodePoint(code));
}

/** The pieces as HTML: neighbours that share a link or marks share their tags. */
export function inlineHtml(pieces: readonly Exclude<Piece, { block: string }>[]): string {
  let html = "";
  for (let at = 0; at < pieces.length; ) {
    const href = pieces[at]?.href;
    let end = at;
    while (end < pieces.length && pieces[end]?.href === href) end++;
    const inside = markedHtml(pieces.slice(at, end));
    html += href ? `<a href="${escapeHtml(href)}" rel="noopener nofollow">${inside}</a>` : inside;
    at = end;
  }
  return html;
}

function markedHtml(pieces: readonly { html: string; marks: readonly string[] }[]): string {
  let html = "";
  for (let at = 0; at < pieces.length; ) {
    const marks = pieces[at]?.marks ?? [];
    const key = marks.join();
    let inside = "";
    while (at < pieces.length && pieces[at]?.marks.join() === key)
      inside += pieces[at++]?.html ?? "";
    const isBlank = inside.replace(/<br \/>|[\s\u3000]/g, "") === "";
    html += isBlank
      ? inside
      : marks.reduceRight((within, tag) => `<${tag}>${within}</${tag}>`, inside);
  }
  return html;
}

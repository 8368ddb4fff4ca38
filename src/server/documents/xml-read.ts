import { DocumentProblem } from "./problem.ts";

// XML as Office writes it, piece by piece. No entities but XML's own five and numbers, no declarations:
// nothing is resolved or fetched, and each character is looked at a bounded number of times.

const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** Text with XML's own entities as characters; others stay as they are. */
const decoded = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:(\w{2,4})|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (all, name, ten, hex) => {
        if (name) return NAMED[String(name)] ?? all;
        const code = ten ? Number(ten) : Number.parseInt(hex, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      })
    : text;

const TAG = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const CDATA = "<![CDATA[";
/** Comments, instructions and texts without tags, with their ends. */
const SPECIALS = [
  ["<!--", "-->"],
  ["<?", "?>"],
  [CDATA, "]]>"],
] as const;

export type XmlPiece =
  | { kind: "text"; text: string }
  | { kind: "open"; name: string; given: string; isEmpty: boolean }
  | { kind: "close"; name: string };

/** Names, as they are spelt, and values of an opening tag's `given`. */
export function attributesOf(given: string): [name: string, value: string][] {
  // Most tags of a sheet or a text have none.
  if (given === "") return [];
  return [...given.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
    name,
    decoded(double ?? single ?? ""),
  ]);
}

/**
 * Tags and texts in their order; comments and instructions are left out.
 * @throws DocumentProblem at the first place that is no XML, or is a declaration.
 */
export function* xmlPieces(xml: string): Generator<XmlPiece> {
  let at = 0;
  while (at < xml.length) {
    if (xml[at] !== "<") {
      const next = xml.indexOf("<", at);
      const end = next < 0 ? xml.length : next;
      yield { kind: "text", text: decoded(xml.slice(at, end)) };
      at = end;
      continue;
    }
    const special = /[!?]/.test(xml[at + 1] ?? "")
      ? SPECIALS.find(([mark]) => xml.startsWith(mark, at))
      : undefined;
    if (special) {
      const [begin, close] = special;
      const end = xml.indexOf(close, at);
      if (end < 0) throw new DocumentProblem("damaged", `${begin} without an end`);
      if (begin === CDATA) yield { kind: "text", text: xml.slice(at + begin.length, end) };
      at = end + close.length;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(xml);
    if (!match) throw new DocumentProblem("damaged", "no tag where one begins");
    at = TAG.lastIndex;
    const [, slash, name = "", given = "", isEmpty] = match;
    if (slash) yield { kind: "close", name };
    else yield { kind: "open", name, given, isEmpty: isEmpty !== "" };
  }
}

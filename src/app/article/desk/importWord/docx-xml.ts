import { DocumentProblem } from "#src/server/documents/problem.ts";
import { attributesOf, xmlPieces } from "#src/server/documents/xml-read.ts";

// XML as Word and its kin write it, read into a tree.

export type Element = {
  /** With the prefix that this program knows the namespace by: `w:p`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
};

const MAX_DEPTH = 400;
/**
 * Elements of one part. A page of a report with eight paragraphs of three runs, each with the settings
 * that Word repeats, has some 210: a thousand pages are 210,000.
 */
const MAX_ELEMENTS = 300_000;

/** Prefixes by the end of the namespace; a producer may call them what it likes. */
const NAMESPACES: readonly [RegExp, string][] = [
  [/wordprocessingml\/(2006\/)?main$/, "w"],
  [/officeDocument\/(2006\/)?math$/, "m"],
  [/officeDocument\/(2006\/)?relationships$/, "r"],
  [/wordprocessingDrawing$/, "wp"],
  [/drawingml\/(2006\/)?main$/, "a"],
  [/drawingml\/(2006\/)?chart$/, "c"],
  [/drawingml\/(2006\/)?diagram$/, "dgm"],
  [/markup-compatibility\/2006$/, "mc"],
  [/^urn:schemas-microsoft-com:vml$/, "v"],
  [/^urn:schemas-microsoft-com:office:office$/, "o"],
];

const known = (uri: string) => NAMESPACES.find(([form]) => form.test(uri))?.[1];

/** Whether there are more tags that open than are read; asked of the text, before a tree takes room. */
function hasTooMany(xml: string): boolean {
  let count = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    const next = xml[at + 1];
    if (next !== "/" && next !== "!" && next !== "?" && ++count > MAX_ELEMENTS) return true;
  }
  return false;
}

/** The root element. @throws DocumentProblem for what is no XML of a text document, or too much of it. */
export function parseXml(xml: string): Element {
  if (hasTooMany(xml)) throw new DocumentProblem("large", "elements");
  const prefixes = new Map<string, string>();
  const named = (name: string) => {
    const [prefix = "", local] = name.split(":");
    if (local === undefined) {
      const own = prefixes.get("");
      return own ? `${own}:${prefix}` : prefix;
    }
    return `${prefixes.get(prefix) ?? prefix}:${local}`;
  };
  const top: Element = { name: "", attributes: {}, children: [] };
  const open: Element[] = [top];
  for (const piece of xmlPieces(xml)) {
    const inside = open.at(-1) ?? top;
    if (piece.kind === "text") {
      inside.children.push(piece.text);
      continue;
    }
    if (piece.kind === "close") {
      if (open.length < 2) throw new DocumentProblem("damaged", "an end without a beginning");
      open.pop();
      continue;
    }
    if (open.length > MAX_DEPTH) throw new DocumentProblem("large", "depth");
    const pairs = attributesOf(piece.given);
    for (const [key, uri] of pairs) {
      if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
      const prefix = key.slice(6);
      const own = known(uri);
      if (own) prefixes.set(prefix, own);
      else prefixes.delete(prefix);
    }
    const element: Element = {
      name: named(piece.name),
      attributes: Object.fromEntries(
        pairs.map(([key, value]) => [key.includes(":") ? named(key) : key, value]),
      ),
      children: [],
    };
    inside.children.push(element);
    if (!piece.isEmpty) open.push(element);
  }
  const root = top.children.find((each) => typeof each !== "string");
  if (!root || open.length > 1) throw new DocumentProblem("damaged", "the document ends early");
  return root;
}

export const elements = (parent: Element | undefined): Element[] =>
  (parent?.children ?? []).filter((each) => typeof each !== "string");

export const child = (parent: Element | undefined, name: string): Element | undefined =>
  parent?.children.find((each): each is Element => typeof each !== "string" && each.name === name);

/** Every element of that name below, in order; those within a found one as well. */
export function descendants(parent: Element | undefined, ...names: string[]): Element[] {
  const found: Element[] = [];
  const walk = (element: Element) => {
    for (const each of elements(element)) {
      if (names.includes(each.name)) found.push(each);
      walk(each);
    }
  };
  if (parent) walk(parent);
  return found;
}

/** `w:val` of a child. */
export const settingOf = (parent: Element | undefined, name: string): string | undefined =>
  child(parent, name)?.attributes["w:val"];

/** A switch of Word's: there without a value, it is on. */
export function isOn(parent: Element | undefined, name: string): boolean | undefined {
  const element = child(parent, name);
  return element && !/^(0|false|off|none)$/.test(element.attributes["w:val"] ?? "1");
}

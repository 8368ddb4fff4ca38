import path from "node:path";
import { DocumentProblem, inWords } from "#src/server/documents/problem.ts";
import { bodyReader } from "./docx-body.ts";
import { escapeHtml, textOf } from "./docx-inline.ts";
import { readNumbering } from "./docx-numbering.ts";
import { takeOfficial } from "./docx-official.ts";
import { type DocxPicture, pictureShelf } from "./docx-pictures.ts";
import { paragraphFacts, readStyles, type Styles } from "./docx-styles.ts";
import { child, descendants, type Element, elements, parseXml } from "./docx-xml.ts";
import { type DocxParts, openDocx, WORDS } from "./docx-zip.ts";
import { type ImportReport, ReportNotes } from "./word-report.ts";

/** A Word document as an article's beginnings; pictures are named `picture:<place in the list>`. */
export type ReadDocument = {
  /** "" where none could be told from the text. */
  title: string;
  html: string;
  pictures: DocxPicture[];
  report: ImportReport;
};

const MAX_TITLE = 100;

/** @throws AppError with the text for the person. */
export const readDocx = (file: Buffer): ReadDocument => inWords(WORDS, () => readParts(file));

function readParts(file: Buffer): ReadDocument {
  const parts = openDocx(file);
  const main = [...relationsOf(parts, "").values()].find((each) =>
    each.type.endsWith("/officeDocument"),
  );
  const name = main?.target ?? "word/document.xml";
  const relations = relationsOf(parts, name);
  const partOf = (type: string): Element | undefined => {
    const found = [...relations.values()].find((each) => each.type.endsWith(`/${type}`));
    const xml = found && !found.isOutside ? parts.xml(found.target) : undefined;
    return xml === undefined ? undefined : parseXml(xml);
  };
  const xml = parts.xml(name);
  const body = xml === undefined ? undefined : child(parseXml(xml), "w:body");
  if (!body) throw new DocumentProblem("damaged", "no body");

  const styles = readStyles(partOf("styles"));
  const notes = new ReportNotes();
  const shelf = pictureShelf(parts);
  const footnotes = noteCounter(partOf("footnotes"), partOf("endnotes"));
  const title = takeOfficial(body, styles, notes) ?? takeTitle(body, styles);
  const levels = descendants(body, "w:p")
    .map((each) => paragraphFacts(child(each, "w:pPr"), styles).level)
    .filter((level) => level !== undefined);
  // Places are counted in the text below the title, as the editor shows it.
  const kept = { paragraphs: 0, pictures: 0, tables: 0 };
  const { html } = bodyReader({
    styles,
    numbering: readNumbering(partOf("numbering")),
    relations,
    shelf,
    notes,
    note: footnotes.marker,
    topLevel: levels.reduce((top, level) => Math.min(top, level), levels[0] ?? 0),
    kept,
  });
  const text = html(body);
  const margins = [...relations.values()].filter(
    (each) => /\/(header|footer)$/.test(each.type) && hasWords(parts, each.target),
  );
  if (margins.length > 0) notes.add("ignored", "页眉页脚", () => "页眉、页脚和页码没有带入");
  return {
    title,
    html: text + footnotes.list(),
    pictures: shelf.pictures,
    report: {
      kept: {
        ...kept,
        paragraphs: kept.paragraphs + (title ? 1 : 0),
        footnotes: footnotes.count(),
      },
      items: notes.items(),
    },
  };
}

type Relation = { target: string; isOutside: boolean; type: string };

/** The references of a part, their targets as names of parts. */
function relationsOf(parts: DocxParts, part: string): Map<string, Relation> {
  const directory = path.posix.dirname(part);
  const file = path.posix.join(directory, "_rels", `${path.posix.basename(part)}.rels`);
  const xml = parts.xml(file);
  const relations = new Map<string, Relation>();
  for (const { attributes } of xml === undefined ? [] : elements(parseXml(xml))) {
    const { Id: id, Target: target = "", Type: type = "", TargetMode: mode } = attributes;
    if (id === undefined) continue;
    const isOutside = mode === "External";
    relations.set(id, {
      type,
      isOutside,
      target: isOutside
        ? target
        : target.startsWith("/")
          ? path.posix.normalize(target).slice(1)
          : path.posix.join(directory, target),
    });
  }
  return relations;
}

const wordsOf = (parent: Element): string => descendants(parent, "w:t", "m:t").map(textOf).join("");

function hasWords(parts: DocxParts, name: string): boolean {
  const xml = parts.xml(name);
  return xml !== undefined && /\p{L}/u.test(wordsOf(parseXml(xml)));
}

/** Numbers notes in the order the text comes to them, footnotes and endnotes in one list. */
function noteCounter(footnotes: Element | undefined, endnotes: Element | undefined) {
  const texts = new Map<string, string>();
  for (const [kind, root] of [
    ["footnote", footnotes],
    ["endnote", endnotes],
  ] as const) {
    for (const each of elements(root)) {
      const { "w:id": id, "w:type": type = "normal" } = each.attributes;
      if (type !== "normal") continue;
      const lines = descendants(each, "w:p").map((line) => wordsOf(line).trim());
      texts.set(`${kind} ${id}`, lines.filter(Boolean).join(" "));
    }
  }
  const numbers = new Map<string, number>();
  return {
    marker(kind: "footnote" | "endnote", id: string): string {
      const key = `${kind} ${id}`;
      if (!texts.get(key)) return "";
      const number = numbers.get(key) ?? numbers.size + 1;
      numbers.set(key, number);
      return `<sup data-note="${number}">${number}</sup>`;
    },
    count: () => numbers.size,
    list(): string {
      if (numbers.size === 0) return "";
      const items = [...numbers.keys()].map(
        (key) => `<li>${escapeHtml(texts.get(key) ?? "")}</li>`,
      );
      return `<ol data-notes="${numbers.size}">${items.join("")}</ol>`;
    },
  };
}

/**
 * Takes the title out of the body: the first paragraph with words, if its style says so, if it is
 * centred, or if it is the only heading of the first level.
 */
function takeTitle(body: Element, styles: Styles): string {
  const place = body.children.findIndex(
    (each) => typeof each !== "string" && (each.name !== "w:p" || wordsOf(each).trim() !== ""),
  );
  const first = body.children[place];
  if (!first || typeof first === "string" || first.name !== "w:p") return "";
  const text = wordsOf(first).replace(/\s+/g, " ").trim();
  const isPlain =
    descendants(
      first,
      "w:drawing",
      "w:pict",
      "w:object",
      "w:footnoteReference",
      "w:endnoteReference",
      "m:oMath",
      "w:del",
      "w:sym",
    ).length === 0;
  if (!isPlain || [...text].length > MAX_TITLE) return "";
  const facts = paragraphFacts(child(first, "w:pPr"), styles);
  const highest = elements(body).filter(
    (each) => each.name === "w:p" && paragraphFacts(child(each, "w:pPr"), styles).level === 0,
  );
  const isOnlyHeading = facts.level === 0 && highest.length === 1;
  const isTitle = facts.isTitle || isOnlyHeading || (facts.align === "center" && !facts.numbering);
  if (!isTitle) return "";
  body.children.splice(place, 1);
  return text;
}

import { FAMILY_BLOCK_STYLES, FAMILY_PART_STYLES } from "../../lib/article/family-styles.ts";
import { buildLists } from "./pasted-lists.ts";
import { type Clip, type PastedPicture, takePictures } from "./pasted-pictures.ts";

const RENAMED: readonly [string, string][] = [
  ["h1", "h2"],
  ["h5", "h4"],
  ["h6", "h4"],
];

const NO_CLIP: Clip = { rtf: "", files: [] };

export type Pasted = {
  html: string;
  /** Pictures on their way: the HTML has a mark for each. */
  coming: PastedPicture[];
  /** Names of pictures that are not taken over; "" where they have none. */
  lost: string[];
};

/**
 * Pasted HTML made ready for the editor's schema, which drops what it does not know (classes, fonts,
 * `o:p`, styles). Word's and WPS's list paragraphs become lists, numbers that belong to the text
 * (一、（一）第一条) stay in it, outline levels become headings, footnotes notes; alignment and
 * first-line indent survive where they say something.
 */
export function cleanPasted(html: string, clip: Clip = NO_CLIP): Pasted {
  const page = new DOMParser().parseFromString(html, "text/html");
  const { body } = page;
  for (const each of body.querySelectorAll("style, script, meta, link, title, xml, o\\:p")) {
    each.remove();
  }
  removeComments(page);
  joinLines(page);
  for (const [from, to] of RENAMED) {
    for (const heading of body.querySelectorAll(from)) rename(heading, to);
  }
  for (const line of body.querySelectorAll<HTMLElement>("p[style*='mso-outline-level']")) {
    const level = Number(/mso-outline-level:\s*(\d)/.exec(line.getAttribute("style") ?? "")?.[1]);
    if (level) rename(line, `h${Math.min(4, level + 1)}`);
  }
  for (const each of body.querySelectorAll<HTMLElement>("[align]")) {
    if (!each.style.textAlign) each.style.textAlign = each.getAttribute("align") ?? "";
  }
  for (const each of body.querySelectorAll<HTMLElement>("[style]")) {
    const { style } = each;
    if (!/^(center|right)$/.test(style.textAlign)) style.removeProperty("text-align");
    if (Number.parseFloat(style.textIndent) > 0) style.textIndent = "2em";
    else style.removeProperty("text-indent");
  }
  for (const each of body.querySelectorAll("ol[start]")) each.removeAttribute("start");
  // Only this editor's own HTML may carry these.
  for (const each of body.querySelectorAll("[data-waiting]")) each.removeAttribute("data-waiting");
  takeNotes(page);
  buildLists(page);
  // Words copied from this editor keep the looks they have there; others bring no colours along.
  if (!html.includes("data-pm-slice")) withoutLooks(body);
  const { coming, lost } = takePictures(body, clip);
  return { html: body.innerHTML, coming, lost };
}

function withoutLooks(body: HTMLElement): void {
  const names = Object.keys({ ...FAMILY_BLOCK_STYLES, ...FAMILY_PART_STYLES });
  for (const each of body.querySelectorAll<HTMLElement>("[style]")) {
    for (const name of [...names, "background"]) each.style.removeProperty(name);
  }
  for (const each of body.querySelectorAll("[class*='ql-']")) each.removeAttribute("class");
}

function rename(element: Element, to: string): void {
  const renamed = element.ownerDocument.createElement(to);
  const align = element instanceof HTMLElement ? element.style.textAlign : "";
  if (align) renamed.style.textAlign = align;
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

function removeComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const each of found) (each as ChildNode).remove();
}

const HAN = "[\\u2014-\\u2026\\u3000-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]";
const BROKEN_LINE = new RegExp(`(${HAN})[ \\t]*[\\r\\n]+[ \\t]*(?=${HAN})`, "g");

/** Word breaks its HTML into lines within Chinese words; a browser would make blanks of them. */
function joinLines(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.includes("\n") && !text.parentElement?.closest("pre")) {
      text.data = text.data.replace(BROKEN_LINE, "$1");
    }
  }
}

/** Word's foot- and endnotes: a link to `#_ftn1` in the text, `<div id="ftn1">` at the end. */
function takeNotes(page: Document): void {
  const used = new Set<Element>();
  for (const marker of page.body.querySelectorAll("a[href*='#_ftn'], a[href*='#_edn']")) {
    const id = /#_((?:ftn|edn)\d+)$/.exec(marker.getAttribute("href") ?? "")?.[1];
    const note = id === undefined ? null : page.getElementById(id);
    if (!note || note.contains(marker)) continue;
    const words = note.cloneNode(true) as Element;
    words.querySelector("a[href*='#_ftnref'], a[href*='#_ednref']")?.remove();
    const text = (words.textContent ?? "").replace(/\s+/g, " ").trim();
    if (!text) continue;
    const sup = page.createElement("sup");
    sup.setAttribute("data-note-text", text);
    marker.replaceWith(sup);
    used.add(note);
  }
  for (const note of used) {
    const list = note.parentElement;
    note.remove();
    if (list && list !== page.body && list.textContent?.trim() === "") list.remove();
  }
}

import type { JSONContent } from "@tiptap/react";

/** The notes of a text while it is written: a marker where each stands, the list at the end. */
export class Notes {
  private readonly texts: string[] = [];

  /** Numbered by their place: call it in the order of the text. */
  marker({ attrs }: JSONContent): string {
    const text = String(attrs?.text ?? "").trim();
    if (!text) return "";
    this.texts.push(text);
    const number = this.texts.length;
    return number < 1_000 ? `<sup data-note="${number}">${number}</sup>` : "";
  }

  list(escaped: (text: string) => string): string {
    const { length } = this.texts;
    if (length === 0) return "";
    const items = this.texts.map((text) => `<li>${escaped(text)}</li>`);
    return `<ol data-notes="${Math.min(999, length)}">${items.join("")}</ol>`;
  }
}

/** What a stored marker `<sup data-note="2">` says: the second entry of the list at the end. */
export function noteTextOf(marker: HTMLElement): string {
  const items = listOf(marker)?.querySelectorAll(":scope > li");
  const item = items?.[Number(marker.getAttribute("data-note")) - 1];
  return item?.textContent?.trim() ?? "";
}

/** Whether every entry of a list has its marker: then the markers carry the texts. */
export function isNotesList(list: HTMLElement): boolean {
  if (listOf(list) !== list) return false;
  const root = list.getRootNode() as ParentNode;
  const items = [...list.querySelectorAll(":scope > li")];
  return items.every((_item, index) => root.querySelector(`sup[data-note="${index + 1}"]`));
}

const listOf = (within: HTMLElement): Element | undefined =>
  [...(within.getRootNode() as ParentNode).querySelectorAll("ol[data-notes]")].at(-1);

import { Extension, Node } from "@tiptap/react";
import { videoOfPlayer } from "../../lib/article/videos.ts";
import { isNotesList, noteTextOf } from "./notes.ts";

/** A film of a site of the list, as a card while one writes; the page shows its player. */
export const Video = Node.create({
  name: "video",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    player: {
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute("data-video"),
    },
    title: {
      default: "",
      parseHTML: (element: HTMLElement) => element.textContent?.trim() ?? "",
    },
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => element.style.textAlign || null,
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [
    {
      tag: "figure[data-video]",
      priority: 60,
      getAttrs: (element: HTMLElement) =>
        videoOfPlayer(element.getAttribute("data-video") ?? "") ? null : false,
    },
  ],
  renderHTML: ({ node }) => [
    "figure",
    { "data-video": node.attrs.player },
    ["span", { class: "rt-video" }, String(node.attrs.title || "视频")],
  ],
});

/** A footnote: a marker in the line, its text in the marker; stored with a list at the end. */
export const Note = Node.create({
  name: "note",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    text: {
      default: "",
      parseHTML: (element: HTMLElement) =>
        element.getAttribute("data-note-text") ?? noteTextOf(element),
    },
  }),
  parseHTML: () => [
    // As copied within the editor, and as stored.
    { tag: "sup[data-note-text]", priority: 60 },
    {
      tag: "sup[data-note]",
      priority: 60,
      getAttrs: (element: HTMLElement) => (noteTextOf(element) ? null : false),
    },
    {
      tag: "ol[data-notes]",
      priority: 60,
      ignore: true,
      getAttrs: (element: HTMLElement) => (isNotesList(element) ? null : false),
    },
  ],
  renderHTML: ({ node }) => {
    const text = String(node.attrs.text ?? "");
    return ["sup", { class: "rt-note", "data-note-text": text, title: text }];
  },
  renderText: ({ node }) => `（注：${node.attrs.text}）`,
});

/** Two characters before the first line of a paragraph. */
export const FirstLineIndent = Extension.create({
  name: "firstLineIndent",
  addGlobalAttributes: () => [
    {
      types: ["paragraph"],
      attributes: {
        indent: {
          default: false,
          parseHTML: (element: HTMLElement) => element.style.textIndent === "2em",
          renderHTML: ({ indent }) => (indent === true ? { style: "text-indent:2em" } : {}),
        },
      },
    },
  ],
});

import { NodeSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";

/** A picture that is chosen in the text. */
export type ChosenPicture = { pos: number; src: string; alt: string; caption: string };

/** A film or a footnote that is chosen. */
export type ChosenVideo = { pos: number; player: string; title: string };
export type ChosenNote = { pos: number; text: string };

const lettersOf = (text: string) => [...text.replace(/\s/g, "")].length;

/** Facts for the bars around the text; read again with every change. */
export function factsOf(editor: Editor) {
  const { selection, doc } = editor.state;
  const isOn = (name: string) => editor.isActive(name);
  let missingAlt = 0;
  let pictures = 0;
  let firstMissing = -1;
  doc.descendants((node, pos) => {
    if (node.type.name !== "image") return;
    pictures++;
    if (String(node.attrs.alt ?? "").trim()) return;
    missingAlt++;
    if (firstMissing < 0) firstMissing = pos;
  });
  const level = [2, 3, 4].find((each) => editor.isActive("heading", { level: each }));
  return {
    canUndo: editor.can().undo(),
    canRedo: editor.can().redo(),
    block: level ? String(level) : "0",
    isBold: isOn("bold"),
    isItalic: isOn("italic"),
    isUnderline: isOn("underline"),
    isStrike: isOn("strike"),
    isBullets: isOn("bulletList"),
    isNumbers: isOn("orderedList"),
    isQuote: isOn("blockquote"),
    align: ["center", "right"].find((textAlign) => editor.isActive({ textAlign })) ?? "left",
    isLink: isOn("link"),
    href: String(editor.getAttributes("link").href ?? ""),
    isIndented: editor.isActive("paragraph", { indent: true }),
    video: chosenVideo(selection),
    note: chosenNote(selection),
    isTable: isOn("table"),
    tableCaption: String(editor.getAttributes("table").caption ?? ""),
    picture: chosenPicture(selection),
    isEmpty: editor.isEmpty,
    characters: lettersOf(doc.textContent),
    /** Of the selection; 0 without one. */
    selected: selection.empty ? 0 : lettersOf(doc.textBetween(selection.from, selection.to)),
    pictures,
    missingAlt,
    firstMissing,
  };
}

export type EditorFacts = ReturnType<typeof factsOf>;

function chosenPicture(selection: Editor["state"]["selection"]): ChosenPicture | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") {
    return undefined;
  }
  const { src, alt, caption } = selection.node.attrs;
  return {
    pos: selection.from,
    src: String(src ?? ""),
    alt: String(alt ?? ""),
    caption: String(caption ?? ""),
  };
}

function chosenVideo(selection: Editor["state"]["selection"]): ChosenVideo | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "video") {
    return undefined;
  }
  const { player, title } = selection.node.attrs;
  return { pos: selection.from, player: String(player ?? ""), title: String(title ?? "") };
}

function chosenNote(selection: Editor["state"]["selection"]): ChosenNote | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "note") {
    return undefined;
  }
  return { pos: selection.from, text: String(selection.node.attrs.text ?? "") };
}

/** Changes one attribute in its place, which keeps the selection. */
export function setAttribute(editor: Editor, pos: number, name: string, value: string): void {
  editor.commands.command(({ tr }) => {
    tr.setNodeAttribute(pos, name, value || null);
    return true;
  });
}

/** The place of the table around the cursor. */
export function tableAt(editor: Editor): number | undefined {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name === "table") return $from.before(depth);
  }
  return undefined;
}

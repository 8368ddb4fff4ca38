import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type Editor, Extension } from "@tiptap/react";

export type Found = { from: number; to: number };

type Search = { words: string; isExact: boolean; index: number; found: Found[] };

const NOTHING: Search = { words: "", isExact: false, index: 0, found: [] };
const key = new PluginKey<Search>("find");

/** More than anybody looks through, and few enough to be drawn. */
const MAX_FOUND = 2_000;

/** Places of the words within the lines of a text; marks do not part them, other things do. */
export function findIn(doc: Editor["state"]["doc"], words: string, isExact: boolean): Found[] {
  if (!words) return [];
  const found: Found[] = [];
  const wanted = isExact ? words : words.toLowerCase();
  doc.descendants((block, pos) => {
    if (!block.isTextblock || found.length >= MAX_FOUND) return found.length < MAX_FOUND;
    // One character a place: a node that is no text gets one that nobody types.
    let line = "";
    block.forEach((node) => {
      line += node.isText ? (node.text ?? "") : "\ufffc".repeat(node.nodeSize);
    });
    // Lower case of a few letters is longer; then the places would not be theirs.
    const lower = line.toLowerCase();
    const text = isExact || lower.length !== line.length ? line : lower;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      found.push({ from: pos + 1 + at, to: pos + 1 + at + words.length });
    }
    return false;
  });
  return found;
}

/** Keeps the search text, and marks it in the text. */
export const Find = Extension.create({
  name: "find",
  addProseMirrorPlugins: () => [
    new Plugin<Search>({
      key,
      state: {
        init: () => NOTHING,
        apply(tr, before) {
          const asked = tr.getMeta(key) as Partial<Search> | undefined;
          if (!asked && !(tr.docChanged && before.words)) return before;
          const next = { ...before, ...asked };
          const found =
            tr.docChanged || asked?.words !== undefined || asked?.isExact !== undefined
              ? findIn(tr.doc, next.words, next.isExact)
              : before.found;
          return { ...next, found, index: Math.min(next.index, Math.max(0, found.length - 1)) };
        },
      },
      props: {
        decorations(state) {
          const { found, index } = key.getState(state) ?? NOTHING;
          return DecorationSet.create(
            state.doc,
            found.map(({ from, to }, at) =>
              Decoration.inline(from, to, { class: at === index ? "rt-found-now" : "rt-found" }),
            ),
          );
        },
      },
    }),
  ],
});

export const searchOf = (editor: Editor): Search => key.getState(editor.state) ?? NOTHING;

const ask = (editor: Editor, asked: Partial<Search>) =>
  editor.view.dispatch(editor.state.tr.setMeta(key, asked).setMeta("addToHistory", false));

/** Looks for words from where the cursor is; "" ends the search. */
export function look(editor: Editor, words: string, isExact: boolean): void {
  ask(editor, { words, isExact, index: 0 });
  const { from } = editor.state.selection;
  const next = searchOf(editor).found.findIndex((each) => each.from >= from);
  show(editor, Math.max(0, next));
}

/** The next one or the one before, round the ends. */
export function step(editor: Editor, by: 1 | -1): void {
  const { found, index } = searchOf(editor);
  if (found.length > 0) show(editor, (index + by + found.length) % found.length);
}

function show(editor: Editor, index: number): void {
  ask(editor, { index });
  const place = searchOf(editor).found[index];
  if (!place) return;
  const { node } = editor.view.domAtPos(place.from);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: "center" });
}

/** Puts other words in the place of the one that is shown; those of its first letter's dress stay. */
export function replaceOne(editor: Editor, words: string): void {
  const { found, index } = searchOf(editor);
  const place = found[index];
  if (!place) return;
  editor.view.dispatch(replaced(editor, editor.state.tr, place, words));
  // Not the text just written, though it may hold the same words.
  const after = place.from + words.length;
  const next = searchOf(editor).found.findIndex((each) => each.from >= after);
  show(editor, Math.max(0, next));
}

/** All of them, undone by one step. @returns how many there were. */
export function replaceAll(editor: Editor, words: string): number {
  const { found } = searchOf(editor);
  const { tr } = editor.state;
  // From the end: the places before do not move.
  for (const place of found.toReversed()) replaced(editor, tr, place, words);
  if (found.length > 0) editor.view.dispatch(tr);
  return found.length;
}

function replaced(editor: Editor, tr: Editor["state"]["tr"], { from, to }: Found, words: string) {
  if (!words) return tr.delete(from, to);
  const marks = tr.doc.nodeAt(from)?.marks ?? [];
  return tr.replaceWith(from, to, editor.schema.text(words, marks));
}

import type { Editor } from "@tiptap/react";
import { fileProblem, IMAGE_RULES } from "../../lib/upload/upload-rules.ts";
import { ApiError } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";
import type { PickedFile } from "../upload/media-picker.tsx";
import { addressOf, uploadFile } from "../upload/upload-file.ts";
import type { PastedPicture } from "./pasted-pictures.ts";

/** specification 8, editor image: the text of every failure. */
const FAILED = "图片插入失败";

type Size = { width: number; height: number } | undefined;

/** Known before the picture is there, so that the page does not jump. */
async function sizeOf(file: File): Promise<Size> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

/**
 * Uploads pictures and puts them where they were meant to go, wherever the text has moved meanwhile.
 * `onGoing` hears +1 and -1; `onThere` the place of a picture that is in.
 */
export async function insertPictures(
  editor: Editor,
  files: readonly File[],
  at: number,
  { onGoing, onThere }: { onGoing: (by: 1 | -1) => void; onThere: (pos: number) => void },
): Promise<void> {
  const good = files.filter((file) => {
    const problem = fileProblem(file, IMAGE_RULES);
    if (problem) notify.error(problem);
    return !problem;
  });
  let place = at;
  let isWritten = false;
  const follow = ({ transaction }: { transaction: Editor["state"]["tr"] }) => {
    place = transaction.mapping.map(place);
    isWritten ||= transaction.docChanged;
  };
  editor.on("transaction", follow);
  try {
    // One after another: they stay in the order they came in.
    for (const file of good) {
      onGoing(1);
      try {
        const [{ fileName }, size] = await Promise.all([uploadFile(file), sizeOf(file)]);
        if (editor.isDestroyed) return;
        const src = addressOf(fileName);
        editor
          .chain()
          .insertContentAt(
            isWritten ? besideText(editor, place) : Math.min(place, editor.state.doc.content.size),
            { type: "image", attrs: { src, ...size } },
            // The cursor may be at work elsewhere by now.
            { updateSelection: false },
          )
          .run();
        onThere(placeOf(editor, src));
      } catch (error) {
        notify.error(failure(error));
      } finally {
        onGoing(-1);
      }
    }
  } finally {
    editor.off("transaction", follow);
  }
}

/**
 * The place itself, or behind the paragraph around it: whoever writes on while a picture uploads is in the middle of a
 * sentence, which stays whole.
 */
function besideText({ state: { doc } }: Editor, place: number): number {
  const spot = doc.resolve(Math.min(place, doc.content.size));
  return spot.parent.isTextblock && spot.parent.content.size > 0 ? spot.after() : spot.pos;
}

/** 图片插入失败, with the server's reason where it gave one of its own. */
function failure(error: unknown): string {
  const reason = error instanceof ApiError && error.code !== 0 ? error.message : "";
  return reason && !reason.startsWith("上传失败") ? `${FAILED}：${reason}` : FAILED;
}

/** Uploads pasted pictures and puts each where its mark is; one that fails takes its mark along. */
export async function fillPasted(
  editor: Editor,
  pictures: readonly PastedPicture[],
  onGoing: (by: 1 | -1) => void,
): Promise<void> {
  // The marks come into the text when the paste that brings them has ended.
  await null;
  for (const { id, file } of pictures) {
    onGoing(1);
    try {
      const problem = fileProblem(file, IMAGE_RULES);
      if (problem) throw new ApiError(500, problem);
      const [{ fileName }, size] = await Promise.all([uploadFile(file), sizeOf(file)]);
      if (editor.isDestroyed) return;
      settle(editor, id, { src: addressOf(fileName), ...size });
    } catch (error) {
      notify.error(failure(error));
      if (!editor.isDestroyed) settle(editor, id, undefined);
    } finally {
      onGoing(-1);
    }
  }
}

/** Gives a waiting picture its address, or takes it out. Not a step of its own to undo. */
function settle(editor: Editor, id: string, attrs: Record<string, unknown> | undefined): void {
  editor.commands.command(({ tr, state }) => {
    state.doc.descendants((node, pos) => {
      if (node.type.name !== "image" || node.attrs.waiting !== id) return;
      if (attrs) tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrs, waiting: null });
      else tr.delete(pos, pos + node.nodeSize);
    });
    tr.setMeta("addToHistory", false);
    return true;
  });
}

/**
 * Puts pictures of the media library where the cursor is, with the words they have there.
 * @returns the place of the first one without words, else of the last; -1 for none.
 */
export function insertStored(editor: Editor, files: readonly PickedFile[]): number {
  const nodes = files.map(({ url, alt, width, height }) => ({
    type: "image",
    attrs: {
      src: addressOf(url),
      alt: alt || null,
      ...(width > 0 && height > 0 ? { width, height } : {}),
    },
  }));
  editor.chain().insertContentAt(editor.state.selection.to, nodes).run();
  const asked = files.find((file) => !file.alt) ?? files.at(-1);
  return asked ? placeOf(editor, addressOf(asked.url)) : -1;
}

function placeOf(editor: Editor, src: string): number {
  let found = -1;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === "image" && node.attrs.src === src) found = pos;
    return found < 0;
  });
  return found;
}

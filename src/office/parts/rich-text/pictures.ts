import type { Editor } from "@tiptap/react";
import { fileProblem, IMAGE_RULES } from "../../../lib/upload-rules.ts";
import { notify } from "../../notify.ts";
import { addressOf, uploadFile } from "../upload-file.ts";

/** Specification 8, editor image: any failure, whatever its reason. */
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
  const follow = ({ transaction }: { transaction: Editor["state"]["tr"] }) => {
    place = transaction.mapping.map(place);
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
          .insertContentAt(Math.min(place, editor.state.doc.content.size), {
            type: "image",
            attrs: { src, ...size },
          })
          .run();
        onThere(placeOf(editor, src));
      } catch {
        notify.error(FAILED);
      } finally {
        onGoing(-1);
      }
    }
  } finally {
    editor.off("transaction", follow);
  }
}

function placeOf(editor: Editor, src: string): number {
  let found = -1;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === "image" && node.attrs.src === src) found = pos;
    return found < 0;
  });
  return found;
}

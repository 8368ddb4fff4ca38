import type { Editor } from "@tiptap/react";
import {
  CONTENT_TYPES,
  extensionOf,
  fileProblem,
  PICTURE_TYPES,
  sizeText,
  type UploadRules,
} from "../../lib/upload/upload-rules.ts";
import { errorText } from "../../site/session/http.ts";
import { notify } from "../calls/notify.ts";
import { addressOf, uploadFile } from "../upload/upload-file.ts";

const PICTURES: readonly string[] = PICTURE_TYPES;

/** Types of attachments: all that the store takes, but pictures. */
export const ATTACHMENT_RULES: UploadRules = {
  types: CONTENT_TYPES.filter((type) => !PICTURES.includes(type)),
  maxMegabytes: 5,
  maxFiles: 5,
};

/** A stored file: `url` is its `/profile/…` path. */
export type AttachedFile = { url: string; name: string; bytes: number };

/** Links to files at the cursor, each with its type and size; the writer chose them just now. */
export function insertAttachments(editor: Editor, files: readonly AttachedFile[]): void {
  editor.chain().focus().insertContent(linksTo(files)).unsetMark("link").run();
}

const linksTo = (files: readonly AttachedFile[]) =>
  files.flatMap(({ url, name, bytes }, index) => [
    ...(index > 0 ? [{ type: "hardBreak" }] : []),
    {
      type: "text",
      text: `${name}（${extensionOf(name).toUpperCase()}，${sizeText(bytes)}）`,
      marks: [{ type: "link", attrs: { href: addressOf(url) } }],
    },
  ]);

/** Uploads files of this machine and links to them; each that is refused says why. */
export async function uploadAttachments(
  editor: Editor,
  files: readonly File[],
  onGoing: (by: 1 | -1) => void,
): Promise<void> {
  let place = editor.state.selection.to;
  const follow = ({ transaction }: { transaction: Editor["state"]["tr"] }) => {
    place = transaction.mapping.map(place);
  };
  editor.on("transaction", follow);
  for (const file of files) {
    const problem = fileProblem(file, ATTACHMENT_RULES);
    if (problem) {
      notify.error(problem);
      continue;
    }
    onGoing(1);
    try {
      const { fileName, originalFilename } = await uploadFile(file);
      if (editor.isDestroyed) return;
      const links = linksTo([{ url: fileName, name: originalFilename, bytes: file.size }]);
      // Where it was asked for; neither the cursor nor the focus is taken from who writes on.
      editor
        .chain()
        .insertContentAt(Math.min(place, editor.state.doc.content.size), links, {
          updateSelection: false,
        })
        .run();
    } catch (error) {
      notify.error(`附件“${file.name}”没有插入：${errorText(error)}`);
    } finally {
      onGoing(-1);
    }
  }
  editor.off("transaction", follow);
}

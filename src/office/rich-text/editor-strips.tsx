import type { Editor } from "@tiptap/react";
import { NewVideoStrip, NoteStrip, VideoStrip } from "./article-strips.tsx";
import type { EditorFacts } from "./editor-facts.ts";
import { FindStrip } from "./find-strip.tsx";
import { LinkStrip, PictureStrip, TableStrip } from "./strips.tsx";
import type { TidyChange } from "./tidy.ts";
import { TidyStrip } from "./tidy-strip.tsx";

/** A strip that a tool has opened; others open by the place of the cursor. */
export type OpenStrip =
  | { kind: "link" | "video" | "find" }
  | { kind: "tidy"; changes: TidyChange[] };

/** The strips below the text: those that tools opened, then the one for the selection. */
export function EditorStrips({
  editor,
  facts,
  askedPicture,
  open,
  onOpen,
}: {
  editor: Editor;
  facts: EditorFacts;
  /** Place of a picture that has just come in: its words are asked for. */
  askedPicture: number;
  open: OpenStrip | undefined;
  onOpen: (strip: OpenStrip | undefined) => void;
}) {
  const { picture, video, note } = facts;
  const close = () => onOpen(undefined);
  const hasChosen = !!(picture || video || note);
  const isLinkShown = open?.kind === "link" || (facts.isLink && !hasChosen);
  return (
    <>
      {open?.kind === "find" && <FindStrip editor={editor} onDone={close} />}
      {open?.kind === "tidy" && (
        <TidyStrip
          editor={editor}
          changes={open.changes}
          onMore={(changes) => onOpen({ kind: "tidy", changes })}
          onDone={close}
        />
      )}
      {open?.kind === "video" && <NewVideoStrip editor={editor} onDone={close} />}
      {picture && (
        <PictureStrip editor={editor} picture={picture} isAsked={askedPicture === picture.pos} />
      )}
      {video && <VideoStrip editor={editor} video={video} />}
      {note && <NoteStrip editor={editor} note={note} />}
      {isLinkShown && (
        <LinkStrip
          editor={editor}
          href={facts.href}
          isAsked={open?.kind === "link"}
          onDone={close}
        />
      )}
      {facts.isTable && !hasChosen && !isLinkShown && (
        <TableStrip editor={editor} caption={facts.tableCaption} />
      )}
    </>
  );
}

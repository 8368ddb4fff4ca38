import type { Static } from "typebox";
import type { WordingHit } from "#src/lib/article/wording-hits.ts";
import type {
  Bulk,
  Check,
  Counts,
  Detail,
  Editor as EditorShape,
  Revision,
  Row,
  SavedShape,
  Step,
} from "./wire.ts";

// What the desk is sent, as types of the schemas of wire.ts.

export type DeskRow = Static<typeof Row>;

/** Numbers beside the ready-made filters of the list. */
export type DeskCounts = Static<typeof Counts>;

export type Editor = Static<typeof EditorShape>;
export type DeskArticle = Static<typeof Detail>;
export type Saved = Static<typeof SavedShape>;
export type RevisionRow = Static<typeof Revision>;
export type TimelineRow = Static<typeof Step>;

/** What stands in the way of submitting or publishing. */
export type CheckReport = Static<typeof Check>;

/** How a refused publication names the words: `data` of the refusal. */
export type WordingRefusal = { hits: WordingHit[]; mayOverride: boolean };

export type BulkVerb =
  | "publish"
  | "recall"
  | "approve"
  | "move"
  | "pin"
  | "unpin"
  | "visible"
  | "recycle"
  | "putBack"
  | "purge";

export type BulkResult = Static<typeof Bulk>;

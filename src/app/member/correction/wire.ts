import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** A request of a member as the list has it. */
export const CorrectionRow = Type.Object({
  ...numbers("id", "version"),
  ...texts(
    "memberNo",
    "memberType",
    /** The name of the register today. */
    "memberName",
    /** What is to be put right, in words: 姓名、证件号码. */
    "what",
    "reason",
    "state",
    "opinion",
    "createTime",
    "dueAt",
    "decidedAt",
  ),
  isLate: Type.Boolean(),
});
export type CorrectionRow = Static<typeof CorrectionRow>;

/** One of them with both sides; numbers of papers are masked. */
export const CorrectionDetail = Type.Object({
  ...CorrectionRow.properties,
  changes: Type.Array(
    Type.Object({
      ...texts("field", "label", "before", "after"),
      /** Shown whole to who may look, with a reason. */
      isMasked: Type.Boolean(),
    }),
  ),
  /** Addresses that hold for ten minutes. */
  files: Type.Array(Type.Object(texts("url", "name"))),
});
export type CorrectionDetail = Static<typeof CorrectionDetail>;

/** One's own, the newest first. */
export const OwnCorrection = Type.Object({
  ...numbers("id", "version"),
  ...texts("what", "reason", "state", "opinion", "createTime", "decidedAt"),
});
export type OwnCorrection = Static<typeof OwnCorrection>;

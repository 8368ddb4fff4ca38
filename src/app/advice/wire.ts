import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** One request for advice as staff have it in the list; the phone is masked. */
export const AdviceRow = Type.Object({
  ...numbers("id", "version"),
  ...texts(
    "adviceNo",
    "name",
    "phone",
    "topic",
    "content",
    "state",
    "dueAt",
    "handler",
    "answer",
    "createTime",
    "answeredAt",
    "closedAt",
  ),
  isUrgent: Type.Boolean(),
  /** Late: it waits longer than it should. */
  isLate: Type.Boolean(),
  hasAccount: Type.Boolean(),
  /** This person handles it. */
  isMine: Type.Boolean(),
});
export type AdviceRow = Static<typeof AdviceRow>;

const AdviceEvent = Type.Object(texts("action", "nickName", "opinion", "createTime"));

/** All of one, with its history. */
export const AdviceDetail = Type.Object({
  ...AdviceRow.properties,
  history: Type.Array(AdviceEvent),
});
export type AdviceDetail = Static<typeof AdviceDetail>;

/** One's own, or that of a phone that was shown to be one's own. */
export const OwnAdvice = Type.Object({
  ...numbers("id", "version"),
  ...texts("adviceNo", "topic", "content", "state", "answer", "createTime", "answeredAt"),
  mayWithdraw: Type.Boolean(),
});
export type OwnAdvice = Static<typeof OwnAdvice>;

export const Handler = Type.Object({ ...numbers("userId"), ...texts("nickName") });
export type Handler = Static<typeof Handler>;

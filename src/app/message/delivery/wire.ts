import { type Static, Type } from "typebox";
import { Nullable, texts } from "#src/lib/wire.ts";

/** A short message or letter as staff see it: receiver and text masked. */
export const DeliveryRow = Type.Object({
  id: Type.Integer(),
  ...texts(
    "event",
    "eventName",
    "channel",
    "receiver",
    "title",
    "content",
    "state",
    "answer",
    "createTime",
  ),
  parts: Type.Integer(),
  tries: Type.Integer(),
  triedTime: Nullable(Type.String()),
  nextTryTime: Nullable(Type.String()),
  doneTime: Nullable(Type.String()),
  /** Failed, and what is to be sent is still there. */
  mayRetry: Type.Boolean(),
});
export type DeliveryRow = Static<typeof DeliveryRow>;

export const DeliveryState = Type.Object({
  usedSms: Type.Integer(),
  budget: Type.Integer(),
  waiting: Type.Integer(),
  failed: Type.Integer(),
  quietHours: Type.String(),
  isQuiet: Type.Boolean(),
});
export type DeliveryState = Static<typeof DeliveryState>;

import { type Static, Type } from "typebox";
import { texts } from "#src/lib/wire.ts";

/** The texts of an event as they are in force, flat as the form has them. */
export const TemplateRow = Type.Object({
  ...texts(
    "event",
    "name",
    "when",
    "siteTitle",
    "siteText",
    "smsText",
    "smsCode",
    "mailTitle",
    "mailText",
    "updateBy",
    "updateTime",
  ),
  smsIsOn: Type.Boolean(),
  mailIsOn: Type.Boolean(),
  /** Of each channel: 0 as long as nobody changed it. */
  siteVersion: Type.Integer(),
  smsVersion: Type.Integer(),
  mailVersion: Type.Integer(),
  /** Channels whose text is not the one that the event began with. */
  changed: Type.Array(Type.String()),
  fields: Type.Array(Type.Object(texts("name", "example"))),
  /** The words that the event began with. */
  initial: Type.Object(texts("siteTitle", "siteText", "smsText", "mailTitle", "mailText")),
  /** The most short messages of this reminder, 0 where it is none. */
  mostSms: Type.Integer(),
});

export type TemplateRow = Static<typeof TemplateRow>;

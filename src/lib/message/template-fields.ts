import type { Channel } from "./channels.ts";
import { isEvent, specOf } from "./events.ts";
import { wordsProblems } from "./text.ts";

/** The fields of an event's form; the server's texts stand at them. */
export type TemplateFields = {
  siteTitle: string;
  siteText: string;
  smsIsOn: boolean;
  smsText: string;
  /** Number of the text at the provider of short messages. */
  smsCode: string;
  mailIsOn: boolean;
  mailTitle: string;
  mailText: string;
};

export const TEMPLATE_NAMES = [
  "siteTitle",
  "siteText",
  "smsIsOn",
  "smsText",
  "smsCode",
  "mailIsOn",
  "mailTitle",
  "mailText",
] as const satisfies readonly (keyof TemplateFields)[];

/** What is wrong with the fields, by their names. */
export function templateProblems(
  event: string,
  fields: TemplateFields,
): Partial<Record<keyof TemplateFields, string | undefined>> {
  if (!isEvent(event)) return {};
  const of = (channel: Channel, title: string, text: string) =>
    wordsProblems(event, channel, { title, text });
  const site = of("site", fields.siteTitle, fields.siteText);
  const mail = of("mail", fields.mailTitle, fields.mailText);
  return {
    siteTitle: site.title,
    siteText: site.text,
    smsText: of("sms", "", fields.smsText).text,
    smsCode: /^[\w-]{0,40}$/.test(fields.smsCode)
      ? undefined
      : "平台模板编号应为最多 40 位字母、数字、下划线或横线",
    mailTitle: mail.title,
    mailText: mail.text,
  };
}

/** The event's examples, for previews and test messages. */
export const examplesOf = (event: string): Readonly<Record<string, string>> =>
  isEvent(event) ? specOf(event).fields : {};

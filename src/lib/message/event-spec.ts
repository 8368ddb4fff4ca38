import type { Channel, Words } from "./channels.ts";

export type EventSpec = {
  name: string;
  /** When it is sent, for the person who edits its texts. */
  when: string;
  /** Fields that its texts may name in braces, each with an example for the preview. */
  fields: Readonly<Record<string, string>>;
  site: Words;
  sms: string;
  mail: Words;
  /** Channels that are on until staff say otherwise; in-site is always. */
  on: readonly Exclude<Channel, "site">[];
  /** Reminders of one name share a limit of short messages for one subject (product 4.5). */
  reminder?: string;
};

/** A text of the site that is good for a letter as well. */
export const both = (title: string, text: string) => ({
  site: { title, text },
  mail: { title, text: `{姓名}，您好！\n\n${text}` },
});

import { maskName } from "../people/masks.ts";
import { isBlank } from "../text/blank.ts";
import type { Channel, Words } from "./channels.ts";
import { type EventName, specOf } from "./events.ts";

export const MAX_TITLE = 60;
export const MAX_TEXT: Readonly<Record<Channel, number>> = { site: 1_000, sms: 300, mail: 2_000 };

/** The words that an event begins with in a channel. */
export function defaultWords(event: EventName, channel: Channel): Words {
  const spec = specOf(event);
  return channel === "sms" ? { title: "", text: spec.sms } : spec[channel];
}

export const isOnByDefault = (event: EventName, channel: Channel): boolean =>
  channel === "site" || specOf(event).on.includes(channel);

const FIELD = /\{([^{}]*)\}/g;

/** The text with the values of its fields; what a value holds is not read again. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(FIELD, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
  );

/** The text, cut where it is longer than a column or a provider takes: a long reason is no reason to fail. */
export const clipped = (text: string, max: number): string => {
  const letters = [...text];
  return letters.length > max ? `${letters.slice(0, max - 1).join("")}…` : text;
};

/** Values of a text's fields in the order that it names them, each time it does: a provider's parameters. */
export const valuesInOrder = (text: string, values: Readonly<Record<string, string>>): string[] =>
  [...text.matchAll(FIELD)].map(([, name = ""]) => values[name] ?? "");

/** Fields that say who somebody is. */
const NAMES: readonly string[] = ["姓名"];

/** The values as staff see them in the log: `张*` for a name. */
export const maskedValues = (
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      NAMES.includes(name) ? maskName(value) : value,
    ]),
  );

const ONE_PART = 70;
const LONG_PART = 67;

/** How many messages a provider makes, and bills, of a text: 70 characters, or 67 each of a longer one. */
export const smsParts = (text: string): number =>
  text.length <= ONE_PART ? 1 : Math.ceil(text.length / LONG_PART);

/** A short message as it is sent: the society's name stands before it. */
export const signed = (society: string, text: string): string => `【${society}】${text}`;

function textProblem(label: string, text: string, max: number, known: readonly string[]) {
  if (isBlank(text)) return `${label}不能为空`;
  if ([...text].length > max) return `${label}不能超过${max}个字符`;
  const unknown = [...text.matchAll(FIELD)]
    .map(([, name = ""]) => name)
    .filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const named = [...new Set(unknown)].map((name) => `{${name}}`).join("、");
    return `${label}中的 ${named} 不是这个通知的字段，可以用的有 ${known.map((name) => `{${name}}`).join("、")}`;
  }
  return /[{}]/.test(text.replace(FIELD, "")) ? `${label}中的花括号没有成对` : undefined;
}

/** What is wrong with the words of an event in a channel, by field; unknown fields are named. */
export function wordsProblems(
  event: EventName,
  channel: Channel,
  { title, text }: Words,
): { title?: string | undefined; text?: string | undefined } {
  const known = Object.keys(specOf(event).fields);
  return {
    title: channel === "sms" ? undefined : textProblem("标题", title, MAX_TITLE, known),
    text: textProblem("内容", text, MAX_TEXT[channel], known),
  };
}

// The parts of an activity that are lists. Their bounds: app/activity/model/parts.server.ts.

/** One line of the fee table. `memberFen` null: the same for members. */
export type Price = {
  /** Stays the same when the line is edited: an entry names it. */
  key: string;
  name: string;
  amountFen: number;
  memberFen: number | null;
  /** The last day on which it is to be had, `yyyy-MM-dd`; empty: to the end. */
  untilDay: string;
};

export type AgendaItem = {
  /** `yyyy-MM-dd` */
  day: string;
  /** `HH:mm` */
  from: string;
  to: string;
  title: string;
  speaker: string;
  place: string;
};

/** A question that an activity asks of each participant. */
export type Question = {
  key: string;
  label: string;
  kind: "text" | "paragraph" | "choice" | "choices" | "agree";
  /** Of `choice` and `choices`. */
  options: string[];
  isRequired: boolean;
  hint: string;
};

export type Answers = Record<string, string | string[]>;

export type Attachment = { name: string; url: string };

/** When a certificate is earned: so much of the sessions attended; 0 sessions: none is given. */
export type CertRule = { sessions: number; minAttend: number };

/** The line of the fee table in force on a day for who chose `key`: an expired one goes on to the next that is not. */
export function priceOn(prices: readonly Price[], key: string, day: string): Price | undefined {
  const chosen = prices.findIndex((each) => each.key === key);
  if (chosen < 0) return undefined;
  const isOpen = ({ untilDay }: Price) => untilDay === "" || untilDay >= day;
  return prices.slice(chosen).find(isOpen) ?? prices.find(isOpen);
}

export const amountOf = (price: Price, isMember: boolean): number =>
  isMember && price.memberFen !== null ? price.memberFen : price.amountFen;

/**
 * What a place costs on a day for who took it at `takenFen`. A line that was taken out of the fee table meanwhile holds
 * for who chose it.
 */
export function priceToday(
  prices: readonly Price[],
  chosen: { key: string; name: string; takenFen: number },
  day: string,
  isMember: boolean,
): { key: string; name: string; amountFen: number } {
  const price = priceOn(prices, chosen.key, day);
  if (!price) return { key: chosen.key, name: chosen.name, amountFen: chosen.takenFen };
  return { key: price.key, name: price.name, amountFen: amountOf(price, isMember) };
}

const MAX_ANSWER = { text: 100, paragraph: 500 } as const;

/** What is wrong with an answer; undefined for nothing. */
export function answerProblem(
  { label, kind, options, isRequired }: Question,
  answer: string | string[] | undefined,
): string | undefined {
  const isChosen = kind === "choice" || kind === "choices";
  const isBlank = answer === undefined || answer.length === 0;
  if (isBlank) {
    if (!isRequired) return undefined;
    return kind === "agree" ? `请先勾选“${label}”` : `请${isChosen ? "选择" : "填写"}${label}`;
  }
  const given = Array.isArray(answer) ? answer : [answer];
  if (kind !== "choices" && given.length > 1) return `${label}只能选择一项`;
  if (isChosen)
    return given.every((each) => options.includes(each)) ? undefined : `请重新选择${label}`;
  if (kind === "agree") return given[0] === "1" ? undefined : `请先勾选“${label}”`;
  const max = MAX_ANSWER[kind];
  return Array.from(given[0] ?? "").length > max ? `${label}最多 ${max} 个字` : undefined;
}

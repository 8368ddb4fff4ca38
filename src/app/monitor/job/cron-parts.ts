import { CRON_PARTS } from "./cron.ts";

/** Values of a part of a line. `none` is `?`, of the day or the weekday. */
export type CronPart =
  | { kind: "every" | "none" }
  | { kind: "range" | "step"; from: number; to: number }
  | { kind: "list"; values: number[] }
  /** Anything else the line may say: kept as it is. */
  | { kind: "other"; text: string };

/** Bounds of each part; weekdays count from 1, Sunday. */
export const PART_BOUNDS: readonly { from: number; to: number }[] = [
  { from: 0, to: 59 },
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12 },
  { from: 1, to: 7 },
  { from: 2026, to: 2099 },
];

export const DAY = 3;
export const WEEKDAY = 5;
const YEAR = 6;

/** A line's seven parts; a year that is not said is every year. */
export function partsOf(line: string): CronPart[] {
  const texts = line.trim().split(/\s+/);
  return CRON_PARTS.map((_name, index) =>
    readPart(texts[index] || (index === WEEKDAY ? "?" : "*")),
  );
}

function readPart(text: string): CronPart {
  if (text === "*") return { kind: "every" };
  if (text === "?") return { kind: "none" };
  const range = /^(\d+)-(\d+)$/.exec(text);
  if (range) return { kind: "range", from: Number(range[1]), to: Number(range[2]) };
  const step = /^(\d+|\*)\/(\d+)$/.exec(text);
  if (step) return { kind: "step", from: Number(step[1]) || 0, to: Number(step[2]) };
  if (/^\d+(,\d+)*$/.test(text)) return { kind: "list", values: text.split(",").map(Number) };
  return { kind: "other", text };
}

/** The line of seven parts; every year is left out. */
export function lineOf(parts: readonly CronPart[]): string {
  const texts = parts.map(textOfPart);
  return (texts[YEAR] === "*" ? texts.slice(0, YEAR) : texts).join(" ");
}

function textOfPart(part: CronPart): string {
  switch (part.kind) {
    case "every":
      return "*";
    case "none":
      return "?";
    case "range":
      return `${part.from}-${part.to}`;
    case "step":
      return `${part.from}/${part.to}`;
    case "list":
      return part.values.length === 0 ? "*" : [...part.values].sort((a, b) => a - b).join(",");
    case "other":
      return part.text;
  }
}

/** Changes one part. Of day and weekday one is always `?`: choosing one gives up the other. */
export function withPart(
  parts: readonly CronPart[],
  index: number,
  part: CronPart,
): readonly CronPart[] {
  const next = parts.map((each, place) => (place === index ? part : each));
  const other = index === DAY ? WEEKDAY : index === WEEKDAY ? DAY : undefined;
  if (other === undefined) return next;
  if (part.kind === "none" && next[other]?.kind === "none") next[other] = { kind: "every" };
  else if (part.kind !== "none") next[other] = { kind: "none" };
  return next;
}

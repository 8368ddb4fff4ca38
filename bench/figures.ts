import fs from "node:fs";

/** One line of the table. `isMet` is undefined where there is no goal. */
export type Figure = {
  name: string;
  figure: string;
  goal: string;
  isMet: boolean | undefined;
  source: string;
  /** Reason of a missed goal; printed below the table. */
  note?: string;
};

/** The value below which `part` (0 to 1) of the values lie. */
export function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);

/** Milliseconds of CPU that a process has used, user and system; Linux only. */
export function cpuMs(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // In ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Runs the tasks one after the other and says how long each took, in milliseconds. Past the limit none is
 * begun but the fewest.
 */
export async function timed(
  tasks: (() => Promise<unknown>)[],
  { limitMs = Number.POSITIVE_INFINITY, fewest = 0 } = {},
): Promise<number[]> {
  const times: number[] = [];
  const endsAt = performance.now() + limitMs;
  for (const task of tasks) {
    if (times.length >= fewest && performance.now() > endsAt) break;
    const began = performance.now();
    await task();
    times.push(performance.now() - began);
  }
  return times;
}

/** The same with `together` requests at a time. */
export async function timedTogether(
  tasks: (() => Promise<unknown>)[],
  together: number,
): Promise<number[]> {
  const waiting = [...tasks];
  const times: number[] = [];
  const lane = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const [time] = await timed([task]);
      times.push(time ?? Number.NaN);
    }
  };
  await Promise.all(Array.from({ length: together }, lane));
  return times;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** The width of a text in a terminal: Chinese characters take two places. */
const width = (text: string): number =>
  [...text].reduce((sum, char) => sum + (/[\u1100-\uffe6]/.test(char) ? 2 : 1), 0);

const pad = (text: string, to: number): string => text + " ".repeat(Math.max(0, to - width(text)));

/** The table as plain text. */
export function tableOf(figures: Figure[]): string {
  const rows = [
    ["what", "figure", "goal", "", "rows from"],
    ...figures.map(({ name, figure, goal, isMet, source }) => [
      name,
      figure,
      goal,
      isMet === undefined ? " " : isMet ? "✓" : "✗",
      source,
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => width(row[column] ?? ""))),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => pad(cell, widths?.[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = [], ...body] = rows;
  return [
    line(head),
    line(head.map((_, column) => "-".repeat(widths?.[column] ?? 0))),
    ...body.map(line),
  ].join("\n");
}

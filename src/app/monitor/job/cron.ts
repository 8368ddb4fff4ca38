import { Cron } from "croner";

/** Lines are read in China's time wherever the server stands. */
const TIME_ZONE = "Asia/Shanghai";

/** Longest line (wire 4.4). */
export const MAX_CRON_LENGTH = 255;

export const WRONG_CRON = "Cron表达式不正确";

/** Names of the parts, in their order. */
export const CRON_PARTS = ["秒", "分", "时", "日", "月", "周", "年"] as const;

const DAY = 3;
const WEEKDAY = 5;

/**
 * Reads a line of the Quartz family: six or seven parts with seconds, weekdays from 1 (Sunday), `?`
 * in the day or the weekday. Returns what is wrong with it as a text for the person, or the line
 * ready to be asked.
 */
function readCron(line: string): Cron | string {
  const parts = line.trim().split(/\s+/);
  if (line.length > MAX_CRON_LENGTH || parts.length < 6 || parts.length > 7) {
    return "应为 6 或 7 段：秒 分 时 日 月 周 [年]";
  }
  const open = (index: number) => parts[index] === "?" || parts[index] === "*";
  if (parts[DAY] === "?" && parts[WEEKDAY] === "?") return "日和周不能都是 ?";
  if (!open(DAY) && !open(WEEKDAY)) return "日和周只能指定一个，另一个请写 ?";
  const stray = parts.findIndex(
    (part, index) => part.includes("?") && !(part === "?" && (index === DAY || index === WEEKDAY)),
  );
  if (stray >= 0) return `${CRON_PARTS[stray]}：只有日和周可以写 ?`;
  try {
    return new Cron(parts.join(" "), {
      timezone: TIME_ZONE,
      mode: "6-or-7-parts",
      alternativeWeekdays: true,
      // The clients' own editor writes 0/10.
      sloppyRanges: true,
      paused: true,
    });
  } catch {
    return WRONG_CRON;
  }
}

/** The fault of a line; undefined when it is right and will fire again after `from`. */
export function cronError(line: string, from = new Date()): string | undefined {
  const cron = readCron(line);
  if (typeof cron === "string") return cron;
  return cron.nextRun(from) ? undefined : "这个表达式今后不会再触发";
}

/** The next ticks after `from`, at most `count`; none of a line that is wrong or has ended. */
export function nextTicks(line: string, count: number, from = new Date()): Date[] {
  const cron = readCron(line);
  return typeof cron === "string" ? [] : cron.nextRuns(count, from);
}

import { type CronPart, partsOf } from "./cron-parts.ts";

const WEEKDAYS = ["", "周日", "周一", "周二", "周三", "周四", "周五", "周六"];
const WORKDAYS = "2,3,4,5,6";

const pad = (value: number) => String(value).padStart(2, "0");

/** The few numbers a part names; undefined when it names none or too many to be said. */
function numbersOf(part: CronPart | undefined): number[] | undefined {
  if (part?.kind === "list") return part.values;
  if (part?.kind !== "range" || part.from > part.to || part.to - part.from > 6) return undefined;
  return Array.from({ length: part.to - part.from + 1 }, (_, index) => part.from + index);
}

const isOpen = (part: CronPart | undefined) => part?.kind === "every" || part?.kind === "none";
const isZero = (part: CronPart | undefined) => part?.kind === "list" && part.values.join() === "0";

/**
 * A line in words where it is one of the usual ones: every so many seconds, minutes or hours, or at
 * times of a day, of weekdays, of days of the month. Empty for all others: their next ticks say more.
 */
export function cronWords(line: string): string {
  const [second, minute, hour, day, month, weekday, year] = partsOf(line);
  if (!isOpen(month) || !isOpen(year)) return "";
  const isDaily = isOpen(day) && isOpen(weekday);
  if (isDaily) {
    const words =
      isZero(second) && isZero(minute)
        ? everyWords(hour, "小时")
        : isZero(second) && isOpen(hour)
          ? everyWords(minute, "分钟")
          : isOpen(minute) && isOpen(hour)
            ? everyWords(second, "秒")
            : "";
    if (words) return words;
  }
  const times = timesOf(second, minute, hour);
  const days = daysOf(day, weekday);
  return times && days ? `${days} ${times}` : "";
}

function everyWords(part: CronPart | undefined, unit: string): string {
  if (part?.kind === "every") return `每${unit}`;
  // 7/10 starts late, 0/7 has a shorter last step: neither is a plain interval.
  const whole = unit === "小时" ? 24 : 60;
  const isEven = part?.kind === "step" && part.from === 0 && whole % part.to === 0;
  return isEven ? `每 ${part.to} ${unit}` : "";
}

function timesOf(
  second: CronPart | undefined,
  minute: CronPart | undefined,
  hour: CronPart | undefined,
): string {
  const [seconds, minutes, hours] = [second, minute, hour].map(numbersOf);
  if (seconds?.length !== 1 || minutes?.length !== 1 || !hours) return "";
  const tail = seconds[0] === 0 ? "" : `:${pad(seconds[0] ?? 0)}`;
  return hours.map((each) => `${pad(each)}:${pad(minutes[0] ?? 0)}${tail}`).join("、");
}

function daysOf(day: CronPart | undefined, weekday: CronPart | undefined): string {
  if (isOpen(day) && isOpen(weekday)) return "每天";
  const days = numbersOf(day);
  if (days && isOpen(weekday)) return `每月 ${days.join("、")} 日`;
  const weekdays = numbersOf(weekday);
  if (!weekdays || !isOpen(day)) return "";
  if (weekdays.join() === WORKDAYS) return "每周一至周五";
  return `每${weekdays.map((each) => WEEKDAYS[each]).join("、")}`;
}

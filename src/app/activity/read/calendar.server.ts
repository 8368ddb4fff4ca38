import type { ActivityInfo } from "../wire.ts";

const MAX_OCTETS = 75;

/** A line that readers of calendars take: no longer than 75 octets, gone on behind a space (RFC 5545, 3.1). */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > MAX_OCTETS - 1) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part].join("\r\n ");
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

const stamp = (moment: string) => moment.replace(/[-:]/g, "").replace(" ", "T");

/** The activity for the calendar of a telephone, with reminders a day and an hour before. */
export function calendarOf(row: ActivityInfo, origin: string): string {
  const url = `${origin}/trainingEventMessage?id=${row.id}`;
  const place =
    row.mode === "2" ? "线上" : [row.city, row.place, row.address].filter(Boolean).join(" ");
  const host = new URL(origin).hostname;
  const alarm = (before: string) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(row.title)}`,
    `TRIGGER:-${before}`,
    "END:VALARM",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//xuehui//activity//ZH",
    "BEGIN:VTIMEZONE",
    "TZID:Asia/Shanghai",
    "BEGIN:STANDARD",
    "DTSTART:19910915T000000",
    "TZOFFSETFROM:+0800",
    "TZOFFSETTO:+0800",
    "END:STANDARD",
    "END:VTIMEZONE",
    "BEGIN:VEVENT",
    `UID:activity-${row.id}@${host}`,
    `DTSTAMP:${stamp(row.signStartAt)}Z`,
    `DTSTART;TZID=Asia/Shanghai:${stamp(row.startAt)}`,
    `DTEND;TZID=Asia/Shanghai:${stamp(row.endAt)}`,
    `SUMMARY:${escaped(row.title)}`,
    `DESCRIPTION:${escaped(row.summary)}`,
    `LOCATION:${escaped(place)}`,
    `URL:${url}`,
    `STATUS:${row.state === 5 ? "CANCELLED" : "CONFIRMED"}`,
    ...alarm("P1D"),
    ...alarm("PT1H"),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

import { timingSafeEqual } from "node:crypto";
import { textMark } from "#src/server/secrets/secret-box.ts";

const DAY_MS = 86_400_000;
/** Midnight in Shanghai. */
const OFFSET_MS = 8 * 3_600_000;
const MARK_SIGNS = 20;

/** The day of a moment in Shanghai, as a number that counts up. */
export const dayOf = (now: number): number => Math.floor((now + OFFSET_MS) / DAY_MS);

/** Its first moment; it lasts to that of the next one. */
export const dayStart = (day: number): number => day * DAY_MS - OFFSET_MS;

const markOf = (dataDir: string, id: number, day: number) =>
  textMark(dataDir, "activity-entry")(`${id}\n${day}`).slice(0, MARK_SIGNS);

/** The text of a person's code for the door: another one each day (product 4.7). */
export function qrText(dataDir: string, entryId: number, now = Date.now()): string {
  const day = dayOf(now);
  return `XHE.${entryId}.${day}.${markOf(dataDir, entryId, day)}`;
}

/** What a text is that somebody shows at the door: an old one was made here, and has run out. */
export type ReadQr = { kind: "good"; id: number } | { kind: "old" } | { kind: "forged" };

/** Reads a code. It holds on the day it was made for and on the next one. */
export function readQr(dataDir: string, text: string, now = Date.now()): ReadQr {
  const [, id = "", day = "", mark = ""] =
    /^XHE\.(\d{1,15})\.(\d{5})\.([\da-f]{20})$/.exec(text.trim()) ?? [];
  if (id === "") return { kind: "forged" };
  const real = markOf(dataDir, Number(id), Number(day));
  if (!timingSafeEqual(Buffer.from(real), Buffer.from(mark))) return { kind: "forged" };
  const age = dayOf(now) - Number(day);
  if (age < 0) return { kind: "forged" };
  return age > 1 ? { kind: "old" } : { kind: "good", id: Number(id) };
}

/**
 * The code that is typed where no camera can be used: the number in the activity and four digits, others each day. It
 * is for staff alone, who could search the name as well.
 */
export function shortCode(
  dataDir: string,
  { id, serial }: { id: number; serial: number },
  now = Date.now(),
): string {
  const mark = textMark(dataDir, "activity-short")(`${id}\n${dayOf(now)}`);
  return `${serial}-${String(Number.parseInt(mark.slice(0, 12), 16) % 10_000).padStart(4, "0")}`;
}

/** Whether a short code is that of an entry, today or since yesterday. */
export const isShortCodeOf = (
  dataDir: string,
  entry: { id: number; serial: number },
  code: string,
  now = Date.now(),
): boolean =>
  code === shortCode(dataDir, entry, now) || code === shortCode(dataDir, entry, now - DAY_MS);

/** All codes that an entry may show from yesterday to tomorrow. */
export const codesAround = (
  dataDir: string,
  entry: { id: number; serial: number },
  now = Date.now(),
): string[] =>
  [now - DAY_MS, now, now + DAY_MS].flatMap((at) => [
    qrText(dataDir, entry.id, at),
    shortCode(dataDir, entry, at),
  ]);

const roomMark = (dataDir: string, id: number, day: number) =>
  textMark(dataDir, "activity-room")(`${id}\n${day}`).slice(0, MARK_SIGNS);

/** The signed text in the QR code of an activity's room sheet, for one day (decision 65). */
export const roomCode = (dataDir: string, activityId: number, day: number): string =>
  `${activityId}.${day}.${roomMark(dataDir, activityId, day)}`;

/** Reads the code of a sheet that this installation has made; undefined for any other text. */
export function readRoomCode(
  dataDir: string,
  text: string,
): { activityId: number; day: number } | undefined {
  const [, id = "", day = "", mark = ""] =
    /^(\d{1,15})\.(\d{5})\.([\da-f]{20})$/.exec(text.trim()) ?? [];
  if (id === "") return undefined;
  const real = roomMark(dataDir, Number(id), Number(day));
  if (!timingSafeEqual(Buffer.from(real), Buffer.from(mark))) return undefined;
  return { activityId: Number(id), day: Number(day) };
}

import { formatDateTime } from "../text/dates.ts";
import { ACTIVITY_CODES } from "./activity-life.ts";
import { ENTRY_CODES, entryStateName } from "./entry-life.ts";

// What happens at the door of an activity: decision 58. The page says the same without a connection.

const HOUR_MS = 3_600_000;

/** The doors open so long before an activity begins. */
const OPENS_BEFORE_MS = 2 * HOUR_MS;

/** A list of persons stays on a phone so long after the end. */
export const LIST_KEPT_MS = 24 * HOUR_MS;

/** Participants check themselves in from so long before an activity begins (decision 65). */
export const SELF_OPENS_BEFORE_MS = HOUR_MS;

/** The name of the door of who checked in by the code of the room. */
export const SELF_DOOR = "自助签到";

/** The most characters of a door's name. */
export const MAX_DOOR = 20;

/** The most check-ins of one call. */
export const MAX_CHECKS = 200;

/** What a check-in came to. */
export const OUTCOMES = [
  "in",
  "again",
  "other",
  "cancelled",
  "refused",
  "waiting",
  "unpaid",
  "unreviewed",
  "forged",
  "old",
  "unknown",
  "off",
  "early",
  "late",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** When the doors are open, as milliseconds. */
export function doorTimes({ startAt, endAt }: { startAt: Date | null; endAt: Date | null }) {
  const start = startAt?.getTime() ?? 0;
  return { opensAt: start - OPENS_BEFORE_MS, closesAt: endAt?.getTime() ?? start };
}

/** A code as a person types it, and as a camera reads it: blanks and long dashes are meant as one short dash. */
export const readCode = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replace(/^(\d+)\s*[-—–－_ ]\s*(\d+)$/, "$1-$2");

export const isShortCode = (code: string): boolean => /^\d{1,9}-\d{4}$/.test(code);

/** What a list on a phone knows a code by; the code cannot be made from it. */
export const codeSource = (activityId: number, code: string): string =>
  `door\n${activityId}\n${code}`;
export const HASH_SIGNS = 24;

/** Facts of one place that decide whether it is let in. */
export type DoorPlace = { state: number; checkedInAt: number | undefined; checkedInDoor: string };

export type DoorEvent = { state: number; opensAt: number; closesAt: number };

/**
 * When a check-in was that a phone noted without a connection. Its clock may have been wrong, and may have been put
 * right since: the phone let in by its clock, so the moment lies within the hours of the doors, and before `now`.
 */
export const momentAtDoor = (at: number, { opensAt, closesAt }: DoorEvent, now: number): number =>
  Math.min(Math.max(at, opensAt), closesAt, now);

/** What becomes of a place of this activity at a moment. */
export function outcomeOf(place: DoorPlace, event: DoorEvent, at: number): Outcome {
  if (event.state === ACTIVITY_CODES.cancelled) return "off";
  switch (place.state) {
    case ENTRY_CODES.present:
    case ENTRY_CODES.done:
      return "again";
    case ENTRY_CODES.cancelled:
    case ENTRY_CODES.refund:
      return "cancelled";
    case ENTRY_CODES.refused:
      return "refused";
    case ENTRY_CODES.waiting:
      return "waiting";
    case ENTRY_CODES.toPay:
    case ENTRY_CODES.paying:
      return "unpaid";
    case ENTRY_CODES.review:
      return "unreviewed";
    default:
      if (at < event.opensAt) return "early";
      return at > event.closesAt ? "late" : "in";
  }
}

const minute = (at: number): string => formatDateTime(new Date(at)).slice(0, 16);

/** When and where somebody was let in first. */
export const firstTime = ({
  checkedInAt,
  checkedInDoor,
}: Pick<DoorPlace, "checkedInAt" | "checkedInDoor">): string =>
  `${checkedInAt === undefined ? "此前" : minute(checkedInAt)}${checkedInDoor ? ` 在「${checkedInDoor}」` : ""}签到`;

type Told = { place?: DoorPlace; event: DoorEvent; otherTitle?: string };

/** The text of an outcome, for who stands at the door. */
export function outcomeText(outcome: Outcome, { place, event, otherTitle }: Told): string {
  switch (outcome) {
    case "in":
      return "签到成功";
    case "again":
      return place ? `已经签到：${firstTime(place)}` : "已经签到";
    case "other":
      return `这是另一个活动「${otherTitle}」的签到码`;
    case "cancelled":
      return "这份报名已取消，不能签到";
    case "refused":
      return "这份报名没有通过审核，不能签到";
    case "waiting":
      return "尚在候补，还没有名额";
    case "unpaid":
      return `尚未完成缴费（${entryStateName(place?.state ?? ENTRY_CODES.toPay)}），请到报到处办理`;
    case "unreviewed":
      return "报名尚未审核，请到报到处办理";
    case "forged":
      return "签到码无效：不是本站生成的签到码";
    case "old":
      return "签到码已过期：请对方刷新报名页，出示今天的签到码";
    case "unknown":
      return "名单中没有这个人，请按姓名查找";
    case "off":
      return "活动已取消，不能签到";
    case "early":
      return `还没有到签到时间，${minute(event.opensAt)} 开始签到`;
    case "late":
      return `签到时间已过，签到已于 ${minute(event.closesAt)} 结束`;
  }
}

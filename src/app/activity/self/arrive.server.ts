import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import {
  type DoorEvent,
  firstTime,
  type Outcome,
  outcomeOf,
  outcomeText,
  SELF_OPENS_BEFORE_MS,
} from "#src/lib/activity/door.ts";
import { ADMITTED, ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { addressGroup } from "#src/lib/address/address.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { takeAttempt } from "../../login/guard/service.server.ts";
import {
  type Activity,
  actOnEntry,
  dayOf,
  dayStart,
  lockActivity,
  type ownerOf,
  readRoomCode,
} from "../service.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import type { Arrived, RoomEvent } from "./wire.ts";

type Owner = Awaited<ReturnType<typeof ownerOf>>;
type Account = Parameters<typeof actOnEntry>[4]["account"];

/** Forged codes that one address may send in these minutes; a code of a room sheet is not counted. */
const VAIN = { failures: 20, minutes: 10 };
const TOO_MANY = "尝试次数过多，请 10 分钟后再试";
const FORGED = "这不是本站的现场签到码，请扫描会场张贴的二维码";

const ALREADY_OVER = "活动已经撤回，不能签到";

type Room = { activityId: number; day: number };

/**
 * The activity and day of a room code. A genuine code is accepted also after forged ones from its address: all visitors
 * of a hall share one address, and nobody guesses 80 bits.
 * @throws AppError for a forged code, and after too many forged codes from one address.
 */
export async function readRoom(
  { db, env }: Pick<Context, "db" | "env">,
  ip: string,
  text: string,
): Promise<Room> {
  const room = readRoomCode(env.dataDir, text);
  if (room) return room;
  const isCounted = await takeAttempt(db, `room:${addressGroup(ip)}`, VAIN);
  throw new AppError(isCounted ? FORGED : TOO_MANY);
}

/** When the code of a day counts: from an hour before the beginning to the end, and on that day alone. */
function windowOf({ state, startAt, endAt }: Activity, day: number): DoorEvent {
  const start = startAt?.getTime() ?? 0;
  const end = endAt?.getTime() ?? start;
  return {
    state,
    opensAt: Math.max(start - SELF_OPENS_BEFORE_MS, dayStart(day)),
    closesAt: Math.min(end, dayStart(day + 1) - 1),
  };
}

/** Why nobody can check in by this code now; empty where they can. */
function problemOf(event: Activity, day: number, now: number): string {
  if (event.state === ACTIVITY_CODES.cancelled)
    return outcomeText("off", { event: windowOf(event, day) });
  const today = dayOf(now);
  const of = formatDay(new Date(dayStart(day)));
  if (day < today) return `这是 ${of} 的签到码，已经失效，请扫描会场今天张贴的二维码`;
  if (day > today) return `这是 ${of} 的签到码，请在当天签到`;
  const window = windowOf(event, day);
  // The times were changed after the sheet was printed.
  if (window.opensAt > window.closesAt) return `活动时间不在 ${of}，请向工作人员确认`;
  if (now < window.opensAt) return outcomeText("early", { event: window });
  return now > window.closesAt ? outcomeText("late", { event: window }) : "";
}

/** The activity that a sheet is of, for who has scanned it. @throws AppError where visitors do not know it. */
export async function roomEvent(db: Db, { activityId, day }: Room): Promise<RoomEvent> {
  const [row] = await db.select().from(activity).where(eq(activity.id, activityId));
  if (!row || row.state < ACTIVITY_CODES.published) throw new AppError(ALREADY_OVER);
  const time = (date: Date | null) => (date ? formatDateTime(date) : "");
  return {
    title: row.title,
    place: row.place,
    startAt: time(row.startAt),
    endAt: time(row.endAt),
    problem: problemOf(row, day, Date.now()),
  };
}

const NOBODY =
  "没有找到您的报名。如果用其他手机号报名，请用那个手机号验证；没有报名的，请到报到处办理";

/**
 * Checks in the person of a telephone: the account's, or one that was proved just now. Whom they signed up besides has a
 * telephone of their own.
 * @throws AppError where the code does not count now.
 */
export async function arrive(
  context: Context,
  { activityId, day }: Room,
  owner: Owner,
  from: { account: Account; ip: string },
): Promise<Arrived> {
  return context.db.transaction(async (tx) => {
    const event = await lockActivity(tx, activityId);
    if (!event || event.state < ACTIVITY_CODES.published) throw new AppError(ALREADY_OVER);
    const now = Date.now();
    const problem = problemOf(event, day, now);
    if (problem) throw new AppError(problem);
    const [row] =
      owner.phone === ""
        ? []
        : await tx
            .select()
            .from(activityEntry)
            .where(
              and(eq(activityEntry.activityId, activityId), eq(activityEntry.phone, owner.phone)),
            )
            // One that was cancelled before tells less than the one that counts.
            .orderBy(
              desc(inArray(activityEntry.state, [...ADMITTED, ENTRY_CODES.absent])),
              desc(sql`${activityEntry.state} <= 6`),
              desc(activityEntry.id),
            )
            .limit(1);
    if (!row) return { outcome: "unknown", text: NOBODY, name: "", unit: "", seatNo: "" };
    const { name, unit, seatNo, checkedInDoor } = row;
    const window = windowOf(event, day);
    const place = {
      state: row.state,
      checkedInAt: row.checkedInAt?.getTime(),
      checkedInDoor,
    };
    const outcome: Outcome = outcomeOf(place, window, now);
    if (outcome === "in") {
      const inside = { ...context, db: tx };
      await actOnEntry(inside, "arrive", row.id, {}, { ...from, owner });
    }
    const text =
      outcome === "again"
        ? `您已于${firstTime(place)}，无需重复签到`
        : outcomeText(outcome, { place, event: window });
    return { outcome, text, name, unit, seatNo };
  });
}

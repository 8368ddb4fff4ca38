import { and, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import {
  type DoorPlace,
  doorTimes,
  isShortCode,
  MAX_CHECKS,
  MAX_DOOR,
  momentAtDoor,
  type Outcome,
  outcomeOf,
  outcomeText,
  readCode,
} from "#src/lib/activity/door.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { plainText } from "#src/server/crud/ids.ts";
import type { Given, Person } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import {
  type Activity,
  actOnEntry,
  isShortCodeOf,
  lockActivity,
  readQr,
} from "../service.server.ts";
import { activity, activityCheck, activityEntry } from "../table.server.ts";
import type { DoorOutcome } from "./wire.ts";

/** One check-in as a phone sends it; `at` by the phone's clock. */
type Check = {
  uuid: string;
  entryId: number;
  code: string;
  at: number;
  door: string;
  isOffline: boolean;
};

/** The check-ins of one call. `behindMs`: how far the phone's clock is behind ours, negative where it is ahead. */
export type Checks = { items: Check[]; behindMs: number };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export const DOOR_ASKED = `请填写签到口名称，最多 ${MAX_DOOR} 个字`;

/** The name of a door out of a body; empty where it is none. */
export function doorOf(value: unknown): string {
  const door = plainText(value).trim();
  return Array.from(door).length <= MAX_DOOR ? door : "";
}

/** The end of the year 9999: the database reads later ones in another form. */
const LATEST = 253_402_300_799_999;

/** A time as a phone has it, in milliseconds. */
const isMoment = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value <= LATEST;

/**
 * The check-ins of a body. `now` is the phone's clock when it sends: the difference to ours is that of its other times.
 * Without it they are taken as they are.
 * @throws AppError with the text on `items` or `now`, or on the field of the row.
 */
export function readChecks({ items, now }: Given): Checks {
  refuseFields({ now: now === undefined || isMoment(now) ? undefined : "本机时间不正确" });
  const behindMs = isMoment(now) ? Date.now() - now : 0;
  const rows: unknown[] = Array.isArray(items) ? items : [];
  const isGood = rows.length > 0 && rows.length <= MAX_CHECKS;
  refuseFields({ items: isGood ? undefined : `一次请上传 1 到 ${MAX_CHECKS} 条签到` });
  const wrong: Record<string, string | undefined> = {};
  const checks = rows.map((row, index): Check => {
    const given: Given = typeof row === "object" && row !== null ? { ...row } : {};
    const uuid = plainText(given.uuid).toLowerCase();
    const door = doorOf(given.door);
    const code = readCode(plainText(given.code)).slice(0, 100);
    const entryId = idOfText(plainText(given.entryId)) ?? 0;
    const at = isMoment(given.at) ? given.at : Number.NaN;
    const says = (field: string, isWrong: boolean, text: string) => {
      if (isWrong) wrong[`items.${index}.${field}`] = text;
    };
    says("uuid", !UUID.test(uuid), "这条签到没有编号，请刷新页面后重试");
    says("door", door === "", DOOR_ASKED);
    says("code", code === "" && entryId === 0, "请出示签到码或选择参加的人");
    says("at", Number.isNaN(at), "签到时间不正确");
    return { uuid, entryId, code, at, door, isOffline: given.isOffline === true };
  });
  refuseFields(wrong);
  return { items: checks, behindMs };
}

type Found = { entryId: number } | { outcome: Outcome; otherTitle?: string };

/** Whose code or number it is. The code is looked at as it was when it was shown. */
async function find(
  { env }: Context,
  tx: Db,
  event: Activity,
  { entryId, code }: Check,
  at: number,
): Promise<Found> {
  if (entryId > 0) return { entryId };
  if (isShortCode(code)) {
    const serial = Number(code.slice(0, code.indexOf("-")));
    const [row] = await tx
      .select({ id: activityEntry.id, serial: activityEntry.serial })
      .from(activityEntry)
      .where(and(eq(activityEntry.activityId, event.id), eq(activityEntry.serial, serial)));
    const isReal = row && isShortCodeOf(env.dataDir, row, code, at);
    return isReal ? { entryId: row.id } : { outcome: "forged" };
  }
  const read = readQr(env.dataDir, code, at);
  return read.kind === "good" ? { entryId: read.id } : { outcome: read.kind };
}

/** Lets one in, or says why not. The activity is locked. */
async function checkOne(
  context: Context,
  tx: Db,
  event: Activity,
  check: Check,
  behindMs: number,
  person: Person,
): Promise<DoorOutcome> {
  const before = await sentBefore(tx, check.uuid);
  if (before) return before;
  const times = { state: event.state, ...doorTimes(event) };
  const now = Date.now();
  // A clock that runs ahead has not come to a moment yet that is still to come.
  const at = check.isOffline
    ? momentAtDoor(check.at + behindMs, times, now)
    : Math.max(0, Math.min(check.at + behindMs, now));
  const found = await find(context, tx, event, check, at);
  const [row] =
    "entryId" in found
      ? await tx
          .select({ entry: activityEntry, title: activity.title })
          .from(activityEntry)
          .innerJoin(activity, eq(activity.id, activityEntry.activityId))
          .where(eq(activityEntry.id, found.entryId))
      : [];
  const isOther = row !== undefined && row.entry.activityId !== event.id;
  // A number without a code is out of the list of this activity alone.
  const mine = row && !isOther ? row.entry : undefined;
  const place: DoorPlace | undefined = mine && {
    state: mine.state,
    checkedInAt: mine.checkedInAt?.getTime(),
    checkedInDoor: mine.checkedInDoor,
  };
  const outcome: Outcome =
    event.state === ACTIVITY_CODES.cancelled
      ? "off"
      : place
        ? outcomeOf(place, times, at)
        : "outcome" in found
          ? found.outcome
          : isOther && check.entryId === 0
            ? "other"
            : "unknown";
  if (outcome === "in" && mine) {
    const given = { at: new Date(at), door: check.door };
    await actOnEntry({ ...context, db: tx }, "checkIn", mine.id, given, person);
  }
  const told = outcomeText(outcome, {
    event: times,
    ...(place ? { place } : {}),
    ...(row ? { otherTitle: row.title } : {}),
  });
  await tx.insert(activityCheck).values({
    uuid: check.uuid,
    activityId: event.id,
    entryId: mine?.id ?? null,
    at: new Date(at),
    phoneAt: new Date(check.at),
    isOffline: check.isOffline,
    door: check.door,
    outcome,
    told,
    checkedBy: person.account.userId,
    // The database's clock may be another machine's.
    createTime: new Date(now),
  });
  const { uuid, door } = check;
  const { id: entryId = 0, name = "", unit = "", seatNo = "" } = mine ?? {};
  return { uuid, outcome, text: told, entryId, name, unit, seatNo, at, door };
}

/** What was said when the same check-in came before. */
async function sentBefore(tx: Db, uuid: string): Promise<DoorOutcome | undefined> {
  const [row] = await tx
    .select({ check: activityCheck, entry: activityEntry })
    .from(activityCheck)
    .leftJoin(activityEntry, eq(activityEntry.id, activityCheck.entryId))
    .where(eq(activityCheck.uuid, uuid));
  if (!row) return undefined;
  const { check, entry } = row;
  return {
    uuid,
    outcome: check.outcome,
    text: check.told,
    entryId: check.entryId ?? 0,
    name: entry?.name ?? "",
    unit: entry?.unit ?? "",
    seatNo: entry?.seatNo ?? "",
    at: check.at.getTime(),
    door: check.door,
  };
}

/**
 * Takes the check-ins of a phone in their order, each with an outcome of its own. Two phones of one activity come one
 * after another: the first that reaches us counts.
 * @throws AppError 404 for an activity that visitors do not know either.
 */
export async function checkInAtDoor(
  context: Context,
  activityId: number,
  { items, behindMs }: Checks,
  person: Person,
): Promise<DoorOutcome[]> {
  return context.db.transaction(async (tx) => {
    const event = await lockActivity(tx, activityId);
    if (!event || event.state < ACTIVITY_CODES.published) {
      throw new AppError(NOT_FOUND, { code: 404 });
    }
    const outcomes: DoorOutcome[] = [];
    for (const check of items) {
      outcomes.push(await checkOne(context, tx, event, check, behindMs, person));
    }
    return outcomes;
  });
}

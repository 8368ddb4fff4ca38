import {
  codeSource,
  HASH_SIGNS,
  isShortCode,
  type Outcome,
  outcomeOf,
  outcomeText,
} from "#src/lib/activity/door.ts";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { DoorEntry, DoorList } from "../../activity/door/wire.ts";
import type { Check } from "./store.ts";

/** Who is to be let in: a place of the list, or what their code says. */
export type Who = { entryId: number } | { code: string };

/** What the phone says by itself. `canNote`: it cannot know, the server can. */
export type Judged = { outcome: Outcome; text: string; entry?: DoorEntry; canNote?: true };

/** The list with those in it whom this phone has let in since, at most once each. */
export function withNoted(list: DoorList, checks: readonly Check[], aheadMs: number): DoorList {
  const noted = new Map(
    checks
      .filter(({ activityId, isOffline }) => isOffline && activityId === list.activity.id)
      .toReversed()
      .map((check) => [check.entryId, check]),
  );
  let came = 0;
  const entries = list.entries.map((entry): DoorEntry => {
    const check = noted.get(entry.id);
    if (!check || isIn(entry)) return entry;
    came++;
    const { present } = ENTRY_CODES;
    const checkedInAt = check.at + aheadMs;
    return { ...entry, state: present, checkedInAt, checkedInDoor: check.door };
  });
  const { activity } = list;
  return { ...list, entries, activity: { ...activity, present: activity.present + came } };
}

export const isIn = ({ state }: DoorEntry): boolean =>
  state === ENTRY_CODES.present || state === ENTRY_CODES.done;

async function hashOf(activityId: number, code: string): Promise<string> {
  // Without TLS a browser has no digests: codes are then left to the server.
  if (!crypto.subtle) return "";
  const bytes = new TextEncoder().encode(codeSource(activityId, code));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.slice(0, HASH_SIGNS);
}

const PERSONAL_CODE = /^XHE\.\d/;

/** Decides at the door as the server would by this list. `now`: the server's clock as far as the phone knows it. */
export async function judge(list: DoorList, who: Who, now: number): Promise<Judged> {
  const { activity, entries } = list;
  const hash = "code" in who ? await hashOf(activity.id, who.code) : "";
  const entry = entries.find((each) =>
    "code" in who ? hash !== "" && each.hashes.includes(hash) : each.id === who.entryId,
  );
  if (entry) {
    const { state, checkedInDoor } = entry;
    const place = { state, checkedInAt: entry.checkedInAt ?? undefined, checkedInDoor };
    const outcome = outcomeOf(place, activity, now);
    return { outcome, text: outcomeText(outcome, { place, event: activity }), entry };
  }
  const isReadable = "code" in who && (PERSONAL_CODE.test(who.code) || isShortCode(who.code));
  if (!isReadable) {
    const outcome = "code" in who ? "forged" : "unknown";
    return { outcome, text: outcomeText(outcome, { event: activity }) };
  }
  const read = formatDateTime(new Date(list.now)).slice(5, 16);
  const text = `本机名单（${read} 读取）中没有这个签到码，离线时不能核对。请按姓名查找；确认是参会人的，可以先记下，联网后核对。`;
  return { outcome: "unknown", text, canNote: true };
}

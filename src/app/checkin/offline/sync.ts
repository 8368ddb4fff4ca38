import { MAX_CHECKS } from "#src/lib/activity/door.ts";
import { ApiError, callApi, isUnanswered } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { refreshVisitor, visitorNow, visitorToken } from "#src/site/session/session.ts";
import { readToken } from "#src/site/session/token.ts";
import type { DoorOutcome } from "../../activity/door/wire.ts";
import {
  type Check,
  dropChecks,
  keepSettled,
  keptLists,
  type Settled,
  waitingChecks,
} from "./store.ts";

const PATH = "/api/activity/door/checkIn";

/** One that is looked at waits so long; each further one of the same call gives it a little more. */
const WAITS_MS = 8_000;
const MORE_MS = 100;

/**
 * How sending ended. `lost`: nobody answered; `ended`: a log-in is asked for; `other`: somebody else is logged in;
 * `forbidden`: the right is gone; `problem`: the server said something else, and is asked again later.
 */
export type Ended = "done" | "lost" | "ended" | "other" | "forbidden" | "problem";
type Answer = { data: DoorOutcome[] };
export type Sent = { ended: Ended; text: string; outcomes: DoorOutcome[] };

/** Nobody answered, or a machine before the server did. */
export const isLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || isUnanswered(error);

/** So long a call of the door waits; a phone in a hall with bad air would wait a minute else. */
export const doorSignal = (count = 1): AbortSignal =>
  AbortSignal.timeout(WAITS_MS + (count - 1) * MORE_MS);

let tail: Promise<unknown> = Promise.resolve();

/** One at a time in this browser: two tabs would send the same ones. Without TLS there are no locks, one tab has a line. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request("door-sync", work) as Promise<T>;
  const next = tail.then(work, work);
  tail = next.catch(() => undefined);
  return next;
}

/** Nothing is sent in the name of somebody else who has logged in elsewhere in this browser. */
async function isSomebodyElse(userId: number): Promise<boolean> {
  if (readToken() !== visitorToken()) await refreshVisitor();
  const { user } = visitorNow();
  return user !== undefined && user.userId !== userId;
}

async function asRefused(check: Check, text: string): Promise<DoorOutcome> {
  const { uuid, at, door, userId, activityId, entryId = 0 } = check;
  const kept = (await keptLists(userId)).find(({ id }) => id === activityId);
  const entry = kept?.list.entries.find(({ id }) => id === entryId);
  const { name = "", unit = "", seatNo = "" } = entry ?? {};
  return { uuid, text, at, door, entryId, outcome: "unknown", name, unit, seatNo };
}

/** Staff took the activity back, perhaps to change it: what was noted waits for it. */
const isWithdrawn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 404 && !error.isBare;
const WITHDRAWN = "活动已经撤回，重新发布后自动上传";

/** The check-ins of a call that the server will never take, each with its text; none where it may take them later. */
function refusedFor(error: unknown, part: readonly Check[]): Promise<DoorOutcome[]> {
  const fields = error instanceof ApiError && !error.isBare ? error.fields : undefined;
  return Promise.all(
    part.flatMap((check, index) => {
      const [text] = Object.entries(fields ?? {})
        .filter(([field]) => field.startsWith(`items.${index}.`))
        .map(([, said]) => said);
      return text ? [asRefused(check, text)] : [];
    }),
  );
}

/**
 * Sends what this account has noted, in order. What nobody is at hand to be told of is kept as settled; `watched` is
 * the uuid of the one whose outcome is shown at once. `isAttended`: somebody may be asked to log in.
 */
export function sendChecks(
  userId: number,
  { isAttended, watched }: { isAttended: boolean; watched?: string },
): Promise<Sent> {
  return inTurn(async () => {
    const outcomes: DoorOutcome[] = [];
    const end = (ended: Ended, text = ""): Sent => ({ ended, text, outcomes });
    const settle = async (answers: readonly DoorOutcome[], part: readonly Check[]) => {
      const rows = answers.flatMap((answer): Settled[] => {
        const check = part.find(({ uuid }) => uuid === answer.uuid);
        return check && check.uuid !== watched
          ? [{ ...answer, userId, activityId: check.activityId }]
          : [];
      });
      // Storage may be forbidden; they are told of by the list then.
      await keepSettled(rows).catch(() => undefined);
      await dropChecks(answers.map(({ uuid }) => uuid));
      outcomes.push(...answers);
    };
    const withdrawn = new Set<number>();
    for (;;) {
      const mine = (await waitingChecks()).filter(
        (check) => check.userId === userId && !withdrawn.has(check.activityId),
      );
      const [first] = mine;
      if (!first) return withdrawn.size > 0 ? end("problem", WITHDRAWN) : end("done");
      const part = mine
        .filter(({ activityId }) => activityId === first.activityId)
        .slice(0, MAX_CHECKS);
      const items = part.map(({ userId: _user, activityId: _activity, ...item }) => item);
      const body = () => ({ activityId: first.activityId, now: Date.now(), items });
      try {
        if (await isSomebodyElse(userId)) return end("other");
        const { data } = await callApi<Answer>("POST", PATH, {
          body: body(),
          signal: doorSignal(part.length),
          isUnattended: !isAttended,
        }).catch((error: unknown) => {
          const hasEnded = error instanceof ApiError && error.code === 401 && !error.isBare;
          if (!isAttended || !hasEnded) throw error;
          return callAsMember<Answer>(userId, "POST", PATH, { body: body() });
        });
        await settle(data, part);
      } catch (error) {
        if (isWithdrawn(error)) {
          // Those of other activities go on.
          withdrawn.add(first.activityId);
          continue;
        }
        const refused = await refusedFor(error, part);
        if (refused.length > 0) {
          await settle(refused, part);
          continue;
        }
        if (isLost(error)) return end("lost");
        const { code, message } = error as ApiError;
        const ended = code === 401 ? "ended" : code === 403 ? "forbidden" : "problem";
        return end(ended, message);
      }
    }
  });
}

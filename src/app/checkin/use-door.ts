import { useEffect, useMemo, useRef, useState } from "react";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { type ApiError, callApi, errorText } from "#src/site/session/http.ts";
import { refreshVisitor, visitorNow } from "#src/site/session/session.ts";
import type { DoorCount, DoorEntry, DoorList, DoorOutcome } from "../activity/door/wire.ts";
import { newUuid } from "./new-uuid.ts";
import { isIn, judge, type Who, withNoted } from "./offline/judge.ts";
import {
  type Check,
  dropChecks,
  dropList,
  dropPeople,
  dropSettled,
  keepCheck,
  keepList,
  keptLists,
  settledOf,
} from "./offline/store.ts";
import { doorSignal, isLost } from "./offline/sync.ts";
import { useLook } from "./offline/use-look.ts";
import { type Noted, useNoted } from "./offline/use-noted.ts";

const PATH = "/api/activity/door";
const FORBIDDEN = 403;
/** A list is read again after so long: codes are those of the days around it. */
const FRESH_MS = 600_000;

const NO_LIST = "没有网络，本机也没有这个活动的名单。请联网后打开一次本页，再离线使用。";
const RIGHT_GONE = "您的账号不能再办理现场签到，名单已从本机删除。";

export type Told =
  | { kind: "outcome"; outcome: Pick<DoorOutcome, "outcome" | "text" | "name" | "unit" | "seatNo"> }
  | { kind: "walkIn"; name: string; serial: number }
  /** Let in by the phone alone; `isKnown`: by its list. */
  | { kind: "noted"; name: string; unit: string; seatNo: string; isKnown: boolean }
  | { kind: "failed"; text: string; canNote?: () => Promise<void> };

export type DoorState = {
  list: DoorList | undefined;
  /** The list is on this device, so that the door goes on without a connection. */
  isKept: boolean;
  problem: string;
  told: Told | undefined;
  isBusy: boolean;
  noted: Noted;
  reload(): Promise<void>;
  /** Checks in one person by number or by code, at the door of this name. */
  check(who: Who, door: string): Promise<void>;
  tell(told: Told): void;
};

/** What the server's clock shows by now, as far as this page knows. */
type Clock = { aheadMs: number; read?: { server: number; page: number } };
const serverNow = ({ aheadMs, read }: Clock): number =>
  // A person may set back the clock of the phone, and the page's own stands still while the phone sleeps.
  Math.max(read ? read.server + performance.now() - read.page : 0, Date.now() + aheadMs);

/** The list of one activity as it stands at the server, or as it was kept, and what came of the last check-in. */
export function useDoor(userId: number, id: number): DoorState {
  const noted = useNoted(userId);
  const [list, setList] = useState<DoorList>();
  const [isKept, setKept] = useState(false);
  const clock = useRef<Clock>({ aheadMs: 0 });
  const [problem, setProblem] = useState("");
  const [told, tell] = useState<Told>();
  const [isBusy, setBusy] = useState(false);
  const turns = useRef({ last: 0, taken: 0 });

  const take = async (data: DoorList) => {
    const aheadMs = data.now - Date.now();
    clock.current = { aheadMs, read: { server: data.now, page: performance.now() } };
    setList(data);
    const isOver = data.now > data.activity.closesAt;
    if (isOver) await dropList(id);
    setKept(!isOver && (await keepList({ id, userId, list: data, aheadMs })));
  };

  useEffect(() => {
    // What is on the device is there at once, whatever becomes of the call.
    void keptLists(userId).then((lists) => {
      const kept = lists.find((each) => each.id === id);
      if (!kept || clock.current.read) return;
      clock.current.aheadMs = kept.aheadMs;
      setList(kept.list);
      setKept(true);
    });
  }, [userId, id]);

  /** What a call of the door failed with. */
  const fail = async (error: unknown) => {
    if (isLost(error)) {
      noted.setOffline(true);
      setProblem("");
      return;
    }
    noted.setOffline(false);
    const { code } = error as ApiError;
    if (code === FORBIDDEN) {
      await dropPeople();
      setList(undefined);
    } else if (code === 404) await dropList(id);
    setProblem(code === FORBIDDEN ? RIGHT_GONE : errorText(error));
  };

  const ask = <T>(what: "list" | "count", isUnattended: boolean) =>
    callApi<{ data: T }>("GET", `${PATH}/${what}`, {
      query: { id },
      isUnattended,
      signal: doorSignal(),
    });

  const read = async (isUnattended: boolean) => {
    const turn = ++turns.current.last;
    try {
      const { data } = await ask<DoorList>("list", isUnattended);
      // A list that was asked for later is here, or somebody was let in since.
      if (turn < turns.current.taken) return;
      turns.current.taken = turn;
      noted.setOffline(false);
      setProblem("");
      await take(data);
    } catch (error) {
      await fail(error);
    }
  };

  useLook(async () => {
    if (list && serverNow(clock.current) > list.activity.closesAt && isKept) {
      await dropList(id);
      setKept(false);
    }
    const sent = await noted.send({ isAttended: false });
    if (sent.ended === "lost") return fail(undefined);
    const { read: known } = clock.current;
    const isFresh = known !== undefined && serverNow(clock.current) - known.server < FRESH_MS;
    if (!list || !isFresh || sent.outcomes.length > 0) return read(list !== undefined);
    try {
      // Other doors let people in meanwhile. The whole list is read again when the numbers say so.
      const { data } = await ask<DoorCount>("count", true);
      noted.setOffline(false);
      setProblem("");
      // Who it was on this device alone is asked for now.
      if (!visitorNow().user) void refreshVisitor();
      const { present, due } = list.activity;
      if (data.present !== present || data.due !== due) await read(true);
    } catch (error) {
      await fail(error);
    }
  });

  const shown = useMemo(
    () => list && withNoted(list, noted.waiting, clock.current.aheadMs),
    [list, noted.waiting],
  );

  /** Decides by the list on this device. */
  const note = async (check: Check, who: Who): Promise<Told> => {
    if (!shown) return { kind: "failed", text: NO_LIST };
    const { outcome, text, entry, canNote } = await judge(shown, who, serverNow(clock.current));
    if (outcome === "in" && entry) {
      const { code: _code, ...rest } = check;
      await keepCheck({ ...rest, entryId: entry.id, isOffline: true });
      return { kind: "noted", ...factsOf(entry), isKnown: true };
    }
    await dropChecks([check.uuid]);
    if (!canNote) return { kind: "outcome", outcome: { outcome, text, ...factsOf(entry) } };
    const keep = async () => {
      await keepCheck({ ...check, isOffline: true });
      tell({ kind: "noted", name: "", unit: "", seatNo: "", isKnown: false });
    };
    return { kind: "failed", text, canNote: keep };
  };

  /** Puts who was let in now into the list on this device: the whole of it need not be read again. */
  const admit = async ({ outcome, entryId, at, door }: DoorOutcome) => {
    const entry = list?.entries.find((each) => each.id === entryId);
    if (!list || !entry || !(outcome === "in" || (outcome === "again" && isIn(entry)))) {
      void read(true);
      return;
    }
    if (isIn(entry)) return;
    // A list that is on its way was asked for before.
    turns.current.taken = ++turns.current.last;
    const came = { state: ENTRY_CODES.present, checkedInAt: at, checkedInDoor: door };
    const put = (data: DoorList): DoorList => ({
      ...data,
      entries: data.entries.map((each) => (each.id === entryId ? { ...each, ...came } : each)),
      activity: { ...data.activity, present: data.activity.present + 1 },
    });
    setList((data) => data && put(data));
    const { aheadMs } = clock.current;
    if (isKept) await keepList({ id, userId, list: put(list), aheadMs });
  };

  /** What came of a check-in that another sending took along. */
  const settledElsewhere = async (uuid: string): Promise<Told | undefined> => {
    const outcome = (await settledOf(userId)).find((row) => row.uuid === uuid);
    if (!outcome) return;
    await dropSettled([uuid]).catch(() => undefined);
    return { kind: "outcome", outcome };
  };

  const decide = async (check: Check, who: Who): Promise<Told> => {
    if (noted.isOffline) return note(check, who);
    // Before it is sent: a phone that dies meanwhile has it still.
    await keepCheck(check);
    const sent = await noted.send({ isAttended: true, watched: check.uuid });
    const outcome = sent.outcomes.find(({ uuid }) => uuid === check.uuid);
    if (outcome) {
      await admit(outcome);
      return { kind: "outcome", outcome };
    }
    const elsewhere = await settledElsewhere(check.uuid);
    if (elsewhere) return elsewhere;
    if (sent.ended === "done") {
      void read(true);
      return { kind: "failed", text: "签到已上传，请按姓名查找，核对是否已经签到" };
    }
    if (sent.ended === "lost") return note(check, who);
    if (sent.ended === "forbidden" || sent.ended === "other") {
      await dropChecks([check.uuid]);
      return { kind: "failed", text: sent.text || "本浏览器已登录为其他账号，没有签到" };
    }
    return { kind: "failed", text: `签到已存在本机，还没有上传：${sent.text}` };
  };

  return {
    list: shown,
    isKept,
    problem: problem || (noted.isOffline && !list ? NO_LIST : ""),
    told,
    isBusy,
    noted,
    reload: () => read(false),
    tell,
    async check(who, door) {
      if (isBusy) return;
      setBusy(true);
      const uuid = newUuid();
      const check = {
        uuid,
        userId,
        activityId: id,
        at: Date.now(),
        door,
        isOffline: false,
        ...who,
      };
      try {
        tell(await decide(check, who));
      } finally {
        setBusy(false);
      }
    },
  };
}

const factsOf = (entry: DoorEntry | undefined) => ({
  name: entry?.name ?? "",
  unit: entry?.unit ?? "",
  seatNo: entry?.seatNo ?? "",
});

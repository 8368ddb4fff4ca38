import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from "idb";
import { PEOPLE_DATABASE } from "#src/site/session/leave-device.ts";
import type { DoorList, DoorOutcome } from "../../activity/door/wire.ts";

// What a phone at the door keeps (decision 64). Two databases: a log-out drops the one with names as a whole, and the
// check-ins that are still to be sent outlive it.

/** One check-in until the server has answered. It names nobody: a number, or a code that only the server can read. */
export type Check = {
  uuid: string;
  userId: number;
  activityId: number;
  entryId?: number;
  code?: string;
  /** By the phone's own clock, as it stood. */
  at: number;
  door: string;
  /** Let in by the phone alone. */
  isOffline: boolean;
};

/** What came of a check-in that nobody was told of when it was made. */
export type Settled = DoorOutcome & { userId: number; activityId: number };

/** A list as it was read; `aheadMs`: the server's clock less the phone's at that time. */
export type KeptList = { id: number; userId: number; list: DoorList; aheadMs: number };

/** Who may stand here while the server cannot be asked; `tokenEnd` ties it to one log-in. */
export type Guard = { userId: number; userName: string; nickName: string; tokenEnd: string };

interface QueueShape extends DBSchema {
  checks: { key: number; value: Check; indexes: { uuid: string } };
}
interface PeopleShape extends DBSchema {
  lists: { key: number; value: KeptList };
  settled: { key: string; value: Settled };
  guard: { key: string; value: Guard };
}

const QUEUE_DATABASE = "door-queue";
const GUARD = "guard";

/**
 * A page of an older build goes on beside the database of a later one: what is in it is opened as it stands. A later
 * version leaves the stores and the fields of this one where they are (decision 64).
 */
function openAnyway<Shape extends DBSchema>(name: string, callbacks: OpenDBCallbacks<Shape>) {
  return openDB<Shape>(name, 1, callbacks).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== "VersionError") throw error;
    const { upgrade: _upgrade, ...rest } = callbacks;
    return openDB<Shape>(name, undefined, rest);
  });
}

/** One connection while it lives; another tab that deletes the database is let go first. */
function keptOpen<Shape extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Shape>) => void,
) {
  let opened: Promise<IDBPDatabase<Shape>> | undefined;
  return () => {
    opened ??= openAnyway<Shape>(name, {
      upgrade,
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        opened = undefined;
      },
      terminated: () => {
        opened = undefined;
      },
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

const queue = keptOpen<QueueShape>(QUEUE_DATABASE, (database) => {
  // The keys count up: check-ins are sent in the order in which they were made.
  database.createObjectStore("checks", { autoIncrement: true }).createIndex("uuid", "uuid");
});
const people = keptOpen<PeopleShape>(PEOPLE_DATABASE, (database) => {
  database.createObjectStore("lists", { keyPath: "id" });
  database.createObjectStore("settled", { keyPath: "uuid" });
  database.createObjectStore("guard");
});

/** Where storage is forbidden check-ins live as long as the page. */
let unkept: Check[] = [];

/** What was answered and is still in a queue that cannot be written, as on a full device: it is not sent again. */
const dropped = new Set<string>();

const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Calls `listener` when check-ins or their outcomes change in this tab; returns how to stop. */
export function onDoorChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a check-in, or puts it in the place of what has its uuid. */
export async function keepCheck(check: Check): Promise<void> {
  dropped.delete(check.uuid);
  try {
    const { store, done } = (await queue()).transaction("checks", "readwrite", {
      durability: "strict",
    });
    const key = await store.index("uuid").getKey(check.uuid);
    await store.put(check, key);
    await done;
  } catch {
    unkept = [...unkept.filter(({ uuid }) => uuid !== check.uuid), check];
  }
  changed();
}

/** All that wait to be sent, in their order, also those of other accounts. */
export async function waitingChecks(): Promise<Check[]> {
  const kept = await queue()
    .then((database) => database.getAll("checks"))
    .catch(none);
  // One that could not be put in its place is there twice: the later one counts.
  const isNewer = ({ uuid }: Check) => unkept.some((each) => each.uuid === uuid);
  return [...kept.filter((check) => !isNewer(check)), ...unkept].filter(
    ({ uuid }) => !dropped.has(uuid),
  );
}

export async function dropChecks(uuids: readonly string[]): Promise<void> {
  unkept = unkept.filter(({ uuid }) => !uuids.includes(uuid));
  for (const uuid of uuids) dropped.add(uuid);
  try {
    const { store, done } = (await queue()).transaction("checks", "readwrite");
    for (const uuid of uuids) {
      const key = await store.index("uuid").getKey(uuid);
      if (key !== undefined) await store.delete(key);
    }
    await done;
    for (const uuid of uuids) dropped.delete(uuid);
  } catch {
    // Storage is forbidden: they were in the page alone, or lie there until it can be written.
  }
  changed();
}

/** Keeps what nobody was told of yet; the check-in itself is dropped after that, so that none is lost in between. */
export async function keepSettled(rows: readonly Settled[]): Promise<void> {
  if (rows.length === 0) return;
  const { store, done } = (await people()).transaction("settled", "readwrite");
  await Promise.all(rows.map((row) => store.put(row)));
  await done;
  changed();
}

export const settledOf = async (userId: number): Promise<Settled[]> =>
  (await people().then((database) => database.getAll("settled"), none)).filter(
    (row) => row.userId === userId,
  );

export async function dropSettled(uuids: readonly string[]): Promise<void> {
  const { store, done } = (await people()).transaction("settled", "readwrite");
  await Promise.all(uuids.map((uuid) => store.delete(uuid)));
  await done;
  changed();
}

const none = () => [];

/** Keeps the list of one activity; false where storage is forbidden. */
export const keepList = (kept: KeptList): Promise<boolean> =>
  people()
    .then((database) => database.put("lists", kept))
    .then(
      () => true,
      () => false,
    );

/** When the server's clock would be at the phone's `now`. */
const serverTime = ({ aheadMs }: KeptList, now: number): number => now + aheadMs;

/** The lists of an account. Those whose activity is over are removed, and those of others. */
export async function keptLists(userId: number): Promise<KeptList[]> {
  const all = await people().then((database) => database.getAll("lists"), none);
  const isDue = (kept: KeptList) =>
    kept.userId === userId && serverTime(kept, Date.now()) <= kept.list.activity.closesAt;
  for (const kept of all.filter((each) => !isDue(each))) await dropList(kept.id);
  return all.filter(isDue);
}

export const dropList = (id: number): Promise<void> =>
  people().then(
    (database) => database.delete("lists", id),
    () => undefined,
  );

/** Removes every name from this device. */
export async function dropPeople(): Promise<void> {
  await people()
    .then((database) =>
      Promise.all((["lists", "settled", "guard"] as const).map((store) => database.clear(store))),
    )
    .catch(none);
  changed();
}

export const keepGuard = (guard: Guard): Promise<unknown> =>
  people()
    .then((database) => database.put("guard", guard, GUARD))
    .catch(none);

export const keptGuard = (): Promise<Guard | undefined> =>
  people().then(
    (database) => database.get("guard", GUARD),
    () => undefined,
  );

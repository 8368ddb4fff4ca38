import { useCallback, useEffect, useState } from "react";
import { ApiError, callApi, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { DoorCount, DoorList, DoorOutcome } from "../activity/door/wire.ts";

const PATH = "/api/activity/door";
const LOOKS_EVERY_MS = 10_000;

/** One check-in. Its uuid stays the same however often it is sent: the server counts it once. */
type Check = { uuid: string; entryId?: number; code?: string; at: number; door: string };

export type Told =
  | { kind: "outcome"; outcome: DoorOutcome }
  | { kind: "walkIn"; name: string; serial: number }
  | { kind: "failed"; text: string; unsent?: Check };

/** crypto.randomUUID is missing where the site is reached without TLS. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export type DoorState = {
  list: DoorList | undefined;
  problem: string;
  told: Told | undefined;
  isBusy: boolean;
  reload(): Promise<void>;
  /** Checks in one person by number or by code, at the door of this name. */
  check(who: { entryId: number } | { code: string }, door: string): Promise<void>;
  /** Sends once more what the network lost. */
  again(unsent: Check): Promise<void>;
  tell(told: Told): void;
};

/** The list of one activity as it stands at the server, and what came of the last check-in. */
export function useDoor(userId: number, id: number): DoorState {
  const [list, setList] = useState<DoorList>();
  const [offset, setOffset] = useState(0);
  const [problem, setProblem] = useState("");
  const [told, tell] = useState<Told>();
  const [isBusy, setBusy] = useState(false);

  const read = useCallback(
    async (isUnattended: boolean) => {
      try {
        const { data } = await callApi<{ data: DoorList }>("GET", `${PATH}/list`, {
          query: { id },
          isUnattended,
        });
        setList(data);
        // The clock of a phone may be wrong; what counts is the server's.
        setOffset(data.now - Date.now());
        setProblem("");
      } catch (error) {
        setProblem(errorText(error));
      }
    },
    [id],
  );
  const reload = useCallback(() => read(false), [read]);

  useEffect(() => {
    void reload();
  }, [reload]);

  const seen = list ? `${list.activity.present}/${list.activity.due}` : "";
  useEffect(() => {
    if (!seen) return;
    // Other doors let people in meanwhile. The whole list is read again when the numbers say so.
    const look = async () => {
      try {
        const { data } = await callApi<{ data: DoorCount }>("GET", `${PATH}/count`, {
          query: { id },
          isUnattended: true,
        });
        if (`${data.present}/${data.due}` !== seen) await read(true);
        else setProblem("");
      } catch (error) {
        setProblem(errorText(error));
      }
    };
    const timer = setInterval(() => void look(), LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, seen, read]);

  const again = async (check: Check) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = await callAsMember<{ data: DoorOutcome[] }>(
        userId,
        "POST",
        `${PATH}/checkIn`,
        { body: { activityId: id, items: [check] } },
      );
      const [outcome] = data;
      if (outcome) tell({ kind: "outcome", outcome });
      await reload();
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 0;
      tell({ kind: "failed", text: errorText(error), ...(isLost ? { unsent: check } : {}) });
    } finally {
      setBusy(false);
    }
  };

  return {
    list,
    problem,
    told,
    isBusy,
    reload,
    tell,
    again,
    check: (who, door) => again({ uuid: newUuid(), at: Date.now() + offset, door, ...who }),
  };
}

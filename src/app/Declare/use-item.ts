import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DeclareValue } from "#src/lib/declare/schema.ts";
import type { SaveState } from "#src/site/form/save-line.tsx";
import { useAutosave } from "#src/site/form/use-autosave.ts";
import { useOneSaving } from "#src/site/form/use-one-saving.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { ItemWhole, Saved, StoredName } from "../declaration/item/wire.ts";
import { declareCopy } from "./local-copy.ts";
import { changedIn, copyOf, hasClash, picked, settled, taken, type Work, workOf } from "./work.ts";

/** After the last change. */
const AUTOSAVE_MS = 4_000;

const ITEM = "/api/declaration/item";

const CLASH = "有内容同时被他人修改，请选择保留哪一处";

/** What the line beside the form says once nothing is on its way. */
const restingState = (work: Work | undefined): SaveState => {
  if (work && changedIn(work).length > 0) return { kind: "dirty" };
  return work && hasClash(work)
    ? { kind: "clash", text: CLASH }
    : { kind: "clean", at: new Date() };
};

/**
 * A declaration that saves itself: on this device at once, on the server a few seconds after the last change and
 * when the page is put away. Fields that a co-writer or another page changed meanwhile are taken over; one that
 * both have changed keeps both texts until the person chooses.
 */
export function useItem(userId: number, id: number | undefined) {
  const [work, setWork] = useState<Work>();
  const [problem, setProblem] = useState("");
  const [state, setState] = useState<SaveState>({ kind: "clean", at: undefined });
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(work);
  latest.current = work;
  const { isFree, run } = useOneSaving();

  const copy = useMemo(
    () => (id === undefined ? undefined : declareCopy(userId, id)),
    [userId, id],
  );

  /** Puts on this device what the server does not have; takes it away where it has all. */
  const keep = useCallback(() => {
    const unsent = latest.current && copyOf(latest.current);
    if (unsent) copy?.keep(unsent);
    else copy?.forget();
  }, [copy]);

  const apply = useCallback((next: (before: Work) => Work) => {
    const before = latest.current;
    if (!before) return;
    latest.current = next(before);
    setWork(latest.current);
  }, []);

  const load = useCallback(async (): Promise<void> => {
    if (id === undefined) return;
    setProblem("");
    try {
      const { data } = await callAsMember<{ data: ItemWhole }>(userId, "GET", `${ITEM}/getInfo`, {
        query: { id },
      });
      const begun = workOf(data, data.isWritable ? copy?.read() : undefined);
      const hasUnsent = copyOf(begun) !== undefined;
      latest.current = begun;
      setWork(begun);
      setRestored(hasUnsent);
      setState(hasUnsent ? restingState(begun) : { kind: "clean", at: undefined });
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [userId, id, copy]);

  useEffect(() => {
    latest.current = undefined;
    setWork(undefined);
    void load();
  }, [load]);

  /** Reads what may have changed beside the form: state, history, addresses of files. */
  const refresh = useCallback(async (): Promise<void> => {
    if (id === undefined) return;
    try {
      const { data } = await callAsMember<{ data: ItemWhole }>(userId, "GET", `${ITEM}/getInfo`, {
        query: { id },
      });
      apply((before) => ({ ...before, info: { ...data, values: before.info.values } }));
    } catch {
      // What is shown stays; the next step says what is wrong.
    }
  }, [userId, id, apply]);

  /** Saves what is there now; true when the server has it. */
  const save = useCallback(async (): Promise<boolean> => {
    await isFree();
    const sent = latest.current;
    if (!sent || id === undefined) return true;
    const names = changedIn(sent);
    if (names.length === 0) {
      const resting = restingState(sent);
      setState((before) => (before.kind === resting.kind ? before : resting));
      keep();
      return true;
    }
    const send = async (): Promise<boolean> => {
      setState({ kind: "saving" });
      try {
        const values = picked(sent.values, names);
        const base = picked(sent.base, names);
        const { data } = await callAsMember<{ data: Saved }>(userId, "PUT", `${ITEM}/save`, {
          body: { id, seen: sent.seen, base, values },
        });
        apply((before) => taken(before, values, data));
        keep();
        setState(restingState(latest.current));
        return true;
      } catch (error) {
        setState({ kind: "failed", text: errorText(error) });
        return false;
      }
    };
    return run(send);
  }, [userId, id, apply, keep, isFree, run]);

  const setValue = useCallback(
    (name: string, value: DeclareValue) => {
      apply((before) => ({ ...before, values: { ...before.values, [name]: value } }));
      setState((before) => (before.kind === "failed" ? before : { kind: "dirty" }));
    },
    [apply],
  );

  /** Of a field that both have changed: one's own text, or the other one. */
  const settle = useCallback(
    (name: string, isMine: boolean) => {
      apply((before) => settled(before, name, isMine));
      setState({ kind: "dirty" });
    },
    [apply],
  );

  const addFile = useCallback(
    (key: string, file: StoredName) =>
      apply((before) => ({
        ...before,
        info: { ...before.info, files: { ...before.info.files, [key]: file } },
      })),
    [apply],
  );

  const isUnsaved = useCallback(
    () => latest.current !== undefined && copyOf(latest.current) !== undefined,
    [],
  );
  useAutosave({ typed: work?.values, isUnsaved, keep, save, afterMs: AUTOSAVE_MS });

  return {
    info: work?.info,
    values: work?.values ?? {},
    conflicts: work?.conflicts ?? {},
    problem,
    state,
    isRestored,
    load,
    refresh,
    save,
    setValue,
    settle,
    addFile,
  };
}

export type ItemWork = ReturnType<typeof useItem>;

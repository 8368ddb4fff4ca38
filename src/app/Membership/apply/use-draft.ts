import { useCallback, useEffect, useRef, useState } from "react";
import type { FormValue, MemberType } from "#src/lib/membership/form.ts";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { Info, Saved } from "../../system/sign/wire.ts";
import { type Draft, draftOf, saysTheSame } from "./draft.ts";
import { forgetLocally, keepLocally, readLocally } from "./local-draft.ts";

export type SaveState =
  | { kind: "clean"; at: Date | undefined }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** What is typed is kept on this device. */
  | { kind: "failed"; text: string }
  /** Somebody saved it elsewhere meanwhile. */
  | { kind: "conflict" };

/** After the last change: product 4.4. */
const AUTOSAVE_MS = 10_000;
const LOCAL_MS = 500;

type Kind = { memberType: MemberType; kind: string };

const PATHS = { "01": "addMember", "02": "addOrg" } as const;

const bodyOf = (draft: Draft, { kind }: Kind, submit: boolean) => ({
  ...draft.form,
  ...(draft.id === undefined ? {} : { id: draft.id, version: draft.version }),
  ...(draft.levelId === null ? {} : { levelId: draft.levelId }),
  years: draft.years,
  branchIds: draft.branchIds,
  directoryVisible: draft.directoryVisible,
  kind,
  submit,
});

/** Goes on from what this device kept, where nobody has saved it elsewhere since. */
function restored(draft: Draft, userId: number, type: MemberType): Draft | undefined {
  const kept = readLocally(userId, type);
  if (!kept || kept.version !== draft.version) return undefined;
  const { levelId, years, directoryVisible } = kept;
  // What was kept before branches could be chosen says nothing of them.
  const branchIds = kept.branchIds ?? draft.branchIds;
  const form = { ...draft.form, ...kept.form };
  return { ...draft, form, levelId, years, branchIds, directoryVisible };
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && /已被他人更新/.test(error.message);

/**
 * An application that saves itself: on this device at once, on the server ten seconds after the last change,
 * when a step ends and when the page is put away.
 */
export function useDraft(userId: number, info: Info, kind: Kind) {
  const { memberType } = kind;
  const [first] = useState(() => {
    const fromServer = draftOf(info);
    const fromHere = restored(fromServer, userId, memberType);
    return { draft: fromHere ?? fromServer, isRestored: fromHere !== undefined };
  });
  const [draft, setDraft] = useState(first.draft);
  const [state, setState] = useState<SaveState>(
    first.isRestored ? { kind: "dirty" } : { kind: "clean", at: undefined },
  );
  const latest = useRef(draft);
  latest.current = draft;
  const changes = useRef(first.isRestored ? 1 : 0);
  const running = useRef<Promise<boolean> | undefined>(undefined);

  const change = useCallback((next: Partial<Draft>) => {
    changes.current++;
    setDraft((before) => ({ ...before, ...next }));
    setState((before) => (before.kind === "conflict" ? before : { kind: "dirty" }));
  }, []);
  const setValue = useCallback((name: string, value: FormValue) => {
    changes.current++;
    setDraft((before) => ({ ...before, form: { ...before.form, [name]: value } }));
    setState((before) => (before.kind === "conflict" ? before : { kind: "dirty" }));
  }, []);

  /**
   * Takes over the version of a save that the page before had on its way when this one was loaded: it says what
   * this device had kept. False where somebody else has saved.
   */
  const takeOwnLate = useCallback(async (): Promise<boolean> => {
    if (!first.isRestored) return false;
    const { data } = await callAsMember<{ data: Info }>(userId, "GET", "/api/system/sign/getInfo");
    const there = draftOf(data);
    if (!saysTheSame(there, first.draft)) return false;
    const { id, version } = there;
    const withVersion = (before: Draft): Draft => {
      const isTyped = before.form.idNo !== first.draft.form.idNo;
      const { idNo } = isTyped ? before.form : there.form;
      const form = idNo === undefined ? before.form : { ...before.form, idNo };
      return { ...before, id, version, form };
    };
    setDraft(withVersion);
    latest.current = withVersion(latest.current);
    return true;
  }, [userId, first]);

  /** Sends the draft as it is now, and once more after an own save that came late. */
  const send = useCallback(
    async (submit: boolean, consents: object = {}): Promise<Saved> => {
      const once = async () => {
        const body = { ...bodyOf(latest.current, kind, submit), ...consents };
        const path = `/api/system/sign/${PATHS[memberType]}`;
        const { data } = await callAsMember<{ data: Saved }>(userId, "POST", path, { body });
        return data;
      };
      try {
        return await once();
      } catch (error) {
        if (!isConflict(error) || !(await takeOwnLate())) throw error;
        return once();
      }
    },
    [userId, memberType, kind, takeOwnLate],
  );

  /** Saves what is there now; true when the server has it. */
  const save = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current;
    const begun = changes.current;
    if (begun === 0) return true;
    const work = async (): Promise<boolean> => {
      setState({ kind: "saving" });
      try {
        const data = await send(false);
        setDraft((before) => ({ ...before, id: data.id, version: data.version }));
        latest.current = { ...latest.current, id: data.id, version: data.version };
        const isLatest = changes.current === begun;
        if (isLatest) {
          changes.current = 0;
          forgetLocally(userId, memberType);
        }
        setState(isLatest ? { kind: "clean", at: new Date() } : { kind: "dirty" });
        return true;
      } catch (error) {
        setState(
          isConflict(error) ? { kind: "conflict" } : { kind: "failed", text: errorText(error) },
        );
        return false;
      }
    };
    running.current = work().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [userId, memberType, send]);

  const keep = useCallback(() => {
    const { version, form, levelId, years, branchIds, directoryVisible } = latest.current;
    const kept = { version, form, levelId, years, branchIds, directoryVisible };
    if (changes.current > 0) keepLocally(userId, memberType, kept);
  }, [userId, memberType]);

  // What is typed is on this device within half a second, on the server within ten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from the last change of the draft
  useEffect(() => {
    if (changes.current === 0) return;
    const local = setTimeout(keep, LOCAL_MS);
    const server = setTimeout(() => {
      if (changes.current > 0) void save();
    }, AUTOSAVE_MS);
    return () => {
      clearTimeout(local);
      clearTimeout(server);
    };
  }, [draft, save, keep]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState !== "hidden" || changes.current === 0) return;
      // A page that is thrown away may never learn what became of its save.
      keep();
      void save();
    };
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [save, keep]);

  /** Hands it in. @throws ApiError with texts on the fields. */
  const submit = async (consents: object): Promise<void> => {
    while (running.current) await running.current;
    const handingIn = send(true, consents);
    // Saving waits for it meanwhile: of two at once the later would have an old version.
    running.current = handingIn
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running.current = undefined;
      });
    await handingIn;
    changes.current = 0;
    forgetLocally(userId, memberType);
  };

  return { draft, state, isRestored: first.isRestored, change, setValue, save, submit };
}

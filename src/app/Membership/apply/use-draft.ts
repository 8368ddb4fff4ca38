import { useCallback, useRef, useState } from "react";
import type { FormValue, MemberType } from "#src/lib/membership/form.ts";
import type { SaveState } from "#src/site/form/save-line.tsx";
import { useAutosave } from "#src/site/form/use-autosave.ts";
import { useOneSaving } from "#src/site/form/use-one-saving.ts";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { Info, Saved } from "../../system/sign/wire.ts";
import { type Draft, draftOf, saysTheSame } from "./draft.ts";
import { localDraft } from "./local-draft.ts";

/** After the last change: product 4.4. */
const AUTOSAVE_MS = 10_000;

const CONFLICT = "这份申请在另一台设备上有更新，请载入最新内容后继续。";

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
  const kept = localDraft(userId, type).read();
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
  const { isFree, run } = useOneSaving();

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
    await isFree();
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
          localDraft(userId, memberType).forget();
        }
        setState(isLatest ? { kind: "clean", at: new Date() } : { kind: "dirty" });
        return true;
      } catch (error) {
        setState(
          isConflict(error)
            ? { kind: "conflict", text: CONFLICT }
            : { kind: "failed", text: errorText(error) },
        );
        return false;
      }
    };
    return run(work);
  }, [userId, memberType, send, isFree, run]);

  const keep = useCallback(() => {
    const { version, form, levelId, years, branchIds, directoryVisible } = latest.current;
    const kept = { version, form, levelId, years, branchIds, directoryVisible };
    if (changes.current > 0) localDraft(userId, memberType).keep(kept);
  }, [userId, memberType]);

  const isUnsaved = useCallback(() => changes.current > 0, []);
  useAutosave({ typed: draft, isUnsaved, keep, save, afterMs: AUTOSAVE_MS });

  /** Hands it in. @throws ApiError with texts on the fields. */
  const submit = async (consents: object): Promise<void> => {
    await isFree();
    const handingIn = send(true, consents);
    // Saving waits for it meanwhile: of two at once the later would have an old version.
    void run(() =>
      handingIn.then(
        () => true,
        () => false,
      ),
    );
    await handingIn;
    changes.current = 0;
    localDraft(userId, memberType).forget();
  };

  return { draft, state, isRestored: first.isRestored, change, setValue, save, submit };
}

import type { MemberType, SignForm } from "#src/lib/membership/form.ts";

/** What this device knows of an application that the server may not know yet. */
export type LocalDraft = {
  /** Version of the application that it goes on from; 0: there was none. */
  version: number;
  form: SignForm;
  levelId: number | null;
  years: number;
  branchIds: readonly number[];
  directoryVisible: boolean;
};

const keyOf = (userId: number, type: MemberType) => `apply:${userId}:${type}`;

/** Numbers of papers never lie on a device: others may use it. */
const NEVER_KEPT = ["idNo"];

/** Keeps what is typed on this device; storage may be forbidden or full, then the server alone has it. */
export function keepLocally(userId: number, type: MemberType, draft: LocalDraft): void {
  const form = Object.fromEntries(
    Object.entries(draft.form).filter(([name]) => !NEVER_KEPT.includes(name)),
  );
  try {
    localStorage.setItem(keyOf(userId, type), JSON.stringify({ ...draft, form }));
  } catch {
    // Nothing to do: the next saving on the server has it all.
  }
}

/** What was typed here and never reached the server; undefined for nothing, or what cannot be read. */
export function readLocally(userId: number, type: MemberType): LocalDraft | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId, type));
    if (!text) return undefined;
    const kept = JSON.parse(text) as LocalDraft;
    const isWhole = typeof kept.form === "object" && kept.form !== null;
    return isWhole && Number.isInteger(kept.version) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetLocally(userId: number, type: MemberType): void {
  try {
    localStorage.removeItem(keyOf(userId, type));
  } catch {
    // Storage is forbidden: then nothing is kept there.
  }
}

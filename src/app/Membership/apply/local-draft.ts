import type { MemberType, SignForm } from "#src/lib/membership/form.ts";
import { isRecord, type LocalCopy, localCopy } from "#src/site/form/local-copy.ts";

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

/** Numbers of papers never lie on a device: others may use it. */
const NEVER_KEPT = ["idNo"];

export function localDraft(userId: number, type: MemberType): LocalCopy<LocalDraft> {
  const copy = localCopy<LocalDraft>(
    `apply:${userId}:${type}`,
    ({ form, version }) => isRecord(form) && Number.isInteger(version),
  );
  return {
    ...copy,
    keep(draft) {
      const form = Object.fromEntries(
        Object.entries(draft.form).filter(([name]) => !NEVER_KEPT.includes(name)),
      );
      copy.keep({ ...draft, form });
    },
  };
}

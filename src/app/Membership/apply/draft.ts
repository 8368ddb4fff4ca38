import type { SignForm } from "#src/lib/membership/form.ts";
import type { Info } from "../../system/sign/wire.ts";

/** An application as it is being written. */
export type Draft = {
  id: number | undefined;
  version: number;
  form: SignForm;
  levelId: number | null;
  years: number;
  /** Branches that are chosen, the first of which looks after the member. */
  branchIds: readonly number[];
  directoryVisible: boolean;
};

/** The application as the server has it; an empty one where it has none. */
export function draftOf({ sign }: Info): Draft {
  if (!sign) {
    return {
      id: undefined,
      version: 0,
      form: {},
      levelId: null,
      years: 1,
      branchIds: [],
      directoryVisible: false,
    };
  }
  const { id, version, form, levelId, years, branchIds, directoryVisible } = sign;
  return { id, version, form, levelId, years, branchIds, directoryVisible };
}

/** The database keeps the keys of a form in an order of its own. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** All that a draft says but the number of the paper, which no device keeps. */
const contentOf = ({ id: _id, version: _version, ...draft }: Draft) => {
  const { idNo: _idNo, ...form } = draft.form;
  return JSON.stringify({ ...draft, form }, inOrder);
};

export const saysTheSame = (a: Draft, b: Draft): boolean => contentOf(a) === contentOf(b);

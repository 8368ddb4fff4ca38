import type { SignForm } from "#src/lib/membership/form.ts";
import type { Info } from "../../system/sign/wire.ts";

/** An application as it is being written. */
export type Draft = {
  id: number | undefined;
  version: number;
  form: SignForm;
  levelId: number | null;
  years: number;
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
      directoryVisible: false,
    };
  }
  const { id, version, form, levelId, years, directoryVisible } = sign;
  return { id, version, form, levelId, years, directoryVisible };
}

/** The database keeps the keys of a form in an order of its own. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** All that a draft says but the number of the paper, which no device keeps. */
const contentOf = ({ form: { idNo: _idNo, ...form }, levelId, years, directoryVisible }: Draft) =>
  JSON.stringify({ form, levelId, years, directoryVisible }, inOrder);

export const saysTheSame = (a: Draft, b: Draft): boolean => contentOf(a) === contentOf(b);

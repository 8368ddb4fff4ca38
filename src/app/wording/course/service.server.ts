import type { LookedThrough, WordingHit } from "#src/lib/article/wording-hits.ts";
import type { FieldFacts } from "#src/lib/fields/facts.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { MIN_REASON } from "../fields.ts";
import { findWordingHits } from "../service.server.ts";

type Row = Readonly<Record<string, unknown>>;
type Person = Pick<Account, "permissions">;

/** The line that stands on every page of a course, and on its certificate (product 7.6). */
export const COURSE_LINE = "本学会颁发的证书为学习（结业）证明，不作为国家职业资格证书。";

const blocked = async (
  context: Pick<Context, "db" | "memo">,
  texts: readonly LookedThrough[],
): Promise<WordingHit[]> =>
  (await findWordingHits(context, texts)).filter(({ level }) => level === "block");

/**
 * Refuses, on their fields, texts of a course that have words of the list which must not be published
 * (product 7.6). Who holds the permission to let pass does so with a reason of 5 characters at least; a
 * reason that the row has already covers the words that it was given for, also when an editor saves the row.
 *
 * @public for texts that are no regular entity.
 * @param reasonKey the field that takes the reason.
 * @param before texts and reason as they were kept; undefined for a new row.
 */
export async function refuseCourseWords(
  context: Pick<Context, "db" | "memo">,
  person: Person,
  next: { texts: readonly LookedThrough[]; reason: string },
  before: { texts: readonly LookedThrough[]; reason: string } | undefined,
  reasonKey = "overrideReason",
): Promise<void> {
  const mayOverride = hasPermission(person, "content:wording:override");
  const reason = next.reason.trim();
  const isNewReason = reason !== (before?.reason.trim() ?? "");
  if (isNewReason && reason !== "" && !mayOverride) {
    refuseFields({ [reasonKey]: "您没有放行用语的权限，请改写文字，或请审核人员填写理由" });
  }
  const hits = await blocked(context, next.texts);
  if (hits.length === 0) return;
  if (reason !== "" && before && !isNewReason) {
    const known = new Set((await blocked(context, before.texts)).map(({ wordId }) => wordId));
    if (hits.every(({ wordId }) => known.has(wordId))) return;
  } else if (mayOverride && [...reason].length >= MIN_REASON) return;
  const told: Record<string, string> = {};
  for (const { field, label } of hits) {
    const words = hits.filter((hit) => hit.field === field).map(({ word }) => `“${word}”`);
    told[field] = `${label}含有课程页面不能使用的用语${[...new Set(words)].join("、")}，请改写`;
  }
  if (mayOverride) told[reasonKey] = `确需保留的，请填写放行理由，至少${MIN_REASON}个字`;
  refuseFields(told);
}

/** The same for an entity made of data, with OVERRIDE_FIELD among its facts: a check of its save. */
export function courseWords(context: Pick<Context, "db" | "memo">, facts: FieldFacts) {
  const textsOf = (row: Row) =>
    Object.entries(facts).flatMap(([field, { kind, label }]) =>
      (kind === "text" || kind === "html") && field !== "overrideReason"
        ? [{ field, label, text: shown(row[field], kind) }]
        : [],
    );
  const said = (row: Row) => ({ texts: textsOf(row), reason: String(row.overrideReason ?? "") });
  return (next: Row, before: Row | undefined, person: Person) =>
    refuseCourseWords(context, person, said(next), before && said(before));
}

const shown = (value: unknown, kind: string): string => {
  const text = typeof value === "string" ? value : "";
  return kind === "html" ? plainText(text) : text;
};

import { inArray } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { paperOf } from "#src/lib/membership/check-form.ts";
import type { FormField, SignForm } from "#src/lib/membership/form.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import { readForm } from "#src/lib/membership/read-form.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { sealIdentity } from "../identity/service.server.ts";
import { branchesIn } from "../model/branches.server.ts";
import type { Sign } from "../model/rights.server.ts";
import type { sign } from "../table.server.ts";

/** Of one application: product 4.3. */
export const MAX_BRANCHES = 3;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return isWhole(number) ? number : undefined;
};

const textOf = (form: SignForm, name: string): string => {
  const value = form[name];
  return typeof value === "string" ? value : "";
};

/** The columns of an application with what a body says; what it does not name stays as it is. */
export async function valuesOf(
  { env, noteFileUse }: Pick<Context, "env" | "noteFileUse">,
  tx: Db,
  before: Sign,
  given: Given,
): Promise<Partial<typeof sign.$inferInsert>> {
  const facts = signFormOf(before.memberType);
  const { idNo, ...read } = readForm(facts.fields, given);
  const form: SignForm = { ...before.form, ...read };
  await noteFileUse(tx, "sign", before.id, [JSON.stringify(form)]);
  return {
    form,
    name: textOf(form, facts.name).slice(0, 100),
    creditCode: textOf(form, "creditCode"),
    region: textOf(form, "region"),
    // What was typed for one kind of paper may turn out to be the number of another.
    ...(before.idIndex === null ? {} : { idType: paperOf(form) }),
    ...(typeof idNo === "string" ? sealIdentity(env.dataDir, idNo, paperOf(form)) : {}),
    ...(await wishesOf(tx, given)),
  };
}

async function wishesOf(tx: Db, given: Given): Promise<Partial<typeof sign.$inferInsert>> {
  const levelId = numberOf(given.levelId);
  const years = numberOf(given.years);
  const branchIds = Array.isArray(given.branchIds)
    ? await branchesOf(tx, given.branchIds.map(numberOf).filter(isWhole))
    : undefined;
  return {
    ...(levelId === undefined ? {} : { levelId }),
    ...(years !== undefined && years >= 1 && years <= 5 ? { years } : {}),
    ...(branchIds ? { branchIds, deptId: branchIds[0] ?? null } : {}),
    ...(typeof given.directoryVisible === "boolean"
      ? { directoryVisible: given.directoryVisible }
      : {}),
  };
}

/** Those of them that are branches; departments of the office are nobody's to choose. */
async function branchesOf(tx: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  if (ids.length > MAX_BRANCHES) refuseFields({ branchIds: `最多选 ${MAX_BRANCHES} 个分支机构` });
  const known = new Set((await branchesIn(tx)).map(({ id }) => id));
  return [...new Set(ids)].filter((id) => known.has(id));
}

/** Every file of the form is the owner's own, of the right purpose and large enough. */
export async function requireFiles(tx: Db, row: Sign): Promise<void> {
  const { fields } = signFormOf(row.memberType);
  for (const [name, field] of Object.entries(fields)) {
    const value = row.form[name];
    if (field.kind !== "files" || !Array.isArray(value)) continue;
    refuseFields({ [name]: await filesProblem(tx, row, field, value.map(String)) });
  }
}

/** `/profile/upload/…` of a public file, the key of a private one: as `stored_file.path` has it. */
const pathOf = (key: string): string => key.replace(/^\/profile\//, "");

async function filesProblem(
  tx: Db,
  { userId }: Sign,
  { label, purpose, types, pixels }: Extract<FormField, { kind: "files" }>,
  keys: readonly string[],
): Promise<string | undefined> {
  if (keys.length === 0) return undefined;
  const rows = await tx
    .select()
    .from(storedFile)
    .where(inArray(storedFile.path, keys.map(pathOf)));
  for (const key of keys) {
    const file = rows.find(({ path }) => path === pathOf(key));
    if (!file || file.ownerId !== userId || file.purpose !== purpose) return `请重新上传${label}`;
    const extension = file.path.split(".").at(-1) ?? "";
    if (!types.includes(extension)) return `${label}只能是 ${types.join("、")} 文件`;
    if (pixels && (file.width < pixels[0] || file.height < pixels[1])) {
      return `${label}至少 ${pixels[0]}×${pixels[1]} 像素，现在是 ${file.width}×${file.height}`;
    }
  }
  return undefined;
}

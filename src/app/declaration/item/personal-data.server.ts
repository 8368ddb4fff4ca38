import { asc, eq, sql } from "drizzle-orm";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { type DeclareField, type DeclareValue, fieldsOf } from "#src/lib/declare/schema.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import type { PersonalPart, PersonalRecord } from "#src/server/personal/personal-data.ts";
import { declareBatch, declareSchema, declareUnlock } from "../batch/table.server.ts";
import { PUBLICITY_TAG } from "../objection/service.server.ts";
import { declareItem, declareWriter } from "./table.server.ts";

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

function said(field: DeclareField, value: DeclareValue | undefined): string {
  if (value === undefined) return "";
  if (field.kind === "promise") return value === "1" ? "已承诺" : "";
  if (typeof value === "string") return value;
  if (field.kind === "files") return value.length > 0 ? `${value.length} 个文件` : "";
  return value
    .map((each) => (typeof each === "string" ? each : Object.values(each).join(" ")))
    .join("；");
}

/**
 * Declarations. What was filled in goes with the account; number, title, unit and outcome of what was handed in
 * stay, since results were made public under them.
 */
export const part: PersonalPart = {
  name: "declarations",
  title: "项目申报",
  order: 47,
  columns: ["declare_item.user_id", "declare_unlock.user_id", "declare_writer.user_id"],
  async read({ db }, userId) {
    const rows = await db
      .select({ item: declareItem, batchName: declareBatch.batchName, form: declareSchema.schema })
      .from(declareItem)
      .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
      .innerJoin(declareSchema, eq(declareSchema.id, declareItem.schemaId))
      .where(eq(declareItem.userId, userId))
      .orderBy(asc(declareItem.id));
    const records: PersonalRecord[] = rows.map(({ item, batchName, form }) => ({
      申报编号: item.itemNo,
      批次: batchName,
      状态: declareStateName(item.state),
      提交时间: time(item.submittedAt),
      审核意见: item.opinion,
      ...Object.fromEntries(
        fieldsOf(form)
          .map((field) => [field.label, said(field, item.values[field.name])] as const)
          .filter(([, text]) => text !== ""),
      ),
    }));
    const unlocks = await db
      .select({ batchName: declareBatch.batchName, untilAt: declareUnlock.untilAt })
      .from(declareUnlock)
      .innerJoin(declareBatch, eq(declareBatch.id, declareUnlock.batchId))
      .where(eq(declareUnlock.userId, userId));
    const shared = await db
      .select({ itemNo: declareItem.itemNo, title: declareItem.title })
      .from(declareWriter)
      .innerJoin(declareItem, eq(declareItem.id, declareWriter.itemId))
      .where(eq(declareWriter.userId, userId));
    return [
      ...records,
      ...unlocks.map(({ batchName, untilAt }) => ({ 批次: batchName, 个人延时至: time(untilAt) })),
      ...shared.map(({ itemNo, title }) => ({ 共同填写: `${itemNo} ${title}` })),
    ];
  },
  async erase(tx, userId) {
    await tx.delete(declareWriter).where(eq(declareWriter.userId, userId));
    await tx.delete(declareUnlock).where(eq(declareUnlock.userId, userId));
    const rows = await tx.select().from(declareItem).where(eq(declareItem.userId, userId));
    for (const { id, state } of rows) {
      await noteFileUse(tx, "declare_item", id, []);
      if (state === DECLARE_CODES.draft) {
        await tx.delete(declareItem).where(eq(declareItem.id, id));
        continue;
      }
      await tx
        .update(declareItem)
        .set({
          values: {},
          shareCode: null,
          erasedAt: sql`now()`,
          createBy: "",
          updateBy: "system",
          version: sql`${declareItem.version} + 1`,
        })
        .where(eq(declareItem.id, id));
      // The public page names who leads it, and is kept whole.
      if (state === DECLARE_CODES.publicity) await publishTags(tx, [PUBLICITY_TAG]);
    }
    return [];
  },
};

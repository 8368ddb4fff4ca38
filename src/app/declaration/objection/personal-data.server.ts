import { asc, eq, sql } from "drizzle-orm";
import { objectionStateName } from "#src/lib/declare/objection-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { PersonalPart } from "#src/server/personal/personal-data.ts";
import { declareItem } from "../item/table.server.ts";
import { declareObjection } from "./table.server.ts";

/** Objections to what was shown. What was objected stays without a name: what was decided rests on it. */
export const part: PersonalPart = {
  name: "objections",
  title: "公示异议",
  order: 49,
  columns: ["declare_objection.user_id"],
  async read({ db }, userId) {
    const rows = await db
      .select({ row: declareObjection, itemNo: declareItem.itemNo, title: declareItem.title })
      .from(declareObjection)
      .innerJoin(declareItem, eq(declareItem.id, declareObjection.itemId))
      .where(eq(declareObjection.userId, userId))
      .orderBy(asc(declareObjection.id));
    return rows.map(({ row, itemNo, title }) => ({
      申报编号: itemNo,
      题目: title,
      提出时间: formatDateTime(row.createTime),
      姓名: row.name,
      联系方式: row.contact,
      异议: row.reason,
      处理结果: objectionStateName(row.state),
      答复: row.answer,
    }));
  },
  async erase(tx, userId) {
    await tx
      .update(declareObjection)
      .set({
        userId: null,
        name: "",
        contact: "",
        createBy: "",
        erasedAt: sql`now()`,
        version: sql`${declareObjection.version} + 1`,
      })
      .where(eq(declareObjection.userId, userId));
    return [];
  },
};

import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { PersonalPart } from "#src/server/personal/personal-data.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { removeUnused } from "../../common/upload/service.server.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { accountClosure } from "../closure/table.server.ts";
import { dataExport } from "./table.server.ts";

/** What was asked for in the way of one's own data: copies, and that the account be closed. */
export const part: PersonalPart = {
  name: "requests",
  title: "个人信息请求",
  order: 70,
  columns: ["data_export.user_id", "account_closure.user_id"],
  async read({ db }, userId) {
    const copies = await db
      .select()
      .from(dataExport)
      .where(eq(dataExport.userId, userId))
      .orderBy(asc(dataExport.id));
    const closures = await db
      .select()
      .from(accountClosure)
      .where(eq(accountClosure.userId, userId))
      .orderBy(asc(accountClosure.id));
    return [
      ...copies.map((row) => ({ 请求: "导出个人数据", 时间: formatDateTime(row.askedAt) })),
      ...closures.map((row) => ({
        请求: "注销账号",
        时间: formatDateTime(row.askedAt),
        结果: row.state === 1 ? "已撤销" : "待注销",
      })),
    ];
  },
  async erase(tx, userId) {
    const rows = await tx.delete(dataExport).where(eq(dataExport.userId, userId)).returning();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    await noteFileUse(tx, "data_export", ids, []);
    const paths = rows.map(({ file }) => file);
    return removeUnused(tx, and(inArray(storedFile.path, paths), ne(storedFile.path, "")));
  },
};

import { asc, eq, sql } from "drizzle-orm";
import { nameOfAdviceState } from "../../lib/advice/advice-life.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import type { PersonalPart } from "../../server/personal/personal-data.ts";
import { ERASED } from "./service.server.ts";
import { advice } from "./table.server.ts";

/** What somebody asked and was answered. It goes with the account; topic, state and times stay for counting. */
export const part: PersonalPart = {
  name: "advice",
  title: "咨询",
  order: 65,
  columns: ["advice.user_id"],
  async read({ db }, userId) {
    const rows = await db
      .select()
      .from(advice)
      .where(eq(advice.userId, userId))
      .orderBy(asc(advice.id));
    return rows.map((row) => ({
      咨询编号: row.adviceNo,
      提交时间: formatDateTime(row.createTime),
      称呼: row.name,
      手机号: row.phone,
      内容: row.content,
      状态: nameOfAdviceState(row.state),
      答复: row.answer,
      答复时间: row.answeredAt ? formatDateTime(row.answeredAt) : "",
    }));
  },
  async erase(tx, userId) {
    await tx
      .update(advice)
      .set({
        ...ERASED,
        state: "closed",
        handlerId: null,
        closedAt: sql`coalesce(${advice.closedAt}, now())`,
        version: sql`${advice.version} + 1`,
      })
      .where(eq(advice.userId, userId));
    return [];
  },
};

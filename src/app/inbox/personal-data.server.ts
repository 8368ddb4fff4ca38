import { asc, eq } from "drizzle-orm";
import { nameOfSignStep } from "../../lib/membership/sign-life.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { NOBODY, type PersonalPart } from "../../server/personal/personal-data.ts";
import { timeline } from "./table.server.ts";

const SUBJECTS: Readonly<Record<string, string>> = { sign: "入会申请", member: "会籍" };

/** What one has done, as the history of applications tells it. The steps stay, by nobody. */
export const part: PersonalPart = {
  name: "steps",
  title: "办理过程",
  order: 35,
  columns: ["timeline.user_id"],
  async read({ db }, userId) {
    const rows = await db
      .select()
      .from(timeline)
      .where(eq(timeline.userId, userId))
      .orderBy(asc(timeline.id));
    return rows.map((row) => ({
      时间: formatDateTime(row.createTime),
      事项: SUBJECTS[row.subject] ?? row.subject,
      操作: row.subject === "sign" ? nameOfSignStep(row.action) : row.action,
      说明: row.opinion,
      网络地址: row.ipaddr,
    }));
  },
  async erase(tx, userId) {
    await tx
      .update(timeline)
      .set({ nickName: NOBODY, ipaddr: "", userId: null })
      .where(eq(timeline.userId, userId));
    return [];
  },
};

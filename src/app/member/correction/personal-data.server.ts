import { asc, eq, sql } from "drizzle-orm";
import { nameOfCorrectionState } from "#src/lib/membership/correction-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { PersonalPart } from "../../../server/personal/personal-data.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { openIdentity } from "../../system/sign/identity/service.server.ts";
import { memberCorrection } from "./table.server.ts";

/** What somebody asked to have put right. It goes with the account; that it was done stands in the register. */
export const part: PersonalPart = {
  name: "corrections",
  title: "资料更正申请",
  order: 42,
  columns: ["member_correction.user_id"],
  async read({ db, env }, userId) {
    const rows = await db
      .select()
      .from(memberCorrection)
      .where(eq(memberCorrection.userId, userId))
      .orderBy(asc(memberCorrection.id));
    return rows.map((row) => ({
      提交时间: formatDateTime(row.createTime),
      状态: nameOfCorrectionState(row.state),
      名称更正为: row.name,
      证件号码更正为: openIdentity(env.dataDir, row.idSealed),
      统一社会信用代码更正为: row.creditCode,
      原因: row.reason,
      答复: row.opinion,
    }));
  },
  async erase(tx, userId) {
    const rows = await tx
      .update(memberCorrection)
      .set({
        state: sql`case when ${memberCorrection.state} = 'asked' then 'withdrawn' else ${memberCorrection.state} end`,
        userId: null,
        name: "",
        nameBefore: "",
        idType: "",
        idSealed: null,
        idIndex: null,
        reason: "",
        opinion: "",
        files: [],
        createBy: "",
        version: sql`${memberCorrection.version} + 1`,
      })
      .where(eq(memberCorrection.userId, userId))
      .returning({ id: memberCorrection.id });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await noteFileUse(tx, "correction", ids, []);
    return [];
  },
};

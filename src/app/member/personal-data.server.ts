import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { MEMBER_STATE_NAMES, memberStateOf } from "#src/lib/membership/terms.ts";
import { maskName } from "#src/lib/people/masks.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import type { PersonalPart, PersonalRecord } from "../../server/personal/personal-data.ts";
import { regionName } from "../common/regions/service.server.ts";
import { openIdentity } from "../system/sign/identity/service.server.ts";
import { memberCertificate } from "./certificate/table.server.ts";
import { memberLevel } from "./level/table.server.ts";
import { dropLeaders } from "./post/service.server.ts";
import { member } from "./table.server.ts";
import { memberTerm } from "./term/table.server.ts";

const CLOSED = "会员注销账号";

/**
 * Membership: the member, its terms, its certificates. The society's register is kept: number, level, days of
 * each term, and a name of which the first letter is left; all else goes, and certificates hold no more.
 */
export const part: PersonalPart = {
  name: "membership",
  title: "会籍、会期和会员证",
  order: 40,
  columns: ["member.user_id"],
  async read({ db, env }, userId) {
    const members = await db.select().from(member).where(eq(member.userId, userId));
    const levels = new Map(
      (await db.select().from(memberLevel)).map(({ id, levelName }) => [id, levelName]),
    );
    const records: PersonalRecord[] = [];
    for (const row of members) {
      records.push({
        类别: "会员",
        会员号: row.memberNo,
        姓名或名称: row.name,
        会员级别: levels.get(row.levelId) ?? "",
        状态: MEMBER_STATE_NAMES[memberStateOf(row, formatDay(new Date()))],
        入会日期: row.joinedOn,
        证件号码: openIdentity(env.dataDir, row.idSealed),
        统一社会信用代码: row.creditCode,
        手机号: row.phone,
        邮箱: row.email,
        所在地区: await regionName(row.region),
        在会员名录中展示: row.directoryVisible ? "是" : "否",
      });
      const terms = await db
        .select()
        .from(memberTerm)
        .where(eq(memberTerm.memberId, row.id))
        .orderBy(asc(memberTerm.fromOn));
      records.push(
        ...terms.map((term) => ({
          类别: "会期",
          会员级别: levels.get(term.levelId) ?? "",
          起: term.fromOn,
          止: term.toOn,
          状态: term.voidedAt ? "已作废" : "有效",
        })),
      );
      const certificates = await db
        .select()
        .from(memberCertificate)
        .where(eq(memberCertificate.memberId, row.id))
        .orderBy(asc(memberCertificate.id));
      records.push(
        ...certificates.map((each) => ({
          类别: "会员证",
          验证码: each.code,
          会员号: each.memberNo,
          会员级别: each.levelName,
          起: each.fromOn,
          止: each.toOn,
          状态: each.revokedAt ? `已撤销（${formatDateTime(each.revokedAt)}）` : "有效",
        })),
      );
    }
    return records;
  },
  async erase(tx, userId) {
    const rows = await tx.select().from(member).where(eq(member.userId, userId)).for("update");
    for (const row of rows) {
      const name = row.memberType === "02" ? row.name : maskName(row.name);
      const own = eq(memberCertificate.memberId, row.id);
      await tx.update(memberCertificate).set({ name }).where(own);
      await tx
        .update(memberCertificate)
        .set({ revokedAt: sql`now()`, revokedBy: "system", revokeReason: CLOSED })
        .where(and(own, isNull(memberCertificate.revokedAt)));
      const isLeft = inArray(member.manualState, ["expelled", "resigned"]);
      await tx
        .update(member)
        .set({
          name,
          idType: "",
          idSealed: null,
          idIndex: null,
          phone: "",
          email: "",
          form: {},
          directoryVisible: false,
          manualState: sql`case when ${isLeft} then ${member.manualState} else 'resigned' end`,
          manualReason: sql`case when ${isLeft} then ${member.manualReason} else ${CLOSED} end`,
          version: sql`${member.version} + 1`,
          updateBy: "system",
          updateTime: sql`now()`,
        })
        .where(eq(member.id, row.id));
    }
    if (rows.length > 0) await dropLeaders(tx);
    return [];
  },
};

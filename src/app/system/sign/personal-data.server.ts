import { and, asc, eq, sql } from "drizzle-orm";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import type { FormField, FormValue } from "#src/lib/membership/form.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import { SIGN_LIFE, STATE_CODES, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { maskName } from "#src/lib/people/masks.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import type { PersonalPart, PersonalRecord } from "#src/server/personal/personal-data.ts";
import { openIdentity } from "./identity/service.server.ts";
import { sign } from "./table.server.ts";

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

/** A value of the form in the words of the form. */
async function said(field: FormField, value: FormValue | undefined): Promise<string> {
  if (value === undefined) return "";
  if (field.kind === "region") return regionName(String(value));
  if (field.kind === "choice") return field.words?.[String(value)] ?? String(value);
  if (field.kind === "files") return Array.isArray(value) ? `${value.length} 个文件` : "";
  if (!Array.isArray(value)) return String(value);
  return value
    .map((each) => (typeof each === "string" ? each : Object.values(each).join(" ")))
    .join("；");
}

/**
 * Applications. What was filled in goes with the account, the identity number with it; number, kind, level, state
 * and a name of which the first letter is left stay beside the books of money that name them.
 */
export const part: PersonalPart = {
  name: "applications",
  title: "入会申请",
  order: 30,
  columns: ["sign.user_id"],
  async read({ db, env }, userId) {
    const rows = await db.select().from(sign).where(eq(sign.userId, userId)).orderBy(asc(sign.id));
    const records: PersonalRecord[] = [];
    for (const row of rows) {
      const idNo = openIdentity(env.dataDir, row.idSealed);
      const form: Record<string, string> = {};
      for (const [name, field] of Object.entries(signFormOf(row.memberType).fields)) {
        const text = name === "idNo" ? idNo : await said(field, row.form[name]);
        if (text) form[field.label] = text;
      }
      records.push({
        申请编号: row.applyNo,
        申请类别: KIND_NAMES[row.kind as SignKind] ?? row.kind,
        状态: SIGN_LIFE.states[stateOfCode(row.state)].name,
        提交时间: time(row.submittedAt),
        办结时间: time(row.doneAt),
        应缴会费: moneyText(row.dueFen),
        审核意见: row.opinion,
        ...form,
        同意在会员名录中展示: row.directoryVisible ? "是" : "否",
      });
    }
    return records;
  },
  async erase(tx, userId) {
    const own = eq(sign.userId, userId);
    const drafts = await tx
      .delete(sign)
      .where(and(own, eq(sign.state, STATE_CODES.draft)))
      .returning({ id: sign.id });
    if (drafts.length > 0) {
      await noteFileUse(
        tx,
        "sign",
        drafts.map(({ id }) => id),
        [],
      );
    }
    const rows = await tx.select().from(sign).where(own);
    for (const row of rows) {
      const isUnit = row.memberType === "02";
      await tx
        .update(sign)
        .set({
          // A unit's name and code are public; whom it named are not.
          name: isUnit ? row.name : maskName(row.name),
          form: {},
          idType: "",
          idSealed: null,
          idIndex: null,
          directoryVisible: false,
          erasedAt: sql`now()`,
          createBy: "",
          updateBy: "system",
          version: sql`${sign.version} + 1`,
        })
        .where(eq(sign.id, row.id));
      await noteFileUse(tx, "sign", row.id, []);
    }
    return [];
  },
};

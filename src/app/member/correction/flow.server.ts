import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import {
  CORRECTION_LIFE,
  type CorrectionState,
  type CorrectionVerb,
} from "#src/lib/membership/correction-life.ts";
import { signFormOf } from "#src/lib/membership/forms.ts";
import { isReason, REASON, REASON_ASKED } from "#src/lib/text/reason.ts";
import type { Act, Done, Flow, Given, Person } from "#src/server/flow/flow.ts";
import { checkRowVersion } from "#src/server/flow/row-version.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { sendEvent } from "../../message/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { replaceCertificates } from "../certificate/service.server.ts";
import { dropLeaders } from "../post/service.server.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberCorrection } from "./table.server.ts";
import { wordsOf } from "./words.ts";

export type Correction = typeof memberCorrection.$inferSelect;
/** `reach` of staff; a member takes back their own without one. */
export type Decider = Person & { reach: Reach };
type Step = Act<Correction, Decider>;

const DECIDE = "member:correction:decide";
const OWN = "这是您本人的更正申请，请由其他同事办理";
const MERGED = "这位会员已合并到另一位会员，不能再办理";

const textOf = (given: Given, name: string): string => {
  const value = given[name];
  return typeof value === "string" ? value.trim() : "";
};

async function put(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof memberCorrection.$inferInsert, "version">>,
): Promise<Correction> {
  const [row] = await tx
    .update(memberCorrection)
    .set({ ...values, version: sql`${memberCorrection.version} + 1`, updateTime: sql`now()` })
    .where(eq(memberCorrection.id, id))
    .returning();
  if (!row) throw new Error(`there is no correction ${id}`);
  return row;
}

/** Somebody else with the number or the code; theirs would have to go first. */
async function requireFree(tx: Db, owner: Member, asked: Correction): Promise<void> {
  const { idIndex, idType, creditCode } = asked;
  const same = or(
    idIndex === null ? undefined : and(eq(member.idIndex, idIndex), eq(member.idType, idType)),
    creditCode === "" ? undefined : eq(member.creditCode, creditCode),
  );
  if (!same) return;
  const [other] = await tx
    .select({ memberNo: member.memberNo })
    .from(member)
    .where(and(same, isNull(member.mergedInto), ne(member.id, owner.id)))
    .limit(1);
  if (other) {
    throw new AppError(
      `${creditCode ? "统一社会信用代码" : "证件号码"}已登记给会员 ${other.memberNo}，请先核对是否同一会员，需要时先合并`,
    );
  }
}

async function agree({ tx, before, given, person }: Step): Promise<Done<Correction>> {
  const opinion = textOf(given, "opinion");
  refuseFields({
    opinion: Array.from(opinion).length > REASON.most ? `最多 ${REASON.most} 个字` : undefined,
  });
  const [owner] = await tx
    .select()
    .from(member)
    .where(eq(member.id, before.memberId))
    .for("update");
  if (!owner || owner.mergedInto !== null) throw new AppError(MERGED);
  await requireFree(tx, owner, before);
  const { name, creditCode, idType, idSealed, idIndex } = before;
  const { account } = person;
  const facts = signFormOf(owner.memberType);
  const [after] = await tx
    .update(member)
    .set({
      ...(name ? { name } : {}),
      ...(creditCode ? { creditCode } : {}),
      ...(idIndex === null ? {} : { idType, idSealed, idIndex }),
      // The next application begins with these.
      form: {
        ...owner.form,
        ...(name ? { [facts.name]: name } : {}),
        ...(creditCode ? { creditCode } : {}),
        ...(idIndex === null ? {} : { idType }),
      },
      version: sql`${member.version} + 1`,
      updateBy: account.userName,
      updateTime: sql`now()`,
    })
    .where(eq(member.id, owner.id))
    .returning();
  if (!after) throw new Error("a member was not written");
  const words = wordsOf(before, owner.memberType);
  if (name) {
    await replaceCertificates(tx, after, { by: account.nickName, reason: `更正${words}` });
    await dropLeaders(tx);
  }
  await noteStep(tx, {
    subject: "member",
    subjectId: owner.id,
    action: "corrected",
    opinion: name ? `${words}（原登记为 ${owner.name}）` : words,
    account,
    ip: person.ip,
  });
  const to = receiver(before);
  if (to) {
    const fields = { 姓名: after.name, 会员号: after.memberNo, 更正内容: words };
    await sendEvent(tx, { event: "memberCorrected", ...to, fields });
  }
  const values = { state: "agreed", opinion, decidedAt: new Date(), updateBy: account.userName };
  return { after: await put(tx, before.id, values) };
}

async function refuse({ tx, before, given, person }: Step): Promise<Done<Correction>> {
  const opinion = textOf(given, "opinion");
  refuseFields({ opinion: isReason(opinion) ? undefined : REASON_ASKED });
  const [owner] = await tx.select().from(member).where(eq(member.id, before.memberId));
  const to = receiver(before);
  if (owner && to) {
    const fields = { 姓名: owner.name, 会员号: owner.memberNo, 原因: opinion };
    await sendEvent(tx, { event: "correctionRefused", ...to, fields });
  }
  const values = {
    state: "refused",
    opinion,
    decidedAt: new Date(),
    updateBy: person.account.userName,
  };
  return { after: await put(tx, before.id, values) };
}

async function withdraw({ tx, before, person }: Step): Promise<Done<Correction>> {
  const values = { state: "withdrawn", updateBy: person.account.userName };
  return { after: await put(tx, before.id, values), opinion: "" };
}

/** To whom a decision goes; undefined: nobody is left to be told. */
const receiver = ({ id, userId }: Correction) =>
  userId === null
    ? undefined
    : ({ userId, link: "/Membership/mine", subject: "correction", subjectId: id } as const);

/** Rows of members within reach; one's own for taking back. */
function within(verb: CorrectionVerb, { account, reach }: Decider): SQL | undefined {
  if (verb === "withdraw") return eq(memberCorrection.userId, account.userId);
  return reachedBy(reach, DECIDE);
}

/** Requests of the members that the permission reaches. */
export const reachedBy = (
  reach: Reach,
  permission: `member:correction:${"list" | "query" | "decide"}`,
): SQL =>
  sql`${memberCorrection.memberId} in (select ${sql`${member}.id`} from ${member} where ${
    reach.where(permission, { dept: member.deptId }) ?? sql`true`
  })`;

/** What the steps of CORRECTION_LIFE do. */
export const CORRECTION_FLOW: Flow<CorrectionState, CorrectionVerb, never, Correction, Decider> = {
  life: CORRECTION_LIFE,
  stateOf: ({ state }) => state as CorrectionState,
  recordedState: ({ state }) => state,
  within,
  forbids: (verb, { userId }, { account }) =>
    verb !== "withdraw" && userId === account.userId ? OWN : undefined,
  async lock(tx, id, condition) {
    const [row] = await tx
      .select()
      .from(memberCorrection)
      .where(and(eq(memberCorrection.id, id), condition))
      .for("update");
    return row;
  },
  checkVersion: checkRowVersion,
  acts: { agree, refuse, withdraw },
  opinionOf: (given) => textOf(given, "opinion"),
  clock: {},
  async find(db, condition, limit) {
    const rows = await db
      .select({ id: memberCorrection.id })
      .from(memberCorrection)
      .where(condition)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  tell: (tx) => tellNews(tx, "inbox", [DECIDE]),
};

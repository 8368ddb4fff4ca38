import { and, desc, eq, lte } from "drizzle-orm";
import { type Member, memberOf } from "#src/app/member/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { noteStart } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { user } from "../../user/table.server.ts";
import type { Sign, SignPerson } from "../model/rights.server.ts";
import { nextApplyNo } from "../model/rows.server.ts";
import { sign } from "../table.server.ts";
import { act, SIGN_FLOW } from "./flow.server.ts";
import { AGAIN_DAYS } from "./telling.server.ts";

const isKind = (value: unknown): value is SignKind =>
  typeof value === "string" && Object.hasOwn(KIND_NAMES, value);

/**
 * addMember and addOrg: saves an application, or with `submit` hands it in. Without an id it goes on with the
 * owner's draft of this kind, or begins one. Two at once begin one: the account's row is held meanwhile.
 */
export async function saveSign(
  context: Context,
  memberType: MemberType,
  given: Given,
  person: SignPerson,
): Promise<Sign> {
  const verb = given.submit === true ? "submit" : "save";
  return context.db.transaction(async (tx) => {
    const id =
      given.id === undefined ? await begin(tx, memberType, given, person) : Number(given.id);
    if (!Number.isSafeInteger(id)) throw new AppError("申请编号不正确");
    return act({ ...context, db: tx }, verb, id, given, person);
  });
}

async function begin(
  tx: Db,
  memberType: MemberType,
  given: Given,
  person: SignPerson,
): Promise<number> {
  const { userId } = person.account;
  await tx
    .select({ userId: user.userId })
    .from(user)
    .where(eq(user.userId, userId))
    .for("no key update");
  const kind = isKind(given.kind) ? given.kind : "NEW";
  const [open] = await tx
    .select()
    .from(sign)
    .where(and(eq(sign.userId, userId), lte(sign.state, STATE_CODES.payFailed)));
  if (open) {
    const isSame = open.memberType === memberType && open.kind === kind;
    if (isSame && (open.state === STATE_CODES.draft || open.state === STATE_CODES.returned)) {
      return open.id;
    }
    throw new AppError("您有一份正在办理的申请，请先到“我的会籍”继续办理或撤回");
  }
  await requireNoRefusal(tx, userId);
  return start(tx, memberType, kind, person);
}

/** After a refusal one waits: product 4.3. */
async function requireNoRefusal(tx: Db, userId: number): Promise<void> {
  const [last] = await tx
    .select()
    .from(sign)
    .where(eq(sign.userId, userId))
    .orderBy(desc(sign.id))
    .limit(1);
  if (last?.state !== STATE_CODES.rejected || !last.updateTime) return;
  const again = daysAfter(formatDay(last.updateTime), AGAIN_DAYS);
  if (formatDay(new Date()) < again) {
    throw new AppError(`上次申请未通过，${again} 起可以再次申请；如有疑问请联系会员部`);
  }
}

/** A new draft; one of a member begins with what is known of them. */
async function start(
  tx: Db,
  memberType: MemberType,
  kind: SignKind,
  person: SignPerson,
): Promise<number> {
  const { userId } = person.account;
  const own = kind === "NEW" ? undefined : await memberOf(tx, userId);
  if (kind !== "NEW" && !own) throw new AppError("您还不是会员，请先申请入会");
  const [row] = await tx
    .insert(sign)
    .values({
      applyNo: await nextApplyNo(tx),
      kind,
      memberType,
      userId,
      createBy: person.account.userName,
      ...(own ? knownOf(own) : {}),
    })
    .returning();
  if (!row) throw new Error("an application was not written");
  await noteStart(SIGN_FLOW, tx, row.id, row, person);
  return row.id;
}

/** What an application begins with of a member who is known. */
const knownOf = (own: Member) => ({
  memberId: own.id,
  form: own.form,
  name: own.name,
  idType: own.idType,
  idSealed: own.idSealed,
  idIndex: own.idIndex,
  creditCode: own.creditCode,
  region: own.region,
  levelId: own.levelId,
  deptId: own.deptId,
  branchIds: own.branchIds,
  directoryVisible: own.directoryVisible,
});

/** A draft of a member's renewal that somebody else begins and pays for; its id. */
export async function beginRenewal(
  tx: Db,
  own: Member,
  { years, batchId }: { years: number; batchId: number },
  person: SignPerson,
): Promise<number> {
  if (own.userId === null) throw new Error("a renewal belongs to an account");
  const [row] = await tx
    .insert(sign)
    .values({
      applyNo: await nextApplyNo(tx),
      kind: "RENEW",
      memberType: own.memberType,
      userId: own.userId,
      years,
      renewalBatchId: batchId,
      createBy: person.account.userName,
      ...knownOf(own),
    })
    .returning();
  if (!row) throw new Error("an application was not written");
  await noteStart(SIGN_FLOW, tx, row.id, row, person);
  return row.id;
}

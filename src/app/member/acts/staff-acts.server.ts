import { and, eq, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { AppError, CONFLICT, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { type ContactGiven, contactValues } from "../contact/service.server.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";

const EDIT = "member:member:edit";
const MERGED = "这位会员已合并到另一位会员，不能再办理";

type Who = { reach: Reach; ip: string };

/** The member, locked, as it may be changed. @throws AppError */
async function lockMember(
  tx: Db,
  { reach }: Who,
  { id, version }: { id: number; version?: number },
): Promise<Member> {
  const [row] = await tx.select().from(member).where(eq(member.id, id)).for("update");
  if (!row || !reach.covers(EDIT, { ownerId: null, deptId: row.deptId })) {
    throw new AppError(NOT_FOUND, { code: 404 });
  }
  if (row.mergedInto !== null) throw new AppError(MERGED);
  if (version !== undefined && version !== row.version) throw new AppError(CONFLICT);
  return row;
}

const put = (tx: Db, id: number, by: string, values: Partial<typeof member.$inferInsert>) =>
  tx
    .update(member)
    .set({
      ...values,
      version: sql`${member.version} + 1`,
      updateBy: by,
      updateTime: sql`now()`,
    })
    .where(and(eq(member.id, id)));

/** Changes how a member is reached; what is not named stays. */
export async function editContact(
  db: Db,
  who: Who,
  given: ContactGiven & { id: number; version?: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockMember(tx, who, given);
    const { account } = who.reach;
    await put(tx, row.id, account.userName, await contactValues(row, given));
    await noteStep(tx, {
      subject: "member",
      subjectId: row.id,
      action: "edit",
      account,
      ip: who.ip,
    });
  });
}

export const MANUAL_STATES = ["", "suspended", "resigned", "expelled"] as const;
type ManualState = (typeof MANUAL_STATES)[number];

type StateGiven = {
  id: number;
  version?: number;
  state: ManualState;
  reason: string;
  resolutionNo?: string;
};

/**
 * Suspends, lets go or expels a member, or takes that back (product 4.5). Expelling is the council's: it names
 * its resolution (product 7.4).
 */
export async function setState(db: Db, who: Who, given: StateGiven): Promise<void> {
  const reason = given.reason.trim();
  const resolutionNo = given.resolutionNo?.trim() ?? "";
  refuseFields({
    reason: isReason(reason) ? undefined : REASON_ASKED,
    resolutionNo:
      given.state === "expelled" && resolutionNo === ""
        ? "除名须由理事会决定，请填写决议号"
        : Array.from(resolutionNo).length > 50
          ? "决议号最多 50 个字"
          : undefined,
  });
  await db.transaction(async (tx) => {
    const row = await lockMember(tx, who, given);
    if (row.manualState === given.state) {
      throw new AppError(
        given.state === "" ? "这位会员没有中止、退会或除名" : "这位会员已经是该状态",
      );
    }
    const opinion = resolutionNo ? `${reason}（决议 ${resolutionNo}）` : reason;
    await put(tx, row.id, who.reach.account.userName, {
      manualState: given.state,
      manualReason: given.state === "" ? "" : opinion,
    });
    await noteStep(tx, {
      subject: "member",
      subjectId: row.id,
      action: given.state === "" ? "restored" : given.state,
      fromState: row.manualState,
      toState: given.state,
      opinion,
      account: who.reach.account,
      ip: who.ip,
    });
  });
}

import { and, eq, or, type SQL } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { LinePart } from "#src/app/finance/statement/service.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import { type Reach, reachOf } from "#src/app/system/reach/service.server.ts";
import { SIGN_LIFE, type SignVerb, stepsFrom } from "#src/lib/membership/sign-life.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import type { Context } from "#src/server/start/context.ts";
import { settings } from "../../config/service.server.ts";
import { sign } from "../table.server.ts";

export type Sign = typeof sign.$inferSelect;

/** Who works on applications, or on their own, with what they reach. */
export type SignPerson = Person & {
  reach: Reach;
  /** The switch of product 4.3: who reviewed may confirm the payment as well. */
  mayConfirmOwn: boolean;
  /** The bank's line by which money is confirmed; no body says it. */
  linePart?: LinePart;
};

/** An application belongs to its branch; its owner's own steps ask for the owner alone. */
export const SIGNS = { dept: sign.deptId };

export const QUERY = "member:sign:query";
const CHECK = "member:sign:check";
const CHECK_UNIT = "member:sign:checkOrg";

export async function personOf(
  context: Pick<Context, "db" | "memo">,
  request: FastifyRequest,
): Promise<SignPerson> {
  const account = accountOf(request);
  const switchedOn = (await settings(context)).get("member.reviewerMayConfirm") === "true";
  return {
    account,
    ip: request.ip,
    reach: await reachOf(context.db, account),
    mayConfirmOwn: switchedOn,
  };
}

/** The permission for a step of staff that one permission opens. */
const ONE: Partial<Record<SignVerb, ScopedPermission>> = {
  councilPass: "member:sign:council",
  councilReject: "member:sign:council",
  confirm: "member:finance:confirm",
  fail: "member:finance:confirm",
  adjust: "finance:refund:approve",
  openRenewal: "member:renewal:batch",
  reopen: "member:sign:reopen",
  askRevoke: "member:sign:revoke",
  revoke: "member:sign:revoke",
};

/** Rows that somebody may take a step with: one's own, or those that a permission reaches. */
export function within(step: SignVerb, { account, reach }: SignPerson): SQL | undefined {
  const by: readonly string[] = SIGN_LIFE.steps[step].by;
  if (by.includes("owner")) return eq(sign.userId, account.userId);
  const permission = ONE[step];
  if (permission) return reach.where(permission, SIGNS);
  return or(
    and(eq(sign.memberType, "01"), reach.where(CHECK, SIGNS)),
    and(eq(sign.memberType, "02"), reach.where(CHECK_UNIT, SIGNS)),
  );
}

/** The permission for a step of staff with this application. */
export const permissionFor = (
  step: SignVerb,
  { memberType }: Pick<Sign, "memberType">,
): ScopedPermission => ONE[step] ?? (memberType === "01" ? CHECK : CHECK_UNIT);

/** The same of one row at hand. */
function covers(step: SignVerb, row: Sign, { account, reach }: SignPerson): boolean {
  const by: readonly string[] = SIGN_LIFE.steps[step].by;
  if (by.includes("owner")) return row.userId === account.userId;
  return reach.covers(permissionFor(step, row), { ownerId: null, deptId: row.deptId });
}

const OWN = "不能办理本人的申请，请由其他同事办理";

/** Why this person may not take a step with this application, though its state allows it. */
export function forbids(
  step: SignVerb,
  row: Pick<Sign, "userId" | "checkedBy" | "revokeAskedBy">,
  { account, mayConfirmOwn }: SignPerson,
): string | undefined {
  const by: readonly string[] = SIGN_LIFE.steps[step].by;
  if (!by.includes("owner") && row.userId === account.userId) return OWN;
  if (step === "confirm" && !mayConfirmOwn && row.checkedBy === account.userId) {
    return "您是这份申请的初审人，到账须由其他人员确认";
  }
  if (step === "askRevoke" && row.revokeAskedBy !== null) return "已有人提请撤销，请另一人复核";
  if (step === "revoke" && row.revokeAskedBy === null) return "撤销须先由一人提请，再由另一人复核";
  if (step === "revoke" && row.revokeAskedBy === account.userId) {
    return "撤销由您提请，须由另一人复核";
  }
  return undefined;
}

/** The steps that have buttons for this person, as the server decides. */
export const allowedTo = (row: Sign, person: SignPerson): SignVerb[] =>
  stepsFrom(row.state).filter((step) => covers(step, row, person) && !forbids(step, row, person));

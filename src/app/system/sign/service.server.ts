import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { FastifyRequest } from "fastify";
import type { LinePart } from "#src/app/finance/statement/service.server.ts";
import type { Member } from "#src/app/member/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { containsPairs } from "#src/db/like.ts";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import { SIGN_LIFE, STATE_CODES, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { user } from "../user/table.server.ts";
import { act } from "./acts/flow.server.ts";
import { beginRenewal } from "./acts/start.server.ts";
import { forbids, personOf, type Sign, type SignPerson, within } from "./model/rights.server.ts";
import { sign } from "./table.server.ts";

const found = alias(sign, "found_sign");

/**
 * A statement of the ids of applications whose name contains a person's text, or whose number, reference or credit
 * code it is. The name has an index of its own, which one condition for all of them would not use.
 */
export function signsFoundBy(keyword: string): SQL {
  const exact = keyword.toUpperCase().replace(/[\s-]/g, "");
  const signs = sql`${sign} as ${sql.identifier("found_sign")}`;
  return sql`select ${found.id} from ${signs} where ${containsPairs(found.name, keyword)}
    union select ${found.id} from ${signs} where ${found.applyNo} = ${exact} or ${found.reference} = ${exact}
      or (${found.creditCode} <> '' and ${found.creditCode} = ${exact})`;
}

/** Somebody of finance, and what they may confirm. */
export type Confirming = {
  /** Applications whose money this person may confirm, by branch. */
  reached: SQL | undefined;
  /** Why it may not be this person, as one's own application or one that they reviewed. */
  refusal(row: Pick<Sign, "userId" | "checkedBy" | "revokeAskedBy">): string | undefined;
  /** Confirms money of a bank's line for an application, by the flow with all its guards. */
  confirm(signId: number, fen: number, part: LinePart): Promise<Sign>;
};

export async function confirming(context: Context, request: FastifyRequest): Promise<Confirming> {
  const person: SignPerson = await personOf(context, request);
  return {
    reached: within("confirm", person),
    refusal: (row) => forbids("confirm", row, person),
    confirm: (signId, fen, linePart) =>
      act(context, "confirm", signId, { receivedAmount: moneyText(fen) }, { ...person, linePart }),
  };
}

/**
 * Who agrees to refunds and corrections by this request: takes the step that follows with the application, in the
 * caller's transaction. One that has ended stays as it is. `what`: 金额更正 -50.00 元（原因）.
 */
export async function adjusting(
  context: Context,
  request: FastifyRequest,
): Promise<(tx: Db, row: Sign, what: string) => Promise<void>> {
  const person = await personOf(context, request);
  return async (tx, row, what) => {
    const isOver = refusalOf(SIGN_LIFE, "adjust", stateOfCode(row.state)) !== undefined;
    if (!isOver) await act({ ...context, db: tx }, "adjust", row.id, { what }, person);
  };
}

const NO_ACCOUNT = "还没有网站账号，请会员先用手机号注册并核实资料";

/** A renewal that is opened for a member by whom somebody else pays for. */
type RenewalFor = { owner: Member; years: number; batchId: number };

/**
 * Who opens renewals for others by this request: begins the application as a draft of the member's and hands
 * it in, in the caller's transaction.
 * @throws AppError where the member cannot renew now; the text says why.
 */
export async function renewalOpener(
  context: Context,
  request: FastifyRequest,
): Promise<(tx: Db, renewal: RenewalFor) => Promise<Sign>> {
  const person = await personOf(context, request);
  return async (tx, { owner, years, batchId }) => {
    if (owner.userId === null) throw new AppError(NO_ACCOUNT);
    // As when the member begins one: two at once begin one.
    await tx
      .select({ userId: user.userId })
      .from(user)
      .where(eq(user.userId, owner.userId))
      .for("no key update");
    const [open] = await tx
      .select()
      .from(sign)
      .where(and(eq(sign.userId, owner.userId), lte(sign.state, STATE_CODES.payFailed)));
    if (open) {
      throw new AppError(
        open.state === STATE_CODES.draft
          ? "会员本人正在填写申请，请先与会员联系"
          : `有正在办理的申请 ${open.applyNo}`,
      );
    }
    const id = await beginRenewal(tx, owner, { years, batchId }, person);
    return act({ ...context, db: tx }, "openRenewal", id, {}, person);
  };
}

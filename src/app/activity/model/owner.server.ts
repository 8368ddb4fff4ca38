import { timingSafeEqual } from "node:crypto";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { phoneOf } from "#src/app/system/user/service.server.ts";
import { isPhone } from "#src/lib/people/phone.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { textMark } from "#src/server/secrets/secret-box.ts";
import type { Context } from "#src/server/start/context.ts";
import { activityEntry, activityOrder } from "../table.server.ts";

/** How long a proved telephone is believed: somebody fills in the form of fifty people meanwhile. */
const PROOF_MS = 60 * 60_000;

const markOf = (dataDir: string, phone: string, until: number) =>
  textMark(dataDir, "activity-guest")(`${phone}\n${until}`);

/** What a visitor without an account shows in place of one, once a code came to their telephone. */
export function phoneProof(dataDir: string, phone: string): string {
  const until = Date.now() + PROOF_MS;
  return `${phone}.${until}.${markOf(dataDir, phone, until)}`;
}

/** The telephone of a proof that this installation made and that still holds; empty for none. */
function provenPhone(dataDir: string, proof: unknown): string {
  const parts = /^(\d{11})\.(\d{13})\.([\da-f]{64})$/.exec(typeof proof === "string" ? proof : "");
  const [, phone = "", until = "", mark = ""] = parts ?? [];
  if (!isPhone(phone) || Number(until) < Date.now()) return "";
  const real = markOf(dataDir, phone, Number(until));
  return timingSafeEqual(Buffer.from(real), Buffer.from(mark)) ? phone : "";
}

/** By what somebody shows that a place is theirs. */
export type Owner = {
  userId?: number | undefined;
  /** A telephone that they proved: the account's, or a guest's by a code. */
  phone: string;
  /** Code of an order, out of its link. */
  code: string;
};

/** `code` and `proof` of a body or a query, and the account. */
export async function ownerOf(
  { db, env }: Pick<Context, "db" | "env">,
  request: FastifyRequest,
  given: Given,
): Promise<Owner> {
  const code = typeof given.code === "string" ? given.code.slice(0, 22) : "";
  const proven = provenPhone(env.dataDir, given.proof);
  const userId = request.account?.userId;
  return { userId, phone: proven || (await phoneOf(db, userId)), code };
}

const NOBODY = sql`false`;

/** Orders that are somebody's own: of their account, of their code, or of their telephone where no account has them. */
export const ownOrders = ({ userId, phone, code }: Owner): SQL =>
  or(
    userId === undefined ? undefined : eq(activityOrder.userId, userId),
    phone === "" ? undefined : and(isNull(activityOrder.userId), eq(activityOrder.phone, phone)),
    code === "" ? undefined : eq(activityOrder.code, code),
  ) ?? NOBODY;

/** Entries that are somebody's own: of their orders, and the place that another one took for their telephone. */
export const ownEntries = (owner: Owner): SQL =>
  or(ownOrders(owner), owner.phone === "" ? undefined : eq(activityEntry.phone, owner.phone)) ??
  NOBODY;

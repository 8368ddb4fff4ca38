import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { Db } from "#src/db/client.ts";
import {
  DECLARE_CODES,
  DECLARE_LIFE,
  type DeclareVerb,
  declareStepsFrom,
} from "#src/lib/declare/declare-life.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import type { Context } from "#src/server/start/context.ts";
import { member } from "../../../member/table.server.ts";
import { declareItem } from "../table.server.ts";

/**
 * A declaration; `conflicts`: fields of a saving that stayed as somebody else left them; `writerIds`: the accounts that
 * write it together with its owner, where it was asked for.
 */
export type Item = typeof declareItem.$inferSelect & {
  conflicts?: readonly string[];
  writerIds?: readonly number[];
};

/** What `writerIds` of a declaration is read with. */
export const writerIds = sql<number[]>`array(select w.user_id from declare_writer w
  where w.item_id = ${declareItem}.id)`.mapWith((ids: readonly unknown[]) => ids.map(Number));

/** Who works on declarations; `unitId`: the unit member whose account it is. */
export type ItemPerson = Person & { unitId: number | null };

/** The unit member whose account this is. */
async function unitOf(db: Db, userId: number): Promise<number | null> {
  const [row] = await db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.userId, userId), eq(member.memberType, "02"), isNull(member.mergedInto)));
  return row?.id ?? null;
}

export async function personOf(
  { db }: Pick<Context, "db">,
  request: FastifyRequest,
): Promise<ItemPerson> {
  const account = accountOf(request);
  return { account, ip: request.ip, unitId: await unitOf(db, account.userId) };
}

const takersOf = (step: DeclareVerb): readonly string[] => DECLARE_LIFE.steps[step].by;

const permissionsOf = (step: DeclareVerb): Permission[] =>
  takersOf(step).filter((taker): taker is Permission => taker.includes(":"));

/** Declarations that this person writes together with their owner. */
export const writtenWith = (userId: number): SQL =>
  sql`${declareItem.id} in (select item_id from declare_writer where user_id = ${userId})`;

/** Rows that somebody may take a step with: one's own, those of one's unit, or for staff all of them. */
export function within(step: DeclareVerb, { account, unitId }: ItemPerson): SQL | undefined {
  const { userId } = account;
  const own = eq(declareItem.userId, userId);
  if (step === "save") return or(own, writtenWith(userId));
  const takers = takersOf(step);
  if (takers.includes("owner")) return own;
  if (takers.includes("unit")) {
    return unitId === null ? sql`false` : eq(declareItem.unitId, unitId);
  }
  const mayAll = permissionsOf(step).some((permission) => hasPermission(account, permission));
  // Drafts are their owners' alone.
  return mayAll ? sql`${declareItem.state} > 0` : sql`false`;
}

const OWN = "不能办理本人的申报，请由其他同事办理";
const CO_WRITTEN = "不能办理本人共同填写的申报，请由其他同事办理";

/** Why this person may not take a step with this declaration, though its state allows it. */
export function forbids(
  step: DeclareVerb,
  { userId, writerIds: others = [] }: Pick<Item, "userId" | "writerIds">,
  { account }: Pick<ItemPerson, "account">,
): string | undefined {
  if (takersOf(step).includes("owner")) return undefined;
  if (userId === account.userId) return OWN;
  const isStaffStep = permissionsOf(step).length > 0;
  return isStaffStep && others.includes(account.userId) ? CO_WRITTEN : undefined;
}

/** The same of one row at hand. */
function covers(step: DeclareVerb, row: Item, { account, unitId }: ItemPerson): boolean {
  const takers = takersOf(step);
  if (takers.includes("owner")) return row.userId === account.userId;
  if (takers.includes("unit")) return unitId !== null && row.unitId === unitId;
  const isSeen = row.state !== DECLARE_CODES.draft;
  return isSeen && permissionsOf(step).some((permission) => hasPermission(account, permission));
}

/** The steps that have buttons for this person. */
export const allowedTo = (row: Item, person: ItemPerson): DeclareVerb[] =>
  declareStepsFrom(row.state).filter(
    (step) => covers(step, row, person) && !forbids(step, row, person),
  );

import { and, asc, desc, eq, ne, or, type SQL } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { DECLARE_KINDS, isDeclareKind, phaseOf } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { Context } from "#src/server/start/context.ts";
import { type Batch, clockOf, closingFor } from "../../batch/service.server.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { closedFor, notFor } from "../acts/writing.server.ts";
import { type Item, type ItemPerson, writtenWith } from "../model/rights.server.ts";

import { declareItem } from "../table.server.ts";
import type { BatchCard, ItemLine, Mine } from "../wire.ts";

const text = (date: Date | null): string | null => (date ? formatDateTime(date) : null);

/** One declaration in a line, for this person at this moment. */
export async function lineOf(
  db: Db,
  item: Item,
  batch: Batch,
  { account }: ItemPerson,
  now: Date,
): Promise<ItemLine> {
  const closing = await closingFor(db, batch, item.userId);
  const mayBeWritten = item.state === DECLARE_CODES.draft || item.state === DECLARE_CODES.returned;
  const due = item.state === DECLARE_CODES.returned ? item.mendUntil : closing;
  return {
    id: item.id,
    itemNo: item.itemNo,
    batchId: item.batchId,
    batchName: batch.batchName,
    title: item.title,
    category: item.category,
    unitName: item.unitName,
    state: item.state,
    stateName: declareStateName(item.state),
    dueAt: mayBeWritten ? text(due) : null,
    isOwner: item.userId === account.userId,
    isWritable: mayBeWritten && closedFor(item, batch, closing, now) === undefined,
  };
}

async function linesOf(
  db: Db,
  condition: SQL | undefined,
  person: ItemPerson,
  now: Date,
): Promise<ItemLine[]> {
  const rows = await db
    .select({ item: declareItem, batch: declareBatch })
    .from(declareItem)
    .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
    .where(condition)
    .orderBy(desc(declareItem.id))
    .limit(200);
  return Promise.all(rows.map(({ item, batch }) => lineOf(db, item, batch, person, now)));
}

async function cardOf(db: Db, batch: Batch, userId: number, now: Date): Promise<BatchCard> {
  const closing = await closingFor(db, batch, userId);
  const blank = { state: DECLARE_CODES.draft, mendUntil: null };
  return {
    id: batch.id,
    batchName: batch.batchName,
    kind: batch.kind,
    kindName: isDeclareKind(batch.kind) ? DECLARE_KINDS[batch.kind] : batch.kind,
    intro: batch.intro,
    guideHref: batch.guideHref,
    openAt: text(batch.openAt),
    closeAt: text(closing),
    phase: phaseOf({ ...batch, closeAt: closing }, now),
    refusal: closedFor(blank, batch, closing, now) ?? (await notFor(db, batch, userId)) ?? "",
  };
}

/** All of declarations that concerns this person: batches, their own, and what waits for their unit. */
export async function mineOf({ db }: Pick<Context, "db">, person: ItemPerson): Promise<Mine> {
  const { userId } = person.account;
  const now = await clockOf(db);
  const batches = await db
    .select()
    .from(declareBatch)
    .where(ne(declareBatch.status, "1"))
    .orderBy(asc(declareBatch.orderNum), desc(declareBatch.closeAt), asc(declareBatch.id))
    .limit(50);
  const own = or(eq(declareItem.userId, userId), writtenWith(userId));
  const ofUnit =
    person.unitId === null
      ? undefined
      : and(
          eq(declareItem.unitId, person.unitId),
          eq(declareItem.state, DECLARE_CODES.unitCheck),
          ne(declareItem.userId, userId),
        );
  return {
    now: now.getTime(),
    batches: await Promise.all(batches.map((batch) => cardOf(db, batch, userId, now))),
    items: await linesOf(db, own, person, now),
    duties: ofUnit ? await linesOf(db, ofUnit, person, now) : [],
  };
}

import { and, asc, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { containsPairs } from "#src/db/like.ts";
import { declareStateName } from "#src/lib/declare/declare-life.ts";
import { textIn } from "#src/lib/declare/read-values.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import {
  conditionOf,
  inputText,
  type ListInput,
  offsetOf,
  orderIn,
  pageOf,
} from "#src/server/crud/list-query.ts";
import type { Context } from "#src/server/start/context.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { allowedTo, type ItemPerson, writerIds } from "../model/rights.server.ts";
import { declareItem } from "../table.server.ts";
import type { BatchChoice, Counts, QueueRow } from "../wire.ts";

/** Drafts are their owners' alone. */
const handedIn = sql`${declareItem.state} > 0`;

const numbersIn = (text: string): number[] =>
  text
    .split(",")
    .filter((each) => /^\d{1,2}$/.test(each))
    .map(Number);

const numberOf = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** The condition of a list call. */
export function queueCondition(input: ListInput): SQL | undefined {
  const conditions: (SQL | undefined)[] = [handedIn];
  const keyword = inputText(input, "keyword");
  if (keyword) {
    conditions.push(
      or(
        eq(declareItem.itemNo, keyword.toUpperCase()),
        containsPairs(declareItem.title, keyword),
        containsPairs(declareItem.unitName, keyword),
      ),
    );
  }
  const states = numbersIn(inputText(input, "state"));
  if (states.length > 0) conditions.push(inArray(declareItem.state, states));
  const batchId = numberOf(inputText(input, "batchId"));
  if (batchId !== undefined) conditions.push(eq(declareItem.batchId, batchId));
  const category = inputText(input, "category");
  if (category) conditions.push(eq(declareItem.category, category));
  conditions.push(conditionOf(declareItem, { time: "submittedAt" }, input));
  return and(...conditions);
}

const SORTS: Readonly<Record<string, SQL>> = {
  submittedAt: sql`${declareItem.submittedAt}`,
  itemNo: sql`${declareItem.itemNo}`,
  title: sql`${declareItem.title}`,
};

/** A page of the secretariat's list: the longest waiting first, where nothing else is asked for. */
export async function listQueue(
  { db }: Pick<Context, "db">,
  person: ItemPerson,
  input: ListInput,
): Promise<{ rows: QueueRow[]; total: number }> {
  const condition = queueCondition(input);
  const total = await db.$count(declareItem, condition);
  const { pageNum, pageSize } = pageOf(input);
  const asked = orderIn(SORTS, input);
  const isFalling = asked.length > 0 && inputText(input, "isAsc").startsWith("desc");
  const first = asked.length > 0 ? asked : [asc(declareItem.submittedAt)];
  const rows = await db
    .select({
      item: declareItem,
      writerIds,
      batchName: declareBatch.batchName,
      kind: declareBatch.kind,
    })
    .from(declareItem)
    .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
    .where(condition)
    .orderBy(...first, isFalling ? desc(declareItem.id) : asc(declareItem.id))
    .offset(offsetOf(pageNum, pageSize, total))
    .limit(pageSize);
  return {
    total,
    rows: rows.map(({ item, writerIds: others, batchName, kind }) => ({
      id: item.id,
      itemNo: item.itemNo,
      batchId: item.batchId,
      batchName,
      kind,
      title: item.title,
      category: item.category,
      unitName: item.unitName,
      leader: textIn(item.values, "leaderName"),
      state: item.state,
      stateName: declareStateName(item.state),
      award: item.award,
      grade: item.grade,
      submittedAt: item.submittedAt ? formatDateTime(item.submittedAt) : null,
      publicUntil: item.publicUntil ? formatDateTime(item.publicUntil) : null,
      version: item.version,
      allowed: allowedTo({ ...item, writerIds: others }, person),
    })),
  };
}

/** How many there are of each state, for the chips above the list. */
export async function countQueue(
  { db }: Pick<Context, "db">,
  batchId: number | undefined,
): Promise<Counts> {
  const ofBatch = batchId === undefined ? undefined : eq(declareItem.batchId, batchId);
  return db
    .select({ state: declareItem.state, count: count() })
    .from(declareItem)
    .where(and(handedIn, ofBatch))
    .groupBy(declareItem.state)
    .orderBy(asc(declareItem.state));
}

/** The batches that the list may be narrowed to, the newest first. */
export const batchChoices = ({ db }: Pick<Context, "db">): Promise<BatchChoice[]> =>
  db
    .select({ id: declareBatch.id, batchName: declareBatch.batchName })
    .from(declareBatch)
    .orderBy(desc(declareBatch.id));

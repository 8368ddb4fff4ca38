import { and, asc, eq, gt, min, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { OBJECTION_CODES } from "#src/lib/declare/objection-life.ts";
import { AWARDS } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { declareObjection } from "./table.server.ts";

/** What the public page of publicity depends on. */
export const PUBLICITY_TAG = "entity:declare_publicity";

/** How many objections to a declaration wait to be dealt with. */
export const openObjections = (db: Db, itemId: number): Promise<number> =>
  db.$count(
    declareObjection,
    and(eq(declareObjection.itemId, itemId), eq(declareObjection.state, OBJECTION_CODES.open)),
  );

/** A declaration as the public sees it: no telephone, no address, no number of a person. */
type ShownItem = {
  id: number;
  itemNo: string;
  title: string;
  category: string;
  unitName: string;
  leader: string;
  award: string;
  /** `yyyy-MM-dd HH:mm` */
  from: string;
  until: string;
};

export type ShownBatch = { id: number; batchName: string; items: ShownItem[] };

const isShown = and(
  eq(declareItem.state, DECLARE_CODES.publicity),
  gt(declareItem.publicUntil, sql`clock_timestamp()`),
);

const minute = (date: Date | null) => (date ? formatDateTime(date).slice(0, 16) : "");

/** As leaderOf in lib/declare/certificates.ts: a form is long, and one name of it is shown. */
const LEADER = sql<string>`case when ${declareBatch.kind} = 'unit' then '' else
  coalesce(nullif(${declareItem.values} ->> 'leaderName', ''), ${declareItem.values} ->> 'authorName', '') end`;

/** Objections that do not concern what this person has declared, or writes together with others. */
export const notOnOwn = (userId: number): SQL =>
  sql`not exists (select 1 from declare_item i where i.id = ${declareObjection}.item_id
    and (i.user_id = ${userId} or exists (select 1 from declare_writer w
      where w.item_id = i.id and w.user_id = ${userId})))`;

/** What is shown now, by batch; `next`: the moment at which the first of it ends. */
export async function publicityNow(db: Db): Promise<{ batches: ShownBatch[]; next?: Date }> {
  const rows = await db
    .select({
      id: declareItem.id,
      batchId: declareItem.batchId,
      batchName: declareBatch.batchName,
      itemNo: declareItem.itemNo,
      title: declareItem.title,
      category: declareItem.category,
      unitName: declareItem.unitName,
      award: declareItem.award,
      publicFrom: declareItem.publicFrom,
      publicUntil: declareItem.publicUntil,
      leader: LEADER,
    })
    .from(declareItem)
    .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
    .where(isShown)
    .orderBy(asc(declareItem.batchId), asc(declareItem.category), asc(declareItem.itemNo));
  const [first] = await db
    .select({ next: min(declareItem.publicUntil) })
    .from(declareItem)
    .where(isShown);
  const batches = [...Map.groupBy(rows, ({ batchId }) => batchId)].map(([id, own]) => ({
    id,
    batchName: own[0]?.batchName ?? "",
    items: own.map((item) => ({
      id: item.id,
      itemNo: item.itemNo,
      title: item.title,
      category: item.category,
      unitName: item.unitName,
      leader: item.leader,
      award: AWARDS[item.award] ?? "",
      from: minute(item.publicFrom),
      until: minute(item.publicUntil),
    })),
  }));
  return { batches, ...(first?.next ? { next: first.next } : {}) };
}

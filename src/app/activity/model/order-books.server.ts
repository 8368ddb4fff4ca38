import { type SQL, sql } from "drizzle-orm";
import { payment, refund } from "#src/app/finance/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { activityEntry } from "../table.server.ts";

const freeOf = (orderId: SQL): SQL => sql`(
    coalesce((select sum(p.received_fen) from ${payment} p
      where p.order_id = ${orderId} and p.state = 1), 0)
    + coalesce((select sum(case when r.kind = 'correction' then r.amount_fen
        when r.entry_id is null then -r.amount_fen else 0 end)
      from ${refund} r join ${payment} p on p.id = r.payment_id
      where p.order_id = ${orderId} and r.state in (1, 3)), 0)
    - coalesce((select sum(greatest(e.paid_fen, coalesce((select sum(r.amount_fen) from ${refund} r
        where r.entry_id = e.id and r.state <> 2), 0)))
      from ${activityEntry} e where e.order_id = ${orderId}), 0))`;

/** Fen that all places of an order cost that were ever to be paid. */
export const orderCost = (orderId: SQL): SQL => sql`coalesce((select sum(e.amount_fen)
  from ${activityEntry} e where e.order_id = ${orderId} and e.state not in (0, 6, 9)), 0)`;

/** Fen that are still to be paid for the places of an order that wait for money. */
export const orderRest = (orderId: SQL): SQL => sql`(coalesce((select sum(e.amount_fen)
  from ${activityEntry} e where e.order_id = ${orderId} and e.state in (1, 2)), 0) - ${freeOf(orderId)})`;

/**
 * Fen that came in for an order and are for no place yet: too little came, or too much. What was asked back for a place
 * counts as its own, whatever was paid for it.
 */
export async function freeFen(db: Db, orderId: number): Promise<number> {
  const free = freeOf(sql`${orderId}::bigint`);
  const { rows } = await db.execute<{ fen: number }>(sql`select ${free}::float8 as fen`);
  return rows[0]?.fen ?? 0;
}

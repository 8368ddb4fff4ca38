import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";

/** One queue of the job engine, its jobs by state. */
export type Queue = {
  name: string;
  waiting: number;
  retrying: number;
  active: number;
  completed: number;
  failed: number;
  cancelled: number;
};

/** The queues of the job engine (schema pgboss); null while this database has none. */
export async function queues(db: Db): Promise<Queue[] | null> {
  const { rows } = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return null;
  const found = await db.execute<Queue>(
    sql`select name,
        count(*) filter (where state::text = 'created')::int as waiting,
        count(*) filter (where state::text = 'retry')::int as retrying,
        count(*) filter (where state::text = 'active')::int as active,
        count(*) filter (where state::text = 'completed')::int as completed,
        count(*) filter (where state::text = 'failed')::int as failed,
        count(*) filter (where state::text = 'cancelled')::int as cancelled
      from pgboss.job group by name order by name limit 100`,
  );
  return found.rows;
}

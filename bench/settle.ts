import type pg from "pg";

/**
 * Leaves tables as time would: what was written is on disk, so vacuum can mark its pages as visible to all, and
 * the planner knows the values.
 */
export async function settle(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query("checkpoint");
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
}

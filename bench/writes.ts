import { setTimeout as pause } from "node:timers/promises";
import { query } from "../e2e/database.ts";
import { type Figure, ms, percentile } from "./figures.ts";
import { getOk, oneConnection, type Program } from "./program.ts";

const ROUNDS = 20;
const CONNECTIONS = 8;
const GOAL_MS = 1_000;
/** Between two looks: asking without end would be a load of its own. */
const PAUSE_MS = 10;

/**
 * An article is changed in the database with the notice that every write of the program sends. Eight
 * kept connections lie on all processes, which take new ones in turn; the slowest of them counts.
 */
export async function measureWrites(
  program: Program,
  processes: number,
  source: string,
): Promise<Figure[]> {
  const [row] = await query<{ id: number; name: string }>(
    program.databaseUrl,
    "select id::int, article_name as name from article where visible = 'public' order by id limit 1",
  );
  if (!row) return [];
  const agents = Array.from({ length: CONNECTIONS }, oneConnection);
  const url = `${program.origin}/article?articleId=${row.id}`;
  const change = (name: string) =>
    query(
      program.databaseUrl,
      `with changed as (update article set article_name = $2 where id = $1 returning id)
       select pg_notify('xuehui_tags', 'content,article:' || id) from changed`,
      [row.id, name],
    );
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const name = `改动${round}-${Date.now()}`;
    // In every cache before it is changed.
    await Promise.all(agents.map((agent) => getOk(url, { agent })));
    await change(name);
    const began = performance.now();
    const seen = agents.map(async (agent) => {
      while (!(await getOk(url, { agent })).body.includes(name)) {
        if (performance.now() - began > 10 * GOAL_MS) break;
        await pause(PAUSE_MS);
      }
      return performance.now() - began;
    });
    delays.push(Math.max(...(await Promise.all(seen))));
  }
  await change(row.name);
  for (const agent of agents) agent.destroy();
  const worst = percentile(delays, 1);
  return [
    {
      name: `a write is seen by all ${processes} processes: median, worst`,
      figure: `${ms(percentile(delays, 0.5))}, ${ms(worst)}`,
      goal: `<= ${GOAL_MS} ms`,
      isMet: worst <= GOAL_MS,
      source,
    },
  ];
}

import { query } from "../e2e/database.ts";
import { type Figure, median, ms, timed } from "./figures.ts";
import { getOk, oneConnection, type Program } from "./program.ts";

const ROUNDS = 60;
const PAGE_SIZE = 20;
const GOAL = 1.5;

/** First and last page of the largest category, by the API (which no cache stands before), in turn. */
export async function measureLists(program: Program, source: string): Promise<Figure[]> {
  const [largest] = await query<{ id: number; n: number }>(
    program.databaseUrl,
    `select type_id::int as id, count(*)::int as n from article where is_listed
     group by type_id order by 2 desc limit 1`,
  );
  if (!largest) return [];
  const last = Math.ceil(largest.n / PAGE_SIZE);
  const agent = oneConnection();
  const pageAt = (pageNum: number) => () =>
    getOk(
      `${program.origin}/prod-api/api/bll/article/list?typeId=${largest.id}` +
        `&pageNum=${pageNum}&pageSize=${PAGE_SIZE}`,
      { agent },
    );
  const first: number[] = [];
  const end: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [one = 0, other = 0] = await timed([pageAt(1), pageAt(last)]);
    // The first rounds warm up.
    if (round < 10) continue;
    first.push(one);
    end.push(other);
  }
  agent.destroy();
  const [head, tail] = [median(first), median(end)];
  const ratio = Math.max(head, tail) / Math.min(head, tail);
  return [
    {
      name: `list, first and last page (${last}) of ${largest.n}`,
      figure: `${ms(head)}, ${ms(tail)}: ${ratio.toFixed(2)}`,
      goal: `<= ${GOAL}`,
      isMet: ratio <= GOAL,
      source,
    },
  ];
}

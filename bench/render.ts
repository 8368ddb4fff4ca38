import { query } from "../e2e/database.ts";
import { cpuMs, type Figure, ms } from "./figures.ts";
import { getOk, oneConnection, type Program } from "./program.ts";

const PAGES = 400;
const WARM_UP = 150;
const GOAL_MS = 5;

/** CPU of the server for an article that is not in its cache; every article is asked for once. */
export async function measureRender(program: Program, source: string): Promise<Figure[]> {
  const rows = await query<{ id: number }>(
    program.databaseUrl,
    "select id from article where visible = 'public' order by md5(id::text) limit $1",
    [PAGES * 2 + WARM_UP],
  );
  const urls = rows.map((row) => `${program.origin}/article?articleId=${row.id}`);
  const agent = oneConnection();
  const cost = async (pages: string[], headers: Record<string, string>) => {
    const before = cpuMs(program.pid);
    for (const url of pages) await getOk(url, { agent, headers });
    return (cpuMs(program.pid) - before) / pages.length;
  };
  await cost(urls.splice(0, WARM_UP), {});
  const plain = await cost(urls.splice(0, urls.length / 2), {});
  const zipped = await cost(urls, { "accept-encoding": "gzip" });
  agent.destroy();
  return [
    {
      name: "uncached article, CPU of a render",
      figure: ms(plain),
      goal: `<= ${GOAL_MS} ms`,
      isMet: plain <= GOAL_MS,
      source,
    },
    {
      name: "uncached article, CPU with gzip",
      figure: ms(zipped),
      goal: "",
      isMet: undefined,
      source,
    },
  ];
}

import { query } from "../e2e/database.ts";
import type { Figure } from "./figures.ts";
import { get, type Program } from "./program.ts";

type Check = {
  q: string;
  /** Title that must come first; or, with `anywhere`, be on the first page. */
  title: string;
  anywhere?: boolean;
};

/** Words that readers of the real documents look for. */
const OF_DOCUMENTS: Check[] = [
  { q: "家庭教育", title: "中华人民共和国家庭教育促进法" },
  { q: "未成年人保护", title: "中华人民共和国未成年人保护法", anywhere: true },
  { q: "颜渊", title: "颜渊篇", anywhere: true },
  { q: "顏淵", title: "颜渊篇", anywhere: true },
  { q: "論語", title: "颜渊篇", anywhere: true },
  { q: "论语", title: "颜渊篇", anywhere: true },
  { q: "家庭教育促進法", title: "中华人民共和国家庭教育促进法" },
  { q: "民法", title: "民法", anywhere: true },
  { q: "陋室铭", title: "陋室銘" },
];

/** An address of more than 32 kB is refused by HTTP itself; the search box takes 200 letters. */
const HARMLESS = ["%", "_", "'", "<script>", "字".repeat(3_000), ""];

/** Titles of the articles themselves, looked up in every set of articles. */
const TITLES = 30;

/** Titles of the first page of results, in their order; undefined when the page is no answer. */
async function titlesOf(program: Program, q: string): Promise<string[] | undefined> {
  const { status, body } = await get(`${program.origin}/search?q=${encodeURIComponent(q)}`);
  if (status !== 200) return undefined;
  const list = /<ol class="search-rows">([\s\S]*?)<\/ol>/.exec(body.toString("utf8"))?.[1] ?? "";
  return [...list.matchAll(/<h[23][^>]*>([\s\S]*?)<\/h[23]>/g)].map(([, title = ""]) =>
    title.replace(/<[^>]*>/g, "").trim(),
  );
}

/** Whether searches find what they must: no speed, but nothing else says it of the real documents. */
export async function measureFound(
  program: Program,
  source: string,
  ofDocuments: boolean,
): Promise<Figure[]> {
  const own = await query<{ title: string }>(
    program.databaseUrl,
    `select article_name as title from article where article_name not like '%（%'
     order by md5(article_name) limit $1`,
    [TITLES],
  );
  const checks: Check[] = own.map(({ title }) => ({ q: title, title, anywhere: true }));
  if (ofDocuments) checks.push(...OF_DOCUMENTS);
  const missed: string[] = [];
  for (const { q, title, anywhere } of checks) {
    const titles = (await titlesOf(program, q)) ?? [];
    const looked = anywhere ? titles : titles.slice(0, 1);
    if (!looked.some((each) => each.includes(title))) missed.push(q);
  }
  for (const q of HARMLESS) {
    if (!(await titlesOf(program, q))) missed.push(q.slice(0, 10) || "empty");
  }
  const all = checks.length + HARMLESS.length;
  return [
    {
      name: "searches that find what they must",
      figure: `${all - missed.length} of ${all}`,
      goal: "all",
      isMet: missed.length === 0,
      source,
      ...(missed.length > 0 ? { note: missed.join("; ") } : {}),
    },
  ];
}

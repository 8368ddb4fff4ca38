import http from "node:http";
import { query } from "../e2e/database.ts";
import { cpuMs, type Figure, ms, percentile, timed, timedTogether } from "./figures.ts";
import { getOk, type Program } from "./program.ts";

const REQUESTS = 200;
const TOGETHER = 4;
const GOAL_MS = 50;

type Word = { word: string; share: number };

/** The originals and some copies of each: words of these stand for all. */
const SAMPLE = "select search from article order by id limit 3000";

/** Words of two to four characters of the texts themselves, with the share of articles they are in. */
const readWords = (url: string): Promise<Word[]> =>
  query<Word>(
    url,
    `select word, ndoc::float / (select count(*) from (${SAMPLE}) sample) as share
     from ts_stat('${SAMPLE}') where word ~ '^[一-龥]{2,4}$' order by md5(word)`,
  );

/** Queries by how many articles they find; several of each, so that none is answered from memory. */
function queriesOf(words: Word[]): Record<string, string[]> {
  const between = (low: number, high: number) =>
    words.filter(({ share }) => share >= low && share < high).map(({ word }) => word);
  const medium = between(0.01, 0.1);
  const common = between(0.1, 0.6);
  // There may be few words in most of the articles: the most frequent ones then.
  const most = between(0.6, 1.1);
  const frequent = [...words].sort((a, b) => b.share - a.share).slice(0, 12);
  return {
    "rare word": between(0, 0.005),
    "medium word": medium,
    "common word": common,
    "word of most articles": most.length > 3 ? most : frequent.map(({ word }) => word),
    "two words": medium.map((word, index) => `${word} ${common[index % common.length] ?? word}`),
  };
}

const repeat = (items: string[], times: number): string[] =>
  Array.from({ length: times }, (_, index) => items[index % items.length] ?? "");

/** Whole answers over HTTP: the page /search, rendered, and the suggestions of listPreview. */
export async function measureSearch(program: Program, source: string): Promise<Figure[]> {
  const kinds = queriesOf(await readWords(program.databaseUrl));
  const page = (text: string) => `/search?q=${encodeURIComponent(text)}`;
  const preview = (text: string) =>
    `/prod-api/api/bll/article/listPreview?articleName=${encodeURIComponent(text)}`;
  const asked: [name: string, paths: string[]][] = Object.entries(kinds).map(([kind, texts]) => [
    `/search, ${kind}`,
    repeat(texts, REQUESTS).map(page),
  ]);
  const titles = await query<{ name: string }>(
    program.databaseUrl,
    "select article_name as name from article order by md5(id::text) limit 200",
  );
  asked.push([
    "listPreview, title being typed",
    titles.map(({ name }) => preview(name.slice(0, 3))),
  ]);
  asked.push([
    "listPreview, common word",
    repeat(kinds["common word"] ?? [], REQUESTS).map(preview),
  ]);
  const agent = new http.Agent({ keepAlive: true, maxSockets: TOGETHER });
  const tasksOf = (paths: string[]) =>
    paths.map((path) => () => getOk(program.origin + path, { agent }));
  // The dictionary, the prepared code and the pages of the database are warm for a running site.
  for (const [, paths] of asked) await timed(tasksOf(paths.slice(0, 30)));
  const figures: Figure[] = [];
  for (const [name, paths] of asked) {
    if (paths.length === 0) continue;
    const before = cpuMs(program.pid);
    const alone = await timed(tasksOf(paths));
    const cpu = (cpuMs(program.pid) - before) / paths.length;
    const together = await timedTogether(tasksOf(paths), TOGETHER);
    const p99 = percentile(alone, 0.99);
    figures.push({
      name: `${name}: p50, p99`,
      figure: `${ms(percentile(alone, 0.5))}, ${ms(p99)}`,
      goal: `p99 <= ${GOAL_MS} ms`,
      isMet: p99 <= GOAL_MS,
      source,
    });
    figures.push({
      name: `  ${TOGETHER} at a time: p50, p99; CPU of the server for one`,
      figure: `${ms(percentile(together, 0.5))}, ${ms(percentile(together, 0.99))}; ${ms(cpu)}`,
      goal: "",
      isMet: undefined,
      source,
    });
  }
  agent.destroy();
  return figures;
}

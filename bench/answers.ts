import http from "node:http";
import { openAdminSession } from "../e2e/database.ts";
import { cpuMs, type Figure, ms, percentile, timed } from "./figures.ts";
import { getOk, type Program } from "./program.ts";

export const PAGE_SIZE = 20;

/** A question that takes long is asked fewer times, so that every part of the bench ends. */
const QUESTION_LIMIT_MS = 5_000;
const FEWEST_ANSWERS = 5;

/** A question with its address, which differs a little from one time to the next. */
export type Asked = readonly [name: string, path: (nth: number) => string];

type Measuring = {
  goalMs: number;
  source: string;
  /** Answers that are not counted. */
  warm?: (() => Promise<unknown>)[];
};

/** Whole answers over HTTP, asked for by the administrator one after the other on one connection. */
export async function answersOf(program: Program) {
  const token = await openAdminSession(program.databaseUrl);
  const agent = new http.Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}` };

  /** One page of a list; a call that is refused is no answer. */
  const ask = (path: string) => async (): Promise<void> => {
    const url = `${program.origin}${path}${/[?&]$/.test(path) ? "" : "&"}pageSize=${PAGE_SIZE}`;
    const { body } = await getOk(url, { agent, headers });
    if (path.startsWith("/prod-api/") && !body.includes('"code":200')) {
      throw new Error(`${path} answered ${body.slice(0, 200)}`);
    }
  };

  const measure = async (
    name: string,
    tasks: (() => Promise<unknown>)[],
    { goalMs, source, warm = [] }: Measuring,
  ): Promise<Figure> => {
    let before = 0;
    let times: number[];
    try {
      await timed(warm);
      before = cpuMs(program.pid);
      times = await timed(tasks, { limitMs: QUESTION_LIMIT_MS, fewest: FEWEST_ANSWERS });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const goal = "to be answered";
      return { name, figure: `failed: ${why.slice(0, 150)}`, goal, isMet: false, source };
    }
    const cpu = (cpuMs(program.pid) - before) / times.length;
    const p99 = percentile(times, 0.99);
    return {
      name: `${name}: p50, p99; CPU of the server`,
      figure: `${ms(percentile(times, 0.5))}, ${ms(p99)}; ${ms(cpu)}`,
      goal: `p99 <= ${goalMs} ms`,
      isMet: p99 <= goalMs,
      source,
    };
  };

  return {
    headers,
    ask,
    measure,
    /** One figure a question, after three answers that are not counted. */
    async lists(
      asked: readonly Asked[],
      requests: number,
      goalMs: number,
      sourceOf: (name: string) => string,
    ): Promise<Figure[]> {
      const figures: Figure[] = [];
      for (const [name, path] of asked) {
        const warm = [0, 1, 2].map((nth) => ask(path(nth)));
        const tasks = Array.from({ length: requests }, (_, nth) => ask(path(nth)));
        figures.push(await measure(name, tasks, { goalMs, source: sourceOf(name), warm }));
      }
      return figures;
    },
    close: () => agent.destroy(),
  };
}

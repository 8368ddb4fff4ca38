import { execFile, fork } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { cpuMs, type Figure, median } from "./figures.ts";
import { getOk, type Program } from "./program.ts";

const run = promisify(execFile);
const ROUNDS = 5;
const SECONDS = 3;
const GOAL = 0.6;

type Load = { requests: number; perSecond: number; errors: number };
type Round = { perSecond: number; cpuMs: number };

async function load(url: string, pid: number): Promise<Round> {
  const before = cpuMs(pid);
  const script = path.join(import.meta.dirname, "load.ts");
  const { stdout } = await run(process.execPath, [script, url, String(SECONDS)]);
  const { requests, perSecond, errors } = JSON.parse(stdout) as Load;
  if (errors > 0) throw new Error(`${errors} errors from ${url}`);
  return { perSecond, cpuMs: (cpuMs(pid) - before) / requests };
}

/** A bare server in a process of its own, with the very bytes and headers of our answer. */
async function startBare(url: string) {
  const headers = { "accept-encoding": "gzip, br" };
  // Asked for often enough to be kept in its best encoding.
  for (let index = 0; index < 5; index++) await getOk(url, { headers });
  const answer = await getOk(url, { headers });
  const child = fork(path.join(import.meta.dirname, "bare.ts"));
  const skipped = new Set(["date", "connection", "keep-alive"]);
  const given = Object.entries(answer.headers).filter(([name]) => !skipped.has(name));
  child.send({
    status: 200,
    headers: given.flatMap(([name, value]) => [name, String(value)]),
    body: answer.body.toString("base64"),
  });
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Cached pages against the bare server: rounds in turn, so that both meet the same machine. */
export async function measureCached(
  program: Program,
  pages: Record<string, string>,
  source: string,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const url = program.origin + page;
    const bare = await startBare(url);
    const speed: number[] = [];
    const cost: number[] = [];
    try {
      await load(url, program.pid);
      await load(bare.url, bare.pid);
      for (let round = 0; round < ROUNDS; round++) {
        const ours = await load(url, program.pid);
        const theirs = await load(bare.url, bare.pid);
        speed.push(ours.perSecond / theirs.perSecond);
        cost.push(theirs.cpuMs / ours.cpuMs);
      }
    } finally {
      bare.stop();
    }
    for (const [what, ratios] of [
      ["requests a second", speed],
      ["CPU of a request", cost],
    ] as const) {
      const ratio = median(ratios);
      figures.push({
        name: `cached ${name}, ${what}: share of bare node:http`,
        figure: ratio.toFixed(2),
        goal: `>= ${GOAL}`,
        isMet: ratio >= GOAL,
        source,
      });
    }
  }
  return figures;
}

import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databaseUrlOf, openAdminSession, query } from "../e2e/database.ts";
import type { Program } from "../e2e/program.ts";
import { killPostmaster, openServer } from "./database.ts";
import { flag, type Gate, type Measured, runGate } from "./gate.ts";
import { ask, Ledger, steadily } from "./ledger.ts";
import { startProgram } from "./site.ts";

// `npm run gate:crash`: the database and the workers are killed under load, again and again. A ledger
// outside of the program knows what was acknowledged. `--only external|embedded` runs one half.

const WRITES_A_SECOND = 20;
const PAGES_A_SECOND = 40;
const BACK_MS = 10_000;
/** Pages that are in the cache of every process before the first fault. */
const PAGES = ["/", "/login", "/register", "/forgetPassword"];

/** Where the program runs, and what breaks in a round: returns when the database is there again. */
type Scene = {
  program: Program;
  databaseUrl: string;
  processes: number;
  fault(round: number): Promise<void>;
  /** Whether a process that serves was killed just now, and its connections with it. */
  cuts(): boolean;
};

async function external(gate: Gate): Promise<Scene> {
  const server = await openServer(gate.directory);
  gate.atEnd(() => server.stop());
  const dataDir = path.join(gate.directory, "external");
  const program = await startProgram(gate, {
    DATA_DIR: dataDir,
    DATABASE_URL: server.url,
    WORKERS: "1",
  });
  return {
    program,
    databaseUrl: server.adminUrl,
    processes: 1,
    cuts: () => false,
    fault: async (round) => {
      if (round % 2 === 0) server.kill();
      else server.stopAtOnce();
      await delay(300);
      server.start();
    },
  };
}

async function embedded(gate: Gate): Promise<Scene> {
  const dataDir = path.join(gate.directory, "embedded");
  const program = await startProgram(gate, { DATA_DIR: dataDir, WORKERS: "2" });
  let killedAt = Number.NEGATIVE_INFINITY;
  return {
    program,
    databaseUrl: databaseUrlOf(dataDir),
    processes: 2,
    cuts: () => Date.now() - killedAt < 10_000,
    fault: async (round) => {
      if (round % 3 === 2) {
        killedAt = Date.now();
        killWorker(program.child.pid ?? 0);
      } else killPostmaster(path.join(dataDir, "postgres"));
    },
  };
}

/** kill -9 of one of the processes that the program has forked. */
function killWorker(primary: number): void {
  const children = fs.readFileSync(`/proc/${primary}/task/${primary}/children`, "utf8");
  const worker = children
    .trim()
    .split(" ")
    .find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.ts"));
  if (worker) process.kill(Number(worker), "SIGKILL");
}

/** Waits until every process has every page in its cache: "cached pages" must be some. */
async function isWarm({ program, processes }: Scene, token: string): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 60_000; await delay(100)) {
    await Promise.all(PAGES.flatMap((page) => [1, 2, 3, 4].map(() => ask(program.url + page))));
    const { body } = await ask(`${program.url}/prod-api/monitor/cache`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const kept = ((body as Figures).data?.processes ?? []).filter(
      (one) => one.pages.entries >= PAGES.length,
    );
    if (kept.length >= processes) return;
  }
  throw new Error("the caches do not fill");
}

/** A backend outlives a killed postmaster for a moment and answers: new connections may be refused meanwhile. */
async function isOpen(databaseUrl: string): Promise<void> {
  for (const began = Date.now(); ; await delay(50)) {
    try {
      await query(databaseUrl, "select 1");
      return;
    } catch (error) {
      if (Date.now() - began > BACK_MS) throw error;
    }
  }
}

type Figures = { data?: { processes: { pages: { entries: number } }[] } };

async function rounds(gate: Gate, name: string, scene: Scene): Promise<Measured> {
  const { program, databaseUrl } = scene;
  const token = await openAdminSession(databaseUrl);
  const ledger = new Ledger();
  const pages = { asked: 0, failed: 0, cut: 0 };
  const failures = new Map<string, number>();
  await isWarm(scene, token);
  const writing = steadily(WRITES_A_SECOND, () => ledger.write(program.url, token));
  const reading = steadily(PAGES_A_SECOND, async () => {
    const page = PAGES[pages.asked++ % PAGES.length] ?? "/";
    let { status } = await ask(program.url + page);
    if (status === 0 && scene.cuts()) {
      // The process that had the request is dead: browsers and proxies ask once more by themselves.
      pages.cut++;
      ({ status } = await ask(program.url + page));
    }
    if (status === 200) return;
    pages.failed++;
    const what = `${name} ${page} ${status}`;
    failures.set(what, (failures.get(what) ?? 0) + 1);
  });
  let slowest = 0;
  let late = 0;
  for (let round = 0; round < gate.rounds; round++) {
    await isWarm(scene, token);
    await delay(500);
    await scene.fault(round);
    const began = Date.now();
    while (!(await ledger.write(program.url, token)) && Date.now() - began < 3 * BACK_MS) {
      if (program.child.exitCode !== null)
        throw new Error(`the program ended:\n${program.output()}`);
      await delay(50);
    }
    const ms = Date.now() - began;
    slowest = Math.max(slowest, ms);
    if (ms > BACK_MS) late++;
    gate.say(`${name} round ${round + 1}: back after ${ms} ms, pages failed ${pages.failed}`);
  }
  await Promise.all([writing.stop(), reading.stop()]);
  for (const [what, times] of failures) gate.say(`${times} × ${what}`);
  await isOpen(databaseUrl);
  const { lost, doubled, unlogged } = await ledger.compare(databaseUrl);
  const numbers = {
    [`${name}Rounds`]: gate.rounds,
    [`${name}Acknowledged`]: ledger.acknowledged.size,
    [`${name}Refused`]: ledger.refused,
    [`${name}Lost`]: lost,
    [`${name}Doubled`]: doubled,
    [`${name}Unlogged`]: unlogged,
    [`${name}SlowestBackMs`]: slowest,
    [`${name}Pages`]: pages.asked,
    [`${name}PagesFailed`]: pages.failed,
    [`${name}PagesAskedTwice`]: pages.cut,
  };
  return { n: gate.rounds, failed: lost + doubled + unlogged + late + pages.failed, numbers };
}

const only = process.argv[process.argv.indexOf("--only") + 1];
const halves = { external, embedded };
await runGate({ name: "crash", fullRounds: 50, limitMinutes: 60, goals: [] }, async (gate) => {
  const total: Measured = { n: 0, failed: 0, numbers: {} };
  for (const [name, open] of Object.entries(halves)) {
    if (flag("only") && only !== name) continue;
    const { n, failed, numbers } = await rounds(gate, name, await open(gate));
    total.n += n;
    total.failed += failed;
    Object.assign(total.numbers, numbers);
  }
  return total;
});

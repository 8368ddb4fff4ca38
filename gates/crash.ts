import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, launch, type Program, started } from "../e2e/program.ts";
import { killPostmaster, openServer } from "./database.ts";
import { flag, type Gate, type Measured, runGate } from "./gate.ts";
import { ask, Ledger, openSession, steadily } from "./ledger.ts";

// `npm run gate:crash`: the database and the workers are killed under load, again and again. A ledger
// outside of the program knows what was acknowledged. `--only external|embedded` runs one half.

const WRITES_A_SECOND = 20;
const PAGES_A_SECOND = 40;
const BACK_MS = 10_000;
/** Pages that are in the cache of every process before the first fault. */
const PAGES = ["/", "/login", "/register", "/forgetPassword"];

/** Where the program runs, and what breaks in a round: returns when the database is there again. */
type Scene = { program: Program; databaseUrl: string; fault(round: number): Promise<void> };

async function external(gate: Gate): Promise<Scene> {
  const server = await openServer(gate.directory);
  gate.atEnd(() => server.stop());
  const dataDir = path.join(gate.directory, "external");
  const program = await start(gate, { DATA_DIR: dataDir, DATABASE_URL: server.url, WORKERS: "1" });
  return {
    program,
    databaseUrl: server.adminUrl,
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
  const program = await start(gate, { DATA_DIR: dataDir, WORKERS: "2" });
  const read = (name: string) => fs.readFileSync(path.join(dataDir, name), "utf8");
  const [, , , port] = read("postgres/postmaster.pid").split("\n");
  return {
    program,
    databaseUrl: `postgres://postgres:${read("postgres.password").trim()}@127.0.0.1:${port}/xuehui`,
    fault: async (round) => {
      if (round % 3 === 2) killWorker(program.child.pid ?? 0);
      else killPostmaster(path.join(dataDir, "postgres"));
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

async function start(gate: Gate, env: Record<string, string>): Promise<Program> {
  const program = launch({ PORT: String(await freePort()), DEMO: "off", ...env });
  gate.atEnd(() => (program.child.exitCode === null ? program.stop() : undefined));
  await started(program);
  return program;
}

async function rounds(gate: Gate, name: string, scene: Scene): Promise<Measured> {
  const { program, databaseUrl } = scene;
  const token = await openSession(databaseUrl);
  const ledger = new Ledger();
  const pages = { asked: 0, failed: 0 };
  for (let i = 0; i < 20; i++) for (const page of PAGES) await ask(program.url + page);
  const writing = steadily(WRITES_A_SECOND, () => ledger.write(program.url, token));
  const reading = steadily(PAGES_A_SECOND, async () => {
    const { status } = await ask(program.url + PAGES[pages.asked++ % PAGES.length]);
    if (status !== 200) pages.failed++;
  });
  let slowest = 0;
  let late = 0;
  for (let round = 0; round < gate.rounds; round++) {
    await delay(1_500);
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

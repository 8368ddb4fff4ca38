import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openAdminSession } from "../e2e/database.ts";
import { freePort, launch, type Program, started } from "../e2e/program.ts";
import { openServer } from "./database.ts";
import { argument, type Gate, runGate, stopProgram } from "./gate.ts";
import { ask, Ledger, steadily } from "./ledger.ts";
import { openNginx } from "./nginx.ts";
import { holdStreams } from "./streams.ts";

// `npm run gate:restart`: two processes behind nginx are restarted in turn at a steady rate of requests,
// and nobody notices. Streams of news end cleanly and hold no stop up. `--rate N`: requests a second.

const EXIT_MS = 10_000;
/** As many as one person may have at one process. */
const STREAMS = 8;
const READS = ["/", "/login", "/prod-api/api/bll/article_type/list", "/search", "/register"];

async function start(env: Record<string, string>): Promise<Program> {
  const program = launch({ DEMO: "off", WORKERS: "1", CAPTCHA_ENABLED: "true", ...env });
  await started(program);
  return program;
}

async function restartInTurn(gate: Gate) {
  const server = await openServer(gate.directory);
  gate.atEnd(() => server.stop());
  const ports = [await freePort(), await freePort()];
  const envOf = (index: number) => ({
    PORT: String(ports[index]),
    DATABASE_URL: server.url,
    // One directory: machines that share a database share its key.
    DATA_DIR: path.join(gate.directory, "data"),
  });
  const programs: Program[] = [];
  gate.atEnd(() => Promise.all(programs.map((each) => stopProgram(each))));
  for (const index of ports.keys()) programs.push(await start(envOf(index)));
  const origin = await openNginx(gate, ports);
  const token = await openAdminSession(server.adminUrl);
  while ((await ask(`${origin}/health/ready`)).status !== 200) await delay(50);

  const rate = argument("rate") ?? 200;
  const ledger = new Ledger();
  const seen = { sent: 0, failed: 0, slowestExitMs: 0, badExits: 0 };
  const failures = new Map<string, number>();
  const load = steadily(rate, async () => {
    const turn = seen.sent++;
    if (turn % 20 === 0) {
      if (!(await ledger.write(origin, token))) seen.failed++;
      return;
    }
    const url = READS[turn % READS.length] ?? "/";
    const { status } = await ask(origin + url);
    if (status === 200) return;
    seen.failed++;
    failures.set(`${url} ${status}`, (failures.get(`${url} ${status}`) ?? 0) + 1);
  });
  const streams = holdStreams(origin, token, STREAMS);
  gate.atEnd(() => streams.stop());
  for (let round = 0; round < gate.rounds; round++) {
    const index = round % 2;
    const began = Date.now();
    const code = await programs[index]?.stop();
    const ms = Date.now() - began;
    seen.slowestExitMs = Math.max(seen.slowestExitMs, ms);
    if (code !== 0 || ms > EXIT_MS) seen.badExits++;
    programs[index] = await start(envOf(index));
    gate.say(`round ${round + 1}: ended after ${ms} ms, ${seen.sent} sent, ${seen.failed} failed`);
    await delay(500);
  }
  await load.stop();
  await streams.stop();
  for (const [what, times] of failures) gate.say(`${times} × ${what}`);
  const { lost, doubled, unlogged } = await ledger.compare(server.adminUrl);
  return {
    n: seen.sent,
    failed: seen.failed + lost + doubled + unlogged + seen.badExits + streams.failed,
    numbers: {
      rounds: gate.rounds,
      rate,
      writes: ledger.acknowledged.size,
      writesRefused: ledger.refused,
      lost,
      doubled,
      unlogged,
      streamsOpened: streams.opened,
      streamsEnded: streams.ended,
      streamsFailed: streams.failed,
      slowestExitMs: seen.slowestExitMs,
      badExits: seen.badExits,
    },
  };
}

await runGate({ name: "restart", fullRounds: 50, limitMinutes: 40, goals: [] }, restartInTurn);

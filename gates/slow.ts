import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openAdminSession, query } from "../e2e/database.ts";
import { residentMb } from "../e2e/memory.ts";
import { type Gate, type Measured, runGate } from "./gate.ts";
import { ask, steadily } from "./ledger.ts";
import { startSite } from "./site.ts";
import type { SlowOrder, SlowReport } from "./slow-clients.ts";

// `npm run gate:slow`: a thousand clients that send their headers, their bodies or their files drop by
// drop, or read no answer, for `--rounds` seconds, while ordinary people read and write. Whoever was
// ended by the program comes back at once.

const CLIENTS = 1_000;
/** Uploads of one member that never end: of one file that is allowed, and of ten of 5 MB, in turn. */
const UPLOADS = 40;
const PEOPLE_A_SECOND = 20;
/** A body that drips may live so long: its grace, and the time between two looks at it. */
const LONGEST_MS = 30_000;

const PAGES = ["/", "/search?q=%E5%AE%B6%E5%BA%AD", "/login", "/prod-api/captchaImage"];

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Ordinary people for so many seconds: how many were served, and how long they waited. */
async function people(origin: string, seconds: number) {
  const times: number[] = [];
  let asked = 0;
  let failed = 0;
  const asking = steadily(PEOPLE_A_SECOND, async () => {
    const { status, ms } = await ask(origin + PAGES[asked++ % PAGES.length]);
    times.push(ms);
    if (status !== 200) failed++;
  });
  await delay(seconds * 1_000);
  await asking.stop();
  times.sort((a, b) => a - b);
  return { asked, failed, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

async function measure(gate: Gate): Promise<Measured> {
  const { program, dataDir, databaseUrl } = await startSite(gate, { DEMO: "on" });
  const port = Number(new URL(program.url).port);
  const pid = program.child.pid ?? 0;
  const token = await openAdminSession(databaseUrl);
  await query(databaseUrl, "update sys_user set user_type = '01' where user_id = 1");

  await people(program.url, 10);
  const quiet = await people(program.url, Math.max(10, Math.round(gate.rounds / 5)));
  const idle = residentMb(pid);
  gate.say(`quiet: p99 ${quiet.p99.toFixed(0)} ms, ${idle.toFixed(0)} MB`);

  const slow = fork(path.join(import.meta.dirname, "slow-clients.ts"));
  gate.atEnd(() => slow.kill());
  const order: SlowOrder = { port, token, clients: CLIENTS, uploads: UPLOADS };
  slow.send(order);
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 500);
  const loaded = await people(program.url, gate.rounds);
  clearInterval(watch);
  const told = once(slow, "message") as Promise<[SlowReport]>;
  slow.send("over");
  const [{ opened, longest }] = await told;
  gate.say(`loaded: p99 ${loaded.p99.toFixed(0)} ms, ${most.toFixed(0)} MB at most`);
  await delay(5_000);
  const incoming = path.join(dataDir, "files", ".incoming");
  const left = fs.existsSync(incoming) ? fs.readdirSync(incoming).length : 0;
  if (program.child.exitCode !== null) throw new Error(`the program ended:\n${program.output()}`);
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    n: loaded.asked,
    failed: loaded.failed,
    numbers: {
      slowClients: CLIENTS,
      stalledUploads: UPLOADS,
      connections: opened,
      servedShare: round((loaded.asked - loaded.failed) / Math.max(1, loaded.asked)),
      quietP99Ms: round(quiet.p99),
      loadedP99Ms: round(loaded.p99),
      p99Ratio: round(loaded.p99 / Math.max(quiet.p99, 20)),
      idleMb: round(idle),
      moreMb: round(most - idle),
      longestUnfinishedMs: Math.round(longest),
      temporaryFilesLeft: left,
    },
  };
}

await runGate(
  {
    name: "slow",
    fullRounds: 300,
    limitMinutes: 15,
    goals: [
      { name: "servedShare", min: 0.999 },
      { name: "p99Ratio", max: 2 },
      { name: "moreMb", max: 50 },
      { name: "longestUnfinishedMs", max: LONGEST_MS },
      { name: "temporaryFilesLeft", max: 0 },
    ],
  },
  measure,
);

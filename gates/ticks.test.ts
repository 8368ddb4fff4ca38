import fs from "node:fs";
import pg from "pg";
import { afterAll, expect, test, vi } from "vitest";
import { databaseUrlOf, openAdminSession } from "../e2e/database.ts";
import { freePort, launch, type Program, scratchDir, started } from "../e2e/program.ts";

// Two server processes on one database: each tick of a job is run once, also when the one that fires
// them is killed.

const dataDir = scratchDir();
const otherDir = scratchDir();
const running: Program[] = [];

afterAll(async () => {
  await Promise.all(running.map((program) => program.child.exitCode ?? program.stop()));
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.rmSync(otherDir, { recursive: true, force: true });
});

async function run(env: Record<string, string>): Promise<Program> {
  const program = launch({ DEMO: "off", WORKERS: "1", PORT: String(await freePort()), ...env });
  running.push(program);
  await started(program);
  return program;
}

const SECONDS = 60;
const EVERY_MS = 2_000;

test("every tick of a minute once, and no gap when the one that fires is killed", {
  timeout: 300_000,
}, async () => {
  const first = await run({ DATA_DIR: dataDir });
  const databaseUrl = databaseUrlOf(dataDir);
  const client = new pg.Client(databaseUrl);
  // The database outlives the first program's violent end, and goes with its last start.
  client.on("error", () => undefined);
  await client.connect();
  const second = await run({ DATA_DIR: otherDir, DATABASE_URL: databaseUrl });

  const token = await openAdminSession(databaseUrl);
  const call = async (method: string, body: object, url = "/monitor/job") => {
    const answer = await fetch(`${second.url}/prod-api${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(((await answer.json()) as { code: number }).code).toBe(200);
  };
  await call("PUT", { jobId: 1, cronExpression: "0/2 * * * * ?", misfirePolicy: "1" });
  await call("PUT", { jobId: 1, status: "0" }, "/monitor/job/changeStatus");

  const ticks = async () => {
    const { rows } = await client.query<{ tick: Date }>(
      "select tick_at as tick from sys_job_log where job_id = 1 order by tick_at",
    );
    return rows.map(({ tick }) => tick.getTime());
  };
  const reaches = (count: number) =>
    vi.waitFor(async () => expect((await ticks()).length).toBeGreaterThanOrEqual(count), {
      timeout: count * EVERY_MS + 60_000,
      interval: 500,
    });
  await reaches((SECONDS * 1_000) / EVERY_MS);

  const holders = await client.query(
    `select distinct application_name as name from pg_stat_activity
     join pg_locks using (pid) where locktype = 'advisory' and granted`,
  );
  expect(holders.rows).toContainEqual({ name: "xuehui-ticker" });
  first.child.kill("SIGKILL");
  await first.ended;
  const killedAt = Date.now();
  await reaches((SECONDS * 1_000) / EVERY_MS + 10);
  await call("PUT", { jobId: 1, status: "1" }, "/monitor/job/changeStatus");
  // A run that died with its process comes in later, as a failure.
  const all = await vi.waitFor(
    async () => {
      const seen = await ticks();
      const steps = seen.slice(1).map((tick, index) => tick - (seen[index] ?? 0));
      expect(new Set(steps)).toEqual(new Set([EVERY_MS]));
      return seen;
    },
    { timeout: 60_000, interval: 500 },
  );
  const after = await client.query<{ made: Date }>(
    "select min(create_time) as made from sys_job_log where job_id = 1 and create_time > $1",
    [new Date(killedAt)],
  );
  const takeover = (after.rows[0]?.made.getTime() ?? Number.NaN) - killedAt;
  console.log(`${all.length} ticks, each once; the other fires ${takeover} ms after the kill`);
  expect(takeover).toBeLessThan(30_000);
  await client.end();
  expect(await second.stop()).toBe(0);
  // Adopts the database it left behind, and ends it in order.
  const again = await run({ DATA_DIR: dataDir });
  expect(await again.stop()).toBe(0);
});

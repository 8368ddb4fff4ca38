import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { OPEN_STATES, STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { memberStateOf } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { parseEnv } from "#src/server/start/env.ts";
import { startApp } from "#src/test/app.ts";
import { checkRegion } from "../common/regions/service.server.ts";
import { payment } from "../finance/table.server.ts";
import { sign } from "../system/sign/table.server.ts";
import { DEMO_REGIONS } from "./demo/people.server.ts";
import { demo } from "./seed.server.ts";
import { nextMemberNo } from "./service.server.ts";
import { member } from "./table.server.ts";

const it = await startApp();
const root = path.resolve(import.meta.dirname, "../../..");
const env = parseEnv({ DATA_DIR: it.dataDir, DATABASE_URL: it.databaseUrl, DEMO: "on" }, root);
const begun = performance.now();
await it.db.transaction((tx) => demo(tx, env));
const took = performance.now() - begun;
const { token } = await it.as("admin");

test("the demo has 300 persons and 40 units, in every state that people know", async () => {
  expect(took).toBeLessThan(5_000);
  const signs = await it.db.select().from(sign);
  const states = new Set(signs.map(({ state }) => state));
  for (const state of [...OPEN_STATES, "done", "rejected", "withdrawn", "closed"] as const)
    expect(states, state).toContain(STATE_CODES[state]);
  const members = await it.db.select().from(member);
  const today = formatDay(new Date());
  const memberStates = new Set(members.map((row) => memberStateOf(row, today)));
  expect([...memberStates].sort()).toEqual(
    ["expelled", "grace", "lapseList", "lapsed", "resigned", "suspended", "valid"].sort(),
  );
  const owners = new Set(signs.map(({ userId }) => userId));
  const olderOnes = members.filter(({ userId }) => userId === null);
  expect(owners.size + olderOnes.length).toBe(340);
  expect(members.filter(({ memberType }) => memberType === "02").length).toBeGreaterThan(20);
});

test("the queues, a person's page and the numbers that follow go on from it", async () => {
  const list = await it.call("GET", "/api/system/sign/list?state=5", { token });
  expect(list.body.code).toBe(200);
  const waiting = await it.db
    .select()
    .from(payment)
    .where(eq(payment.state, 0))
    .orderBy(asc(payment.id));
  expect(waiting.length).toBe(7);
  const hashes = waiting.map(({ voucherHashes }) => voucherHashes[0]);
  expect(new Set(hashes).size).toBeLessThan(hashes.length);
  const info = await it.call("GET", `/api/system/sign/getInfo?id=${waiting[0]?.signId}`, { token });
  expect(info.body).toMatchObject({ code: 200, data: { sign: { state: 5 } } });
  const year = Number(formatDay(new Date()).slice(0, 4));
  const next = await it.db.transaction((tx) => nextMemberNo(tx, "01", year));
  const taken = await it.db.$count(member, eq(member.memberNo, next));
  expect(taken).toBe(0);
});

test("the regions of the demo can be chosen today", async () => {
  for (const code of DEMO_REGIONS)
    expect([code, await checkRegion(code)]).toEqual([code, undefined]);
});

test("the accounts of the walk are there with their roles", async () => {
  const { rows } = await it.db.execute(sql`select user_name as name, role_key as role from sys_user
    join sys_user_role using (user_id) join sys_role using (role_id)
    where user_name in ('reviewer', 'secretary', 'treasurer', 'branch', 'applicant')
    order by user_name`);
  expect(rows).toEqual([
    { name: "applicant", role: "member" },
    { name: "branch", role: "branch_admin" },
    { name: "reviewer", role: "member_reviewer" },
    { name: "secretary", role: "council_sec" },
    { name: "treasurer", role: "finance" },
  ]);
});

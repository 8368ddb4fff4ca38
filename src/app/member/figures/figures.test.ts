import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatDay } from "#src/lib/text/dates.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import type { MemberFigures } from "./wire.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/api/bll/member/figures/list";
const today = formatDay(new Date());
const year = Number(today.slice(0, 4));
const levels = await it.db.select().from(memberLevel);

let people = 0;
async function newMember(
  type: "01" | "02",
  joinedOn: string,
  terms: [string, string][],
  more: Partial<typeof member.$inferInsert> = {},
) {
  const levelId = levels.find(({ memberType }) => memberType === type)?.id ?? 0;
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `${type === "01" ? "P" : "D"}2011${String(++people).padStart(5, "0")}`,
      memberType: type,
      name: "何青",
      levelId,
      joinedOn,
      ...more,
    })
    .returning();
  for (const [fromOn, toOn] of terms) {
    await it.db.insert(memberTerm).values({ memberId: row?.id ?? 0, levelId, fromOn, toOn });
  }
}
const read = async (query = "", as = token) =>
  (await it.call("GET", `${PATH}${query}`, { token: as })).body as unknown as {
    code: number;
    data: MemberFigures;
  };

test("without members all is nought", async () => {
  const { data } = await read();
  expect(data.now).toEqual({ valid: 0, grace: 0, lapsed: 0, left: 0, joinedThisMonth: 0 });
  expect([data.byLevel, data.byRegion]).toEqual([[], []]);
  expect(data.byYear).toHaveLength(10);
  expect(data.byMonth).toHaveLength(12);
});

test("members by level, region and year; who joined, renewed and lapsed", async () => {
  const whole: [string, string] = [`${year}-01-01`, `${year}-12-31`];
  const old: [string, string] = [`${year - 3}-01-01`, `${year - 3}-12-31`];
  await newMember("01", `${year - 3}-02-01`, [old, whole], { region: "330106" });
  await newMember("01", today, [[today, `${year}-12-31`]], { region: "330102" });
  await newMember("02", `${year - 3}-03-01`, [old], { region: "110101" });
  await newMember("02", `${year}-01-01`, [whole], { manualState: "resigned" });
  const { data } = await read();
  const joinedThisMonth = today.slice(5, 7) === "01" ? 2 : 1;
  expect(data.now).toEqual({ valid: 2, grace: 0, lapsed: 1, left: 1, joinedThisMonth });
  const now = await it.call("GET", "/api/bll/member/figures/now", { token });
  expect(now.body.data).toEqual(data.now);
  expect(data.byLevel).toEqual([
    { name: levels.find(({ memberType }) => memberType === "01")?.levelName, persons: 2, units: 0 },
  ]);
  expect(data.byRegion).toEqual([{ name: "浙江省", persons: 2, units: 0 }]);
  expect(data.byYear.at(-4)).toEqual({
    year: year - 3,
    members: 2,
    joined: 2,
    renewed: 0,
    lapsed: 0,
  });
  // The grace of a term that ends with a year is over on 1 April: 31 + 28 or 29 + 31 days.
  expect(data.byYear.at(-3)).toMatchObject({ year: year - 2, members: 0, lapsed: 1 });
  expect(data.byYear.at(-1)).toMatchObject({ year, members: 3, joined: 2, renewed: 1, lapsed: 0 });
  expect(data.byMonth[0]).toMatchObject({ month: 1, renewed: 1 });
  const before = await read(`?year=${year - 3}`);
  expect(before.data.byMonth.map(({ joined }) => joined)).toEqual([
    0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]);
  expect((await read("?year=x")).data.byMonth).toEqual(data.byMonth);
});

test("a branch's staff see the numbers of their members; others none", async () => {
  expect((await read("", (await staffWith(it, "member:member:list")).token)).code).toBe(403);
  const bare = await staffWith(it, "member:figures:list");
  expect((await read("", bare.token)).data.now.valid).toBe(0);
  const own = await staffWith(it, "member:figures:list", "member:member:list");
  await it.db.execute(sql`update sys_user set dept_id = 103 where user_id = ${own.userId}`);
  await it.db.execute(sql`update sys_role set data_scope = '3' where role_id in
    (select role_id from sys_user_role where user_id = ${own.userId})`);
  await it.db.execute(sql`update member set dept_id = 103 where region = '330106'`);
  expect((await read("", own.token)).data.now).toMatchObject({
    valid: 1,
    grace: 0,
    lapsed: 0,
    left: 0,
  });
});

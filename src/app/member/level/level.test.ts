import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { memberLevel } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/member/level";

const list = async (query = "") =>
  (await it.call("GET", `${BASE}/list${query}`, { token })).body as unknown as {
    total: number;
    rows: (Record<string, unknown> & { id: number })[];
  };
const add = (body: object) => it.call("POST", BASE, { token, body });
const levelOf = async (levelName: string) => {
  const [row] = await it.db.select().from(memberLevel).where(eq(memberLevel.levelName, levelName));
  return row;
};
const NEW = { levelName: "资深会员", memberType: "01", annualFee: "500", renewalFee: "400" };

test("an installation begins with four levels; dues are sent as decimal texts", async () => {
  const { rows, total } = await list();
  expect(total).toBe(4);
  expect(
    rows.map((row) => [row.levelName, row.memberType, row.annualFee, row.needsCouncil]),
  ).toEqual([
    ["个人会员", "01", "300.00", false],
    ["单位会员", "02", "10000.00", false],
    ["理事单位", "02", "30000.00", true],
    ["常务理事单位", "02", "50000.00", true],
  ]);
  expect((await list("?memberType=01")).total).toBe(1);
  const one = await it.call("GET", `${BASE}/${rows[1]?.id}`, { token });
  expect(one.body.data).toMatchObject({
    annualFee: "10000.00",
    renewalFee: "10000.00",
    maxYears: 5,
  });
  const dearest = await list("?orderByColumn=annualFee&isAsc=descending");
  expect(dearest.rows[0]?.levelName).toBe("常务理事单位");
});

test("what people type is read as fen, and comes back as it is kept", async () => {
  expect((await add({ ...NEW, annualFee: " ￥１，０００.5 元", renewalFee: 99.9 })).body.code).toBe(
    200,
  );
  const kept = await levelOf(NEW.levelName);
  expect([kept?.annualFee, kept?.renewalFee, kept?.maxYears]).toEqual([100_050, 9_990, 1]);
  const body = { id: kept?.id, annualFee: "0" };
  expect((await it.call("PUT", BASE, { token, body })).body.code).toBe(200);
  expect((await levelOf(NEW.levelName))?.annualFee).toBe(0);
  expect((await it.call("DELETE", `${BASE}/${kept?.id}`, { token })).body.code).toBe(200);
});

test("every wrong field is told at once, on its field", async () => {
  const { body } = await add({
    levelName: " ",
    memberType: "03",
    annualFee: "三百",
    renewalFee: "10000000",
    maxYears: 6,
    delegates: -1,
    needsCouncil: "也许",
    journal: "字".repeat(31),
  });
  expect(body).toMatchObject({
    code: 500,
    msg: "级别名称不能为空",
    data: {
      levelName: "级别名称不能为空",
      memberType: "类别不正确",
      annualFee: "请输入正确的金额，如 1000 或 1000.50",
      renewalFee: "金额不能超过9,999,999.99元",
      maxYears: "最多一次缴几年应为 1 到 5 的整数",
      delegates: "会员代表人数应为 0 到 99 的整数",
      needsCouncil: "需理事会审议不正确",
      journal: "会刊长度不能超过30个字符",
    },
  });
  for (const [fee, told] of [
    ["", "年费不能为空"],
    ["-1", "金额不能为负数"],
    ["1.005", "金额最多保留两位小数"],
    [{ fen: 1 }, "请输入正确的金额，如 1000 或 1000.50"],
  ] as const) {
    const refused = await add({ ...NEW, annualFee: fee });
    expect(refused.body.data).toEqual({ annualFee: told });
  }
  expect(await levelOf(NEW.levelName)).toBeUndefined();
});

test("a name is there once, also where nobody looked first", async () => {
  const { body } = await add({ ...NEW, levelName: "理事单位" });
  expect(body).toMatchObject({
    msg: "新增会员级别'理事单位'失败，级别名称已存在",
    data: { levelName: "级别名称已存在" },
  });
  await expect(it.db.insert(memberLevel).values({ levelName: "理事单位" })).rejects.toMatchObject({
    cause: { code: "23505" },
  });
});

test("the database holds the bounds of money and of years", async () => {
  for (const bad of [
    "annual_fee = -1",
    "renewal_fee = 1000000000",
    "max_years = 0",
    "max_years = 6",
    "member_type = '03'",
    "level_name = ''",
  ]) {
    await expect(
      it.db.execute(sql.raw(`update member_level set ${bad} where level_name = '个人会员'`)),
    ).rejects.toMatchObject({ cause: { code: "23514" } });
  }
});

test("a level that something refers to stays, and the person is told what to do", async () => {
  await add(NEW);
  const kept = await levelOf(NEW.levelName);
  await it.db.execute(sql.raw("create table refers (level_id bigint references member_level)"));
  await it.db.execute(sql`insert into refers values (${kept?.id})`);
  const refused = await it.call("DELETE", `${BASE}/${kept?.id}`, { token });
  expect(refused.body).toMatchObject({
    code: 500,
    msg: "会员级别「资深会员」已被使用，不能删除，可以改为停用",
  });
  const other = (await list()).rows.at(-1);
  const both = await it.call("DELETE", `${BASE}/${kept?.id},${other?.id}`, { token });
  expect(both.body.msg).toBe("会员级别已被使用，不能删除，可以改为停用");
  expect((await list()).total).toBe(5);
  await it.db.execute(sql.raw("drop table refers"));
  expect((await it.call("DELETE", `${BASE}/${kept?.id}`, { token })).body.code).toBe(200);
});

test("a file has dues as numbers with two places, and words where the form has them", async () => {
  const response = await it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/export`,
    headers: { authorization: `Bearer ${token}` },
  });
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const text = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(text).toContain('<c r="C3" s="2"><v>10000</v></c>');
  for (const word of ["单位", "年费", "是", "正常"]) expect(text).toContain(`>${word}<`);
  expect(strFromU8(parts["xl/styles.xml"] ?? new Uint8Array())).toContain('numFmtId="4"');
});

test("each permission opens its own verbs, and a member has none", async () => {
  const reader = await staffWith(it, "member:level:list", "member:level:query");
  expect(await verbCodes(it, BASE, reader.token)).toEqual({
    list: 200,
    query: 404,
    add: 403,
    edit: 403,
    remove: 403,
    exportFile: 403,
    exportName: 403,
  });
  const member = await it.as("member");
  expect((await it.call("GET", `${BASE}/list`, { token: member.token })).body.code).toBe(403);
});

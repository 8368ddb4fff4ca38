import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { dictData } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/system/dict/data";

type Entry = Record<string, unknown>;
const entries = async (type: string, bearer = token) =>
  (await it.call("GET", `${PATH}/type/${type}`, { token: bearer })).body.data as Entry[];
const add = (body: object) => it.call("POST", PATH, { token, body });
const idOf = async (dictType: string, dictValue: string) => {
  const [row] = await it.db
    .select()
    .from(dictData)
    .where(and(eq(dictData.dictType, dictType), eq(dictData.dictValue, dictValue)));
  return row?.dictCode;
};

test("type/…: open to every account, always an array, in order, only what is in use", async () => {
  const member = await it.as("member");
  const list = await entries("sys_oper_type", member.token);
  expect(list.map((row) => row.dictLabel).slice(-2)).toEqual(["清空数据", "其他"]);
  expect(list[0]).toEqual({
    dictCode: expect.any(Number),
    dictSort: 1,
    dictLabel: "新增",
    dictValue: "1",
    dictType: "sys_oper_type",
    cssClass: "",
    listClass: "info",
    isDefault: "N",
    default: false,
    status: "0",
  });
  expect(await entries("no_such_type")).toEqual([]);
  expect(await entries("constructor")).toEqual([]);
  expect((await it.call("GET", `${PATH}/type/sys_yes_no`)).body.code).toBe(401);
  const body = { dictCode: await idOf("sys_yes_no", "N"), status: "1" };
  await it.call("PUT", PATH, { token, body });
  await expect.poll(async () => (await entries("sys_yes_no")).length).toBe(1);
});

test("the list: one type, by sort, filtered by label", async () => {
  const list = async (query: string) =>
    ((await it.call("GET", `${PATH}/list?${query}`, { token })).body.rows as Entry[]).map(
      (row) => row.dictLabel,
    );
  expect(await list("dictType=sys_user_sex")).toEqual(["男", "女", "未知"]);
  expect(await list("dictType=sys_user")).toEqual([]);
  expect(await list("dictType=sys_oper_type&dictLabel=%E5%AF%BC")).toEqual(["导出", "导入"]);
});

test("add and edit: kept and seen by who asks for the type", async () => {
  const added = await add({
    dictType: "sys_user_sex",
    dictLabel: "不公开",
    dictValue: "3",
    dictSort: "4",
    listClass: "info",
    cssClass: "tag-quiet",
  });
  expect(added.body.code).toBe(200);
  await expect
    .poll(async () => (await entries("sys_user_sex")).map((row) => row.dictLabel))
    .toEqual(["男", "女", "未知", "不公开"]);
  const dictCode = await idOf("sys_user_sex", "3");
  const got = await it.call("GET", `${PATH}/${dictCode}`, { token });
  const body = { ...(got.body.data as object), isDefault: "Y", default: false };
  expect((await it.call("PUT", PATH, { token, body })).body.code).toBe(200);
  await expect
    .poll(async () => (await entries("sys_user_sex")).at(-1))
    .toMatchObject({ default: true, cssClass: "tag-quiet" });
  expect((await it.call("DELETE", `${PATH}/${dictCode}`, { token })).body.code).toBe(200);
  expect((await it.call("GET", `${PATH}/${dictCode}`, { token })).body.code).toBe(404);
});

test("invalid entries are refused on their fields; a class cannot leave its attribute", async () => {
  expect((await add({})).body.data).toEqual({
    dictLabel: "字典标签不能为空",
    dictValue: "字典键值不能为空",
    dictType: "字典类型不能为空",
  });
  const good = { dictType: "sys_user_sex", dictLabel: "x", dictValue: "x" };
  for (const bad of ['"><script>', "a;b", "expression(1)", "url(x)"]) {
    const { body } = await add({ ...good, cssClass: bad, listClass: bad });
    expect(Object.keys(body.data as object)).toEqual(["cssClass", "listClass"]);
  }
  const lost = await add({ ...good, dictType: "no_such_type" });
  expect(lost.body.data).toEqual({ dictType: "字典类型不存在" });
  const long = await add({ ...good, dictLabel: "长".repeat(101) });
  expect(long.body.msg).toBe("字典标签长度不能超过100个字符");
});

test("each verb needs its own permission, export by GET as well", async () => {
  const reader = await staffWith(it, "system:dict:list");
  expect(Object.values(await verbCodes(it, PATH, reader.token))).toEqual([
    200, 403, 403, 403, 403, 403, 403,
  ]);
  const exporter = await staffWith(it, "system:dict:export", "system:dict:edit");
  expect(await verbCodes(it, PATH, exporter.token)).toMatchObject({
    list: 403,
    exportFile: 200,
    exportName: 200,
  });
});

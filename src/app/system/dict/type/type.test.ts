import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { allHeard } from "#src/test/heard.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { dictData } from "../data/table.server.ts";
import { dictType } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/system/dict/type";

const idOf = async (type: string) => {
  const [row] = await it.db.select().from(dictType).where(eq(dictType.dictType, type));
  return row?.dictId;
};
const entriesOf = async (type: string) => {
  const { body } = await it.call("GET", `/system/dict/data/type/${type}`, { token });
  return (body.data as { dictLabel: string }[]).map((row) => row.dictLabel);
};

test("the list: the contract's ten, filters", async () => {
  const { body } = await it.call("GET", `${PATH}/list?pageSize=100`, { token });
  expect(body.total).toBeGreaterThanOrEqual(10);
  expect((body.rows as object[])[0]).toMatchObject({
    dictName: "用户性别",
    dictType: "sys_user_sex",
  });
  const narrow = await it.call("GET", `${PATH}/list?dictType=notice_t&status=0`, { token });
  expect(narrow.body).toMatchObject({ total: 1 });
});

test("add: kept, or refused with the contract's texts on the field", async () => {
  const add = (body: object) => it.call("POST", PATH, { token, body });
  expect((await add({ dictName: "颜色", dictType: "my_colour" })).body.code).toBe(200);
  expect((await add({ dictName: "色", dictType: "my_colour" })).body).toMatchObject({
    code: 500,
    msg: "新增字典'色'失败，字典类型已存在",
    data: { dictType: "字典类型已存在" },
  });
  for (const dictTypeText of ["My_colour", "1st", "a-b", "<b>"]) {
    expect((await add({ dictName: "色", dictType: dictTypeText })).body.data).toEqual({
      dictType: "字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）",
    });
  }
  expect((await add({})).body.data).toEqual({
    dictName: "字典名称不能为空",
    dictType: "字典类型不能为空",
  });
});

test("renaming a type renames its entries, at once and everywhere", async () => {
  expect(await entriesOf("sys_job_group")).toEqual(["默认", "系统"]);
  const dictId = await idOf("sys_job_group");
  const body = { dictId, dictName: "任务组", dictType: "sys_job_team" };
  expect((await it.call("PUT", PATH, { token, body })).body.code).toBe(200);
  await expect.poll(() => entriesOf("sys_job_team")).toEqual(["默认", "系统"]);
  expect(await entriesOf("sys_job_group")).toEqual([]);
  const taken = { dictId, dictName: "任务组", dictType: "sys_user_sex" };
  expect((await it.call("PUT", PATH, { token, body: taken })).body.msg).toBe(
    "修改字典'任务组'失败，字典类型已存在",
  );
});

test("a type with entries stays, an empty one goes", async () => {
  const full = await it.call("DELETE", `${PATH}/${await idOf("sys_yes_no")}`, { token });
  expect(full.body).toMatchObject({ code: 500, msg: "系统是否已分配,不能删除" });
  const [row] = await it.db
    .insert(dictType)
    .values({ dictName: "空", dictType: "empty_one" })
    .returning();
  const gone = await it.call("DELETE", `${PATH}/${row?.dictId}`, { token });
  expect(gone.body.code).toBe(200);
  expect(await idOf("empty_one")).toBeUndefined();
});

test("refreshCache is no id: what was written beside the program is read again", async () => {
  // A drop of an earlier test would make it be read again as well.
  await allHeard(it.db, it.context);
  expect(await entriesOf("sys_yes_no")).toEqual(["是", "否"]);
  await it.db.update(dictData).set({ dictLabel: "对" }).where(eq(dictData.dictValue, "Y"));
  expect(await entriesOf("sys_yes_no")).toEqual(["是", "否"]);
  const answer = await it.call("DELETE", `${PATH}/refreshCache`, { token });
  expect(answer.body).toEqual({ code: 200, msg: "操作成功" });
  await expect.poll(() => entriesOf("sys_yes_no")).toEqual(["对", "否"]);
});

test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "system:dict:list");
  expect(Object.values(await verbCodes(it, PATH, reader.token))).toEqual([
    200, 403, 403, 403, 403, 403, 403,
  ]);
  const remover = await staffWith(it, "system:dict:query", "system:dict:remove");
  expect(await verbCodes(it, PATH, remover.token)).toMatchObject({ query: 404, remove: 404 });
  const refresh = (bearer: string) => it.call("DELETE", `${PATH}/refreshCache`, { token: bearer });
  expect((await refresh(remover.token)).body.code).toBe(200);
  expect((await refresh(reader.token)).body.code).toBe(403);
  const member = await it.as("member");
  const options = (bearer: string) => it.call("GET", `${PATH}/optionselect`, { token: bearer });
  expect((await options(member.token)).body.code).toBe(403);
  expect((await options(reader.token)).body.data).toContainEqual(
    expect.objectContaining({ dictType: "sys_user_sex" }),
  );
});

import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { role } from "../role/table.server.ts";
import { menu, roleMenu } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");

const call = (method: string, url: string, body?: object, caller = token) =>
  it.call(method, `/system/menu${url}`, { token: caller, ...(body ? { body } : {}) });
const add = (body: object, caller?: string) => call("POST", "", body, caller);
const edit = (body: object, caller?: string) => call("PUT", "", body, caller);
const rowOf = async (menuName: string) => {
  const [row] = await it.db.select().from(menu).where(eq(menu.menuName, menuName));
  return row;
};
type Row = Record<string, unknown> & { menuId: number; menuName: string };
const list = async (query = "", caller = token) =>
  (await call("GET", `/list${query}`, undefined, caller)).body.data as Row[];
const page = (fields: object) => ({
  menuName: "测试页",
  menuType: "C",
  parentId: 1,
  orderNum: 50,
  path: "trial",
  component: "system/trial/index",
  ...fields,
});

test("the list is flat and whole, in order, with filters", async () => {
  // The content desk's rows, from 2000, stand before the contract's.
  const all = (await list()).filter((row) => row.menuId < 2000);
  expect(all.length).toBeGreaterThan(80);
  expect(all.slice(0, 3).map((row) => row.menuName)).toEqual(["系统管理", "系统监控", "系统工具"]);
  expect(all[0]).toMatchObject({
    menuId: 1,
    parentId: 0,
    isFrame: "1",
    isCache: "0",
    visible: "0",
  });
  expect((await list("?menuName=%E5%AD%97%E5%85%B8%E6%96%B0")).map((row) => row.menuId)).toEqual([
    1026,
  ]);
  expect(await list("?status=1")).toEqual([]);
  expect(await list("?visible=1")).toEqual([]);
  const one = await call("GET", "/104");
  expect(one.body.data).toMatchObject({ menuName: "岗位管理", perms: "system:post:list" });
  for (const [id, code] of [
    ["987654", 404],
    ["9007199254740992", 404],
    ["abc", 500],
    ["-1", 500],
  ]) {
    expect([id, (await call("GET", `/${id}`)).body.code]).toEqual([id, code]);
  }
});

test("trees: labels, and what a role holds", async () => {
  const tree = (await call("GET", "/treeselect")).body.data as {
    id: number;
    label: string;
    disabled: boolean;
    children?: unknown[];
  }[];
  expect(tree.map(({ id, label, disabled }) => [id, label, disabled])).toEqual([
    [2000, "内容管理", false],
    [2200, "会员管理", false],
    [2300, "财务管理", false],
    [2600, "活动培训", false],
    [2700, "申报管理", false],
    [1, "系统管理", false],
    [2, "系统监控", false],
    [3, "系统工具", false],
    [4, "学会官网", false],
  ]);
  expect(tree.at(-1)).not.toHaveProperty("children");
  const held = async () =>
    (await call("GET", "/roleMenuTreeselect/2")).body as unknown as {
      checkedKeys: number[];
      menus: unknown[];
    };
  const strict = await held();
  expect(strict.menus).toHaveLength(9);
  expect(strict.checkedKeys).toContain(1001);
  expect(strict.checkedKeys).not.toContain(100);
  await it.db.update(role).set({ menuCheckStrictly: false }).where(eq(role.roleId, 2));
  expect((await held()).checkedKeys).toContain(100);
  expect((await call("GET", "/roleMenuTreeselect/987654")).body).toMatchObject({ checkedKeys: [] });
});

test("a page is added, edited, sorted, removed", async () => {
  expect((await add(page({ perms: "system:trial:list", icon: "", createBy: "x" }))).body.code).toBe(
    200,
  );
  const made = await rowOf("测试页");
  expect(made).toMatchObject({
    parentId: 1,
    icon: "#",
    status: "0",
    createBy: "admin",
    isFrame: "1",
  });
  expect(made?.menuId).toBeGreaterThanOrEqual(2000);
  const whole = (await call("GET", `/${made?.menuId}`)).body.data as object;
  const edited = await edit({ ...whole, children: [], orderNum: "51", query: '{"id": 1}' });
  expect(edited.body.code).toBe(200);
  expect(await rowOf("测试页")).toMatchObject({
    orderNum: 51,
    query: '{"id": 1}',
    updateBy: "admin",
  });

  const sorted = await call("PUT", "/updateSort", {
    menuIds: `${made?.menuId},104`,
    orderNums: "60,61",
  });
  expect(sorted.body.code).toBe(200);
  expect((await rowOf("测试页"))?.orderNum).toBe(60);
  for (const body of [
    {},
    { menuIds: "104", orderNums: "1,2" },
    { menuIds: "104", orderNums: "-1" },
    { menuIds: "104,987654", orderNums: "1,2" },
    { menuIds: "104,104", orderNums: "1,2" },
  ]) {
    const answer = await call("PUT", "/updateSort", body);
    expect(answer.body).toMatchObject({ code: 500, msg: "保存排序异常，请联系管理员" });
  }
  expect((await rowOf("岗位管理"))?.orderNum).toBe(61);

  // As a button it has no address any more.
  await edit({ menuId: made?.menuId, menuType: "F" });
  expect(await rowOf("测试页")).toMatchObject({ path: "", component: "", query: "", icon: "#" });
  expect((await call("DELETE", `/${made?.menuId}`)).body.code).toBe(200);
  expect(await rowOf("测试页")).toBeUndefined();
  expect((await call("DELETE", `/${made?.menuId}`)).body.code).toBe(404);
});

test("what has rows below, or a role, is not removed: code 601", async () => {
  expect((await call("DELETE", "/104")).body).toMatchObject({
    code: 601,
    msg: "存在子菜单,不允许删除",
  });
  expect((await call("DELETE", "/1020")).body).toMatchObject({
    code: 601,
    msg: "菜单已分配,不允许删除",
  });
});

test("the contract's refusals, on their fields", async () => {
  const refused = await add({
    menuName: "",
    path: "x".repeat(201),
    component: "../x",
    perms: "a b;",
  });
  expect(refused.body.data).toEqual({
    menuType: "菜单类型不能为空",
    menuName: "菜单名称不能为空",
    orderNum: "显示顺序不能为空",
    path: "路由地址不能超过200个字符",
    component: "组件路径只能是字母、数字、横线和斜杠",
    perms: "权限标识格式不正确，例如 system:user:list",
  });
  const cases: [object, string, string][] = [
    [{ menuName: "用户管理" }, "menuName", "菜单名称已存在"],
    [{ isFrame: "0" }, "path", "地址必须以http(s)://开头"],
    [{ path: "USER" }, "path", "路由名称或地址已存在"],
    [{ routeName: "user" }, "path", "路由名称或地址已存在"],
    [{ parentId: 0, menuType: "M", path: "online" }, "path", "路由名称或地址已存在"],
    [{ parentId: 987654 }, "parentId", "上级菜单不存在"],
    [{ parentId: 1020 }, "parentId", "上级菜单不能是按钮"],
  ];
  for (const [fields, field, text] of cases) {
    const body = page(fields) as { menuName: string };
    const answer = await add(body);
    expect(answer.body).toMatchObject({
      code: 500,
      msg: `新增菜单'${body.menuName}'失败，${text}`,
      data: { [field]: text },
    });
  }
  for (const [fields, text] of [
    [{ path: "" }, "路由地址不能为空"],
    [{ path: "javascript:alert(1)" }, "路由地址不正确"],
    [{ query: "[1]" }, '路由参数应为 JSON 对象，例如 {"id": 1}'],
    [{ query: "{" }, '路由参数应为 JSON 对象，例如 {"id": 1}'],
    [{ parentId: -1 }, "上级菜单不正确"],
    [{ menuType: "X" }, "菜单类型不正确"],
  ] as const) {
    expect((await add(page(fields))).body.msg).toBe(text);
  }
  expect(await rowOf("测试页")).toBeUndefined();
  expect((await edit({ menuId: 1, parentId: 1 })).body.msg).toBe(
    "修改菜单'系统管理'失败，上级菜单不能选择自己",
  );
  expect((await edit({ menuId: 1, parentId: 108 })).body.msg).toBe(
    "修改菜单'系统管理'失败，上级菜单不能选择自己的下级",
  );
  expect((await edit({ menuId: 108, menuType: "F" })).body.msg).toBe(
    "修改菜单'日志管理'失败，存在子菜单，不能改为按钮",
  );
  expect((await edit({ menuName: "无" })).body.code).toBe(500);
  expect((await edit({ menuId: 987654, menuName: "无" })).body.code).toBe(404);
});

test("two moves at once close no circle", async () => {
  for (const name of ["甲", "乙"]) {
    await add({ menuName: name, menuType: "M", orderNum: 1, path: `circle-${name === "甲"}` });
  }
  const [first, second] = [await rowOf("甲"), await rowOf("乙")];
  const answers = await Promise.all([
    edit({ menuId: first?.menuId, parentId: second?.menuId }),
    edit({ menuId: second?.menuId, parentId: first?.menuId }),
  ]);
  expect(answers.map((answer) => answer.body.code).sort()).toEqual([200, 500]);
});

test("a changed row is in the next getRouters", async () => {
  await edit({ menuId: 104, visible: "1" });
  const { body } = await it.call("GET", "/getRouters", { token });
  expect(JSON.stringify(body.data)).toMatch(/"name":"Post"[^}]*"hidden":true/);
  await edit({ menuId: 104, visible: "0" });
});

test("who is not the administrator works with their own rows and rights alone", async () => {
  const keeper = await staffWith(
    it,
    "system:menu:list",
    "system:menu:query",
    "system:menu:add",
    "system:menu:edit",
    "system:menu:remove",
  );
  const own = await list("", keeper.token);
  expect(own.map((row) => row.menuId)).toEqual([102, 1012, 1013, 1014, 1015]);
  expect((await call("GET", "/104", undefined, keeper.token)).body.code).toBe(404);
  expect((await edit({ menuId: 104, menuName: "我的" }, keeper.token)).body.code).toBe(404);
  expect((await call("DELETE", "/1039", undefined, keeper.token)).body.code).toBe(404);
  const sort = { menuIds: "104", orderNums: "1" };
  expect((await call("PUT", "/updateSort", sort, keeper.token)).body.code).toBe(500);
  for (const perms of ["*:*:*", "system:user:remove", "system:menu:list,system:role:edit"]) {
    const refused = await edit({ menuId: 1012, perms }, keeper.token);
    expect(refused.body).toMatchObject({ code: 500, msg: "权限标识超出您自己的权限" });
    const button = { menuName: "按钮", menuType: "F", parentId: 102, orderNum: 9, perms };
    expect((await add(button, keeper.token)).body.msg).toBe("权限标识超出您自己的权限");
  }
  expect((await edit({ menuId: 1012, menuName: "查一查" }, keeper.token)).body.code).toBe(200);
  expect((await add(page({}), keeper.token)).body.data).toEqual({ parentId: "上级菜单不存在" });

  // A row that is switched off gives no right; switching it on is handing one out.
  await it.db
    .update(menu)
    .set({ status: "1", perms: "system:user:remove" })
    .where(eq(menu.menuId, 1012));
  const enabled = await edit({ menuId: 1012, status: "0" }, keeper.token);
  expect(enabled.body.msg).toBe("权限标识超出您自己的权限");
  await it.db
    .update(menu)
    .set({ status: "0", perms: "system:menu:query" })
    .where(eq(menu.menuId, 1012));
});

test("each verb needs its own permission; another's role is not read", async () => {
  const codes = async (caller: string) =>
    Promise.all(
      (
        [
          ["GET", "/list"],
          ["GET", "/999999999"],
          ["POST", "", {}],
          ["PUT", "", { menuId: 999999999, menuName: "x" }],
          ["PUT", "/updateSort", {}],
          ["DELETE", "/999999999"],
          ["GET", "/treeselect"],
          ["GET", "/roleMenuTreeselect/1"],
        ] as const
      ).map(async ([method, url, body]) => (await call(method, url, body, caller)).body.code),
    );
  const reader = await staffWith(it, "system:menu:list");
  expect(await codes(reader.token)).toEqual([200, 403, 403, 403, 403, 403, 200, 500]);
  const writer = await staffWith(it, "system:menu:query", "system:menu:add", "system:menu:edit");
  expect(await codes(writer.token)).toEqual([403, 404, 500, 404, 500, 403, 200, 500]);
  const member = await it.as("member");
  expect((await call("GET", "/treeselect", undefined, member.token)).body.code).toBe(403);
  const kept = await it.db
    .select()
    .from(roleMenu)
    .where(inArray(roleMenu.menuId, [1020]));
  expect(kept.length).toBeGreaterThan(0);
});

test("a row is moved: to another place, to another directory, by the rules of an edit", async () => {
  const move = (body: object, caller = token) => call("PUT", "/move", body, caller);
  const below = async (parentId: number) =>
    (await list())
      .filter((row) => row.parentId === parentId)
      .map(({ menuId, orderNum }) => [menuId, orderNum]);
  const ids = async (parentId: number) => (await below(parentId)).map(([menuId]) => menuId);
  const top = await ids(0);
  expect((await move({ menuId: 3, parentId: 0, beforeId: 2000 })).body.code).toBe(200);
  const first = [3, ...top.filter((id) => id !== 3)];
  expect(await below(0)).toEqual(first.map((id, index) => [id, index + 1]));
  const after = top[top.indexOf(3) + 1];
  expect((await move({ menuId: "3", parentId: "0", beforeId: after })).body.code).toBe(200);
  expect(await ids(0)).toEqual(top);

  const before = await ids(1);
  expect((await move({ menuId: 104, parentId: 2, beforeId: null })).body.code).toBe(200);
  expect((await ids(2)).at(-1)).toBe(104);
  expect(await rowOf("岗位管理")).toMatchObject({ parentId: 2, updateBy: "admin" });
  const next = before[before.indexOf(104) + 1];
  expect((await move({ menuId: 104, parentId: 1, beforeId: next })).body.code).toBe(200);
  expect(await ids(1)).toEqual(before);

  const failed = (reason: string, menuName = "岗位管理") => ({
    code: 500,
    msg: `修改菜单'${menuName}'失败，${reason}`,
    data: { parentId: reason },
  });
  const refused = async (menuId: number, parentId: unknown, beforeId?: unknown) =>
    (await move({ menuId, parentId, beforeId })).body;
  expect(await refused(1, 108)).toMatchObject(failed("上级菜单不能选择自己的下级", "系统管理"));
  expect(await refused(1, 1)).toMatchObject(failed("上级菜单不能选择自己", "系统管理"));
  expect(await refused(104, 1020)).toMatchObject(failed("上级菜单不能是按钮"));
  expect(await refused(104, 100)).toMatchObject(failed("菜单下面只能放按钮"));
  expect(await refused(1020, 0)).toMatchObject(failed("按钮不能放在最上层", "岗位查询"));
  expect(await refused(104, 999_999)).toMatchObject(failed("上级菜单不存在"));
  expect(await refused(104, "")).toMatchObject({ data: { parentId: "上级菜单不能为空" } });
  expect(await refused(104, -1)).toMatchObject({ data: { parentId: "上级菜单不正确" } });
  expect(await refused(999_999, 1)).toMatchObject({ code: 404 });
  expect(await refused(104, 1, 1)).toMatchObject({ msg: "目标位置已被他人修改，请刷新后重试" });
  for (const bad of ["x", -1]) {
    expect(await refused(104, 1, bad)).toMatchObject({ code: 500, msg: "编号格式不正确" });
    expect((await move({ menuId: bad, parentId: 1 })).body).toMatchObject({ code: 500 });
  }
  expect((await call("PUT", "/move")).body).toMatchObject({ code: 500 });

  // Names and addresses are unique where they come to stand (wire 4.6).
  await add(page({ menuName: "岗位管理", parentId: 2, path: "other-post" }));
  expect(await refused(104, 2)).toMatchObject({
    code: 500,
    msg: "修改菜单'岗位管理'失败，菜单名称已存在",
  });
  await it.db
    .update(menu)
    .set({ menuName: "别的", path: "POST", routeName: "Other" })
    .where(eq(menu.path, "other-post"));
  expect(await refused(104, 2)).toMatchObject({
    code: 500,
    msg: "修改菜单'岗位管理'失败，路由名称或地址已存在",
  });
  await it.db.delete(menu).where(eq(menu.path, "POST"));
  expect(await ids(1)).toEqual(before);
});

test("moves need the permission, and go only within one's own menu", async () => {
  const plain = await staffWith(it, "system:menu:list");
  const keeper = await staffWith(it, "system:menu:list", "system:menu:edit", "system:post:list");
  const move = (menuId: number, parentId: number, caller: string) =>
    call("PUT", "/move", { menuId, parentId }, caller);
  expect((await move(104, 1, plain.token)).body.code).toBe(403);
  expect((await move(100, 2, keeper.token)).body.code).toBe(404);
  expect((await move(104, 2, keeper.token)).body.msg).toBe(
    "修改菜单'岗位管理'失败，上级菜单不存在",
  );
  expect((await move(104, 1, keeper.token)).body.code).toBe(200);
});

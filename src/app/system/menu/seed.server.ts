import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { contentBase } from "./content-seed.server.ts";
import { menu, roleMenu } from "./table.server.ts";

export const order = 25;

type Row = typeof menu.$inferInsert & { menuId: number };

const directory = (
  menuId: number,
  parentId: number,
  orderNum: number,
  menuName: string,
  path: string,
): Row => ({ menuId, parentId, orderNum, menuName, path, menuType: "M", icon: path });

const page = (
  menuId: number,
  parentId: number,
  orderNum: number,
  menuName: string,
  component: string,
  perms: string,
  icon: string,
  path = component.split("/")[1] ?? "",
): Row => ({ menuId, parentId, orderNum, menuName, path, component, perms, icon, menuType: "C" });

const VERBS: Record<string, string> = {
  query: "查询",
  add: "新增",
  edit: "修改",
  remove: "删除",
  export: "导出",
  import: "导入",
  resetPwd: "重置密码",
  unlock: "账户解锁",
  batchLogout: "批量强退",
  forceLogout: "单条强退",
  changeStatus: "状态修改",
  preview: "预览",
  code: "生成代码",
};

/** Buttons below a page, ids counting up from `first`. */
const buttons = (
  parentId: number,
  first: number,
  noun: string,
  area: string,
  verbs: string,
): Row[] =>
  verbs.split(" ").map((verb, index) => ({
    menuId: first + index,
    parentId,
    orderNum: index + 1,
    menuName: `${noun}${VERBS[verb] ?? verb}`,
    path: "",
    menuType: "F",
    perms: `${area}:${verb}`,
  }));

const FOUR = "query add edit remove";

/** wire-contract 6: ids, structure, permissions and icons as there; the names are ours. */
const ROWS: Row[] = [
  directory(1, 0, 1, "系统管理", "system"),
  directory(2, 0, 2, "系统监控", "monitor"),
  directory(3, 0, 3, "系统工具", "tool"),
  { ...directory(4, 0, 4, "学会官网", "https://www.example.org/"), isFrame: "0", icon: "guide" },
  page(100, 1, 1, "用户管理", "system/user/index", "system:user:list", "user"),
  page(101, 1, 2, "角色管理", "system/role/index", "system:role:list", "peoples"),
  page(102, 1, 3, "菜单管理", "system/menu/index", "system:menu:list", "tree-table"),
  page(103, 1, 4, "部门管理", "system/dept/index", "system:dept:list", "tree"),
  page(104, 1, 5, "岗位管理", "system/post/index", "system:post:list", "post"),
  page(105, 1, 6, "字典管理", "system/dict/index", "system:dict:list", "dict"),
  page(106, 1, 7, "参数设置", "system/config/index", "system:config:list", "edit"),
  page(107, 1, 8, "通知公告", "system/notice/index", "system:notice:list", "message"),
  directory(108, 1, 9, "日志管理", "log"),
  page(109, 2, 1, "在线用户", "monitor/online/index", "monitor:online:list", "online"),
  page(110, 2, 2, "定时任务", "monitor/job/index", "monitor:job:list", "job"),
  page(111, 2, 3, "数据监控", "monitor/druid/index", "monitor:druid:list", "druid"),
  page(112, 2, 4, "服务监控", "monitor/server/index", "monitor:server:list", "server"),
  page(113, 2, 5, "缓存监控", "monitor/cache/index", "monitor:cache:list", "redis"),
  page(
    114,
    2,
    6,
    "缓存列表",
    "monitor/cache/list",
    "monitor:cache:list",
    "redis-list",
    "cacheList",
  ),
  page(115, 3, 1, "表单构建", "tool/build/index", "tool:build:list", "build"),
  page(116, 3, 2, "代码生成", "tool/gen/index", "tool:gen:list", "code"),
  page(117, 3, 3, "系统接口", "tool/swagger/index", "tool:swagger:list", "swagger"),
  page(500, 108, 1, "操作日志", "monitor/operlog/index", "monitor:operlog:list", "form"),
  page(
    501,
    108,
    2,
    "登录日志",
    "monitor/logininfor/index",
    "monitor:logininfor:list",
    "logininfor",
  ),
  ...buttons(100, 1000, "用户", "system:user", `${FOUR} export import resetPwd`),
  ...buttons(101, 1007, "角色", "system:role", `${FOUR} export`),
  ...buttons(102, 1012, "菜单", "system:menu", FOUR),
  ...buttons(103, 1016, "部门", "system:dept", FOUR),
  ...buttons(104, 1020, "岗位", "system:post", `${FOUR} export`),
  ...buttons(105, 1025, "字典", "system:dict", `${FOUR} export`),
  ...buttons(106, 1030, "参数", "system:config", `${FOUR} export`),
  ...buttons(107, 1035, "公告", "system:notice", FOUR),
  ...buttons(500, 1039, "操作日志", "monitor:operlog", "query remove export"),
  ...buttons(501, 1042, "登录日志", "monitor:logininfor", "query remove export unlock"),
  ...buttons(109, 1046, "在线用户", "monitor:online", "query batchLogout forceLogout"),
  ...buttons(110, 1049, "任务", "monitor:job", `${FOUR} changeStatus export`),
  ...buttons(116, 1055, "生成", "tool:gen", "query edit remove import preview code"),
];

export async function base(db: Db): Promise<void> {
  await contractBase(db);
  await contentBase(db);
  await revealBase(db);
}

/** A button of ours below 用户管理: who may see a phone number or mail address whole. */
async function revealBase(db: Db): Promise<void> {
  if (!(await isFirstTime(db, "site.userReveal", "用户号码查看权限已装入"))) return;
  await db.insert(menu).values({
    menuName: "用户号码查看",
    parentId: 100,
    orderNum: 8,
    menuType: "F",
    perms: "system:user:reveal",
    createBy: "system",
  });
}

async function contractBase(db: Db): Promise<void> {
  const there = await db.select({ id: menu.menuId }).from(menu).limit(1);
  if (there.length > 0) return;
  await db.insert(menu).values(ROWS.map((row) => ({ ...row, createBy: "system" })));
  // Role 2 owns every menu and button of the seed.
  await db.insert(roleMenu).values(ROWS.map((row) => ({ roleId: 2, menuId: row.menuId })));
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_menu', 'menu_id'), 2000, false)`);
}

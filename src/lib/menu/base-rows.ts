import type { MenuSeed } from "./menu-seed.ts";

const directory = (
  menuId: number,
  parentId: number,
  orderNum: number,
  menuName: string,
  path: string,
): MenuSeed<never> => ({ menuId, parentId, orderNum, menuName, path, menuType: "M", icon: path });

const page = <const P extends string>(
  menuId: number,
  parentId: number,
  orderNum: number,
  menuName: string,
  component: string,
  perms: P,
  icon: string,
  path = component.split("/")[1] ?? "",
): MenuSeed<P> => ({
  menuId,
  parentId,
  orderNum,
  menuName,
  path,
  component,
  perms,
  icon,
  menuType: "C",
});

const VERBS = {
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

type Verb = keyof typeof VERBS;

/** Buttons below a page, ids counting up from `first`. */
const buttons = <const N extends string, const V extends Verb>(
  parentId: number,
  first: number,
  label: string,
  noun: N,
  ...verbs: V[]
): MenuSeed<`${N}:${V}`>[] =>
  verbs.map((verb, index) => ({
    menuId: first + index,
    parentId,
    orderNum: index + 1,
    menuName: `${label}${VERBS[verb]}`,
    path: "",
    menuType: "F",
    perms: `${noun}:${verb}`,
  }));

const FOUR = ["query", "add", "edit", "remove"] as const;

/** wire 6: ids, structure, permissions and icons as there; the names are ours. */
export const BASE_ROWS = [
  directory(1, 0, 1, "系统管理", "system"),
  directory(2, 0, 2, "系统监控", "monitor"),
  directory(3, 0, 3, "系统工具", "tool"),
  {
    ...directory(4, 0, 4, "学会官网", "https://www.example.org/"),
    isFrame: "0" as const,
    icon: "guide",
  },
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
  ...buttons(100, 1000, "用户", "system:user", ...FOUR, "export", "import", "resetPwd"),
  ...buttons(101, 1007, "角色", "system:role", ...FOUR, "export"),
  ...buttons(102, 1012, "菜单", "system:menu", ...FOUR),
  ...buttons(103, 1016, "部门", "system:dept", ...FOUR),
  ...buttons(104, 1020, "岗位", "system:post", ...FOUR, "export"),
  ...buttons(105, 1025, "字典", "system:dict", ...FOUR, "export"),
  ...buttons(106, 1030, "参数", "system:config", ...FOUR, "export"),
  ...buttons(107, 1035, "公告", "system:notice", ...FOUR),
  ...buttons(500, 1039, "操作日志", "monitor:operlog", "query", "remove", "export"),
  ...buttons(501, 1042, "登录日志", "monitor:logininfor", "query", "remove", "export", "unlock"),
  ...buttons(109, 1046, "在线用户", "monitor:online", "query", "batchLogout", "forceLogout"),
  ...buttons(110, 1049, "任务", "monitor:job", ...FOUR, "changeStatus", "export"),
  ...buttons(116, 1055, "生成", "tool:gen", "query", "edit", "remove", "import", "preview", "code"),
];

/** A button of ours below 用户管理: who may see a phone number or mail address whole. */
export const REVEAL_ROW = {
  menuId: 2199,
  menuName: "用户号码查看",
  parentId: 100,
  orderNum: 8,
  path: "",
  menuType: "F",
  perms: "system:user:reveal",
} as const;

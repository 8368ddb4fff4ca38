import { expect, test } from "vitest";
import {
  buildRouteTable,
  type MenuNode,
  menuTrail,
  pageKey,
  redirectTarget,
  type ServerRoute,
} from "./route-table.ts";

const page = (path: string, component: string, title: string): ServerRoute => ({
  name: title,
  path,
  hidden: false,
  component,
  meta: { title, icon: "#", noCache: false, link: null },
});

const directory = (path: string, title: string, children: ServerRoute[]): ServerRoute => ({
  ...page(path, "Layout", title),
  alwaysShow: true,
  redirect: "noRedirect",
  children,
});

const system = directory("/system", "系统管理", [
  page("user", "system/user/index", "用户管理"),
  page("dict", "system/dict/index", "字典管理"),
  {
    ...directory("log", "日志管理", [page("operlog", "monitor/operlog/index", "操作日志")]),
    component: "ParentView",
  },
]);

const titles = (nodes: MenuNode[]): string[] =>
  nodes.flatMap((node) => [node.title, ...titles(node.children)]);

test("paths come from the parents, components lose their index", () => {
  const table = buildRouteTable([system]);
  const found = table.resolve("/system/log/operlog");
  expect(found?.route.component).toBe("monitor/operlog");
  expect(found?.route.crumbs).toEqual(["系统管理", "日志管理", "操作日志"]);
  expect(table.resolve("/operlog")).toBeUndefined();
  expect(pageKey("system/user/index")).toBe("system/user");
  expect(menuTrail(table.menu, "/system/log/operlog")).toEqual([
    "/system",
    "/system/log",
    "/system/log/operlog",
  ]);
});

test("our own hidden pages match with digits only and stand below their menu entry", () => {
  const table = buildRouteTable([system]);
  const found = table.resolve("/system/dict-data/index/7");
  expect(found?.params).toEqual({ dictId: "7" });
  expect(found?.route.activeMenu).toBe("/system/dict");
  expect(found?.route.crumbs).toEqual(["系统管理", "字典管理", "字典数据"]);
  expect(table.resolve("/system/dict-data/index/seven")).toBeUndefined();
  expect(table.resolve("/monitor/job-log/index")?.route.component).toBe("monitor/jobLog");
  expect(titles(table.menu)).toEqual([
    "工作台",
    "待办",
    "系统管理",
    "用户管理",
    "字典管理",
    "日志管理",
    "操作日志",
  ]);
});

test("a wrapper without meta adds nothing, hidden pages are in no menu but resolve", () => {
  const table = buildRouteTable([
    {
      path: "/",
      component: "Layout",
      hidden: false,
      children: [page("notes", "notes/index", "便笺")],
    },
    { ...page("/secret", "secret", "隐藏"), hidden: true },
  ]);
  expect(table.resolve("/notes")?.route.component).toBe("notes");
  expect(table.resolve("/secret")?.route.component).toBe("secret");
  expect(titles(table.menu)).toEqual(["工作台", "待办", "便笺"]);
});

test("outside addresses open elsewhere, other schemes vanish", () => {
  const table = buildRouteTable([
    page("https://www.example.org/", "Layout", "官网"),
    page("javascript:alert(1)", "Layout", "坏"),
    directory("/tool", "工具", [page("data:text/html,x", "x", "坏")]),
    {
      ...page("docs/example/org", "InnerLink", "文档"),
      meta: { title: "文档", link: "https://docs.example.org" },
    },
    { ...page("evil", "InnerLink", "坏链接"), meta: { title: "坏链接", link: "javascript:x" } },
  ]);
  expect(table.menu.map((node) => [node.title, node.href])).toEqual([
    ["工作台", undefined],
    ["待办", undefined],
    ["官网", "https://www.example.org/"],
    ["文档", undefined],
    ["坏链接", undefined],
  ]);
  expect(table.resolve("/docs/example/org")?.route.link).toBe("https://docs.example.org");
  expect(table.resolve("/evil")?.route.link).toBeUndefined();
});

test("fixed queries, redirects and directories with one page", () => {
  const table = buildRouteTable([
    { ...page("/list", "list", "列表"), query: '{"kind":"a b"}' },
    { ...page("/odd", "list", "坏查询"), query: "{" },
    { ...directory("/one", "目录", [page("only", "only", "唯一")]), alwaysShow: false },
    system,
  ]);
  expect(table.menu.map((node) => node.to)).toEqual([
    "/workbench",
    "/inbox",
    "/list?kind=a+b",
    "/odd",
    "/one/only",
    undefined,
  ]);
  const target = (path: string) => {
    const found = table.resolve(path);
    return found && redirectTarget(found);
  };
  expect(target("/system")).toBe("/system/user");
  expect(target("/redirect/system/dict")).toBe("/system/dict");
  expect(target("/redirect/https://evil.example.org")).toBe("/https:/evil.example.org");
  expect(target("/list")).toBeUndefined();
});

test("rows of a wrong form do no harm", () => {
  const rows = [
    { component: "x" },
    { path: 3 },
    { path: "/a", meta: {} },
  ] as unknown as ServerRoute[];
  expect(() => buildRouteTable(rows)).not.toThrow();
});

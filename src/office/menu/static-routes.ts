import type { Permission } from "../../lib/menu/permission.ts";

/** Route meta (wire 3.2), and keys that our own pages need. */
export type StaticRoute = {
  /** Absolute pattern, see lib/route-path. */
  path: string;
  /** Key of the page registry; empty where `redirect` leads elsewhere. */
  component: string;
  /** true: in no menu and not found by the header search. */
  hidden: boolean;
  redirect?: string;
  /** One of them is needed; the server decides in the end. */
  permi?: readonly Permission[];
  meta: {
    title: string;
    icon: string;
    /** A tab that is always there and cannot be closed. */
    affix?: boolean;
    /** Menu entry that is marked while this page is open. */
    activeMenu?: string;
    /** false: not shown in the breadcrumb. */
    breadcrumb?: boolean;
    /** Title in the menu where it differs from the tab's. */
    menuTitle?: string;
    /** true: the page is not kept alive in the background. */
    noCache?: boolean;
    /** true: opened without its last parameter it is another page each time; it then gets a number. */
    isEach?: boolean;
  };
};

export const HOME = "/workbench";
export const PROFILE = "/user/profile";

/**
 * The staff pages that are in no menu row (specification 2). Plain data: the server matches paths
 * against it, the shell builds its route table from it.
 */
export const STATIC_ROUTES: readonly StaticRoute[] = [
  {
    path: HOME,
    component: "workbench",
    hidden: false,
    meta: { title: "首页", menuTitle: "工作台", icon: "dashboard", affix: true },
  },
  {
    path: "/inbox",
    component: "inbox",
    hidden: false,
    meta: { title: "待办", icon: "inbox" },
  },
  {
    path: `${PROFILE}/:activeTab?`,
    component: "user/profile",
    hidden: true,
    meta: { title: "个人中心", icon: "user" },
  },
  {
    path: "/redirect/:path(.*)",
    component: "",
    hidden: true,
    redirect: ":path",
    meta: { title: "刷新", icon: "", breadcrumb: false },
  },
  {
    path: "/content/article-edit/new/:draft(\\d+)?",
    component: "article/desk",
    hidden: true,
    permi: ["content:article:add"],
    meta: { title: "写文章", icon: "form", activeMenu: "/content/article", isEach: true },
  },
  {
    path: "/content/article-edit/:articleId(\\d+)",
    component: "article/desk",
    hidden: true,
    permi: ["content:article:edit"],
    meta: { title: "编辑文章", icon: "form", activeMenu: "/content/article" },
  },
  {
    path: "/content/article-review/:articleId(\\d+)",
    component: "article/desk",
    hidden: true,
    permi: ["content:article:query"],
    meta: { title: "审核文章", icon: "documentation", activeMenu: "/content/article" },
  },
  {
    path: "/activities/activity-edit/new/:draft(\\d+)?",
    component: "activity/desk",
    hidden: true,
    permi: ["activity:activity:add"],
    meta: { title: "新建活动", icon: "form", activeMenu: "/activities/activity", isEach: true },
  },
  {
    path: "/activities/activity-edit/:activityId(\\d+)",
    component: "activity/desk",
    hidden: true,
    permi: ["activity:activity:query"],
    meta: { title: "编辑活动", icon: "form", activeMenu: "/activities/activity" },
  },
  {
    path: "/members/application/:signId(\\d+)",
    component: "system/sign/review",
    hidden: true,
    permi: ["member:sign:query", "member:finance:query"],
    meta: { title: "申请详情", icon: "form", activeMenu: "/members/review" },
  },
  {
    path: "/members/council-sheet/:meetingId(\\d+)",
    component: "system/sign/council",
    hidden: true,
    permi: ["member:council:query"],
    meta: { title: "审议名单", icon: "peoples", activeMenu: "/members/council" },
  },
  {
    path: "/declaration/detail/:itemId(\\d+)",
    component: "declaration/item",
    hidden: true,
    permi: ["declare:item:query"],
    meta: { title: "申报详情", icon: "form", activeMenu: "/declaration/item" },
  },
  {
    path: "/finance/statement-match/:statementId(\\d+)",
    component: "finance/statement",
    hidden: true,
    permi: ["finance:statement:query"],
    meta: { title: "流水匹配", icon: "upload", activeMenu: "/finance/statement" },
  },
  {
    path: "/system/user-auth/role/:userId(\\d+)",
    component: "system/user/authRole",
    hidden: true,
    permi: ["system:user:edit"],
    meta: { title: "分配角色", icon: "peoples", activeMenu: "/system/user" },
  },
  {
    path: "/system/user-access/index/:userId(\\d+)",
    component: "system/user/access",
    hidden: true,
    permi: ["system:user:query"],
    meta: { title: "查看权限", icon: "user", activeMenu: "/system/user" },
  },
  {
    path: "/system/role-auth/user/:roleId(\\d+)",
    component: "system/role/authUser",
    hidden: true,
    permi: ["system:role:edit"],
    meta: { title: "分配用户", icon: "user", activeMenu: "/system/role" },
  },
  {
    path: "/system/role-compare",
    component: "system/role/compare",
    hidden: true,
    permi: ["system:role:query"],
    meta: { title: "角色对比", icon: "peoples", activeMenu: "/system/role" },
  },
  {
    path: "/system/dict-data/index/:dictId(\\d+)",
    component: "system/dict/data",
    hidden: true,
    permi: ["system:dict:list"],
    meta: { title: "字典数据", icon: "dict", activeMenu: "/system/dict" },
  },
  {
    path: "/monitor/job-log/index/:jobId(\\d+)?",
    component: "monitor/jobLog",
    hidden: true,
    permi: ["monitor:job:list"],
    meta: { title: "调度日志", icon: "log", activeMenu: "/monitor/job" },
  },
  {
    path: "/tool/gen-edit/index/:tableId(\\d+)",
    component: "tool/gen/edit",
    hidden: true,
    permi: ["tool:gen:edit"],
    meta: { title: "修改生成配置", icon: "code", activeMenu: "/tool/gen" },
  },
];

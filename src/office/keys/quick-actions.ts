import { useStore } from "../../lib/store.ts";
import { bootStore } from "../account/account.ts";
import { useCan } from "../account/can.tsx";
import { HOME, PROFILE } from "../menu/static-routes.ts";
import { hasPage } from "../shell/registry.ts";

/** Something people do often: on the workbench, in the header search, and after G. */
export type QuickAction = {
  label: string;
  icon: string;
  to: string;
  /** Letter that opens it after G. */
  key?: string;
};

/**
 * In the order they are offered. A row counts where the person's menu leads to it and its page is
 * there; a slice that brings such a page adds its row.
 */
const ACTIONS: readonly QuickAction[] = [
  { label: "工作台", icon: "dashboard", to: HOME, key: "h" },
  { label: "待办", icon: "inbox", to: "/inbox", key: "w" },
  { label: "写文章", icon: "form", to: "/content/article-edit/new", key: "e" },
  { label: "文章管理", icon: "documentation", to: "/content/article", key: "a" },
  { label: "用户管理", icon: "user", to: "/system/user", key: "u" },
  { label: "角色管理", icon: "peoples", to: "/system/role" },
  { label: "通知公告", icon: "message", to: "/system/notice", key: "n" },
  { label: "字典管理", icon: "dict", to: "/system/dict" },
  { label: "参数设置", icon: "edit", to: "/system/config" },
  { label: "操作日志", icon: "form", to: "/system/log/operlog" },
  { label: "修改密码", icon: "post", to: `${PROFILE}/resetPwd` },
  { label: "个人中心", icon: "user", to: PROFILE, key: "i" },
];

/** The quick actions whose pages exist and are this person's. */
export function useQuickActions(): QuickAction[] {
  const boot = useStore(bootStore);
  const can = useCan();
  if (boot.state !== "ready") return [];
  return ACTIONS.filter(({ to }) => {
    const route = boot.account.table.resolve(to)?.route;
    if (!route || !hasPage(route.component)) return false;
    return route.permi.length === 0 || can.permi(route.permi);
  });
}

import type { Account } from "../account/account.ts";
import { lockScreen } from "../account/lock.ts";
import { closeTabs, openPath, refreshPath } from "../tabs/workspace.ts";
import type { QuickAction } from "./quick-actions.ts";
import { afterG, plainKey, type Shortcut, withAlt, withCtrl } from "./shortcuts.ts";

/** The keys of the whole shell. */
export function shellKeys(
  { user, token }: Account,
  active: string,
  quick: QuickAction[],
  open: { search(): void; keys(): void; side(): void },
): Shortcut[] {
  return [
    { keys: "Ctrl K", label: "搜索菜单、页面", matches: withCtrl("KeyK"), run: open.search },
    {
      keys: "Alt R",
      label: "刷新当前标签页",
      matches: withAlt("KeyR"),
      run: () => void refreshPath(active),
    },
    {
      keys: "Alt W",
      label: "关闭当前标签页",
      matches: withAlt("KeyW"),
      run: () => void closeTabs(active),
    },
    {
      keys: "Ctrl Alt L",
      label: "锁定屏幕",
      isAlways: true,
      matches: (event) => event.ctrlKey && event.altKey && event.code === "KeyL",
      run: () => lockScreen(user.userId, token),
    },
    {
      keys: "[",
      label: "收起或展开侧边栏",
      isSingle: true,
      matches: plainKey("["),
      run: open.side,
    },
    ...quick.flatMap(({ key, label, to }): Shortcut[] =>
      key
        ? [
            {
              keys: `G ${key.toUpperCase()}`,
              label,
              isSingle: true,
              matches: afterG(key),
              run: () => openPath(to),
            },
          ]
        : [],
    ),
    { keys: "?", label: "快捷键列表", isSingle: true, matches: plainKey("?"), run: open.keys },
  ];
}

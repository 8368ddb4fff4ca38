import {
  FullscreenOutlined,
  LayoutOutlined,
  LockOutlined,
  LogoutOutlined,
  ReloadOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import type { Account } from "../account/account.ts";
import { lockScreen } from "../account/lock.ts";
import { signOut } from "../account/sign-out.ts";
import { toggleFullscreen } from "../header/navbar.tsx";
import { refreshPath } from "../tabs/workspace.ts";
import { Key } from "./keys.tsx";
import type { PaletteEntry } from "./search-palette.tsx";

const action = (
  key: string,
  title: string,
  icon: ReactNode,
  hint: string,
  run: () => void,
): PaletteEntry => ({
  key,
  title,
  // Fuse looks into the path as well: an action has none.
  path: "",
  icon,
  hint: hint ? <Key>{hint}</Key> : null,
  onChoose: run,
});

/** Entries of the header search besides pages. */
export const paletteActions = (
  { user, token }: Account,
  active: string,
  onSettings: () => void,
): PaletteEntry[] => [
  action("refresh", "刷新当前标签页", <ReloadOutlined aria-hidden />, "Alt R", () => {
    void refreshPath(active);
  }),
  action("settings", "布局设置", <LayoutOutlined aria-hidden />, "", onSettings),
  action("full", "全屏", <FullscreenOutlined aria-hidden />, "", () => void toggleFullscreen()),
  action("lock", "锁定屏幕", <LockOutlined aria-hidden />, "Ctrl Alt L", () =>
    lockScreen(user.userId, token),
  ),
  action("out", "退出登录", <LogoutOutlined aria-hidden />, "", () => void signOut()),
];

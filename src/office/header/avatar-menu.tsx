import {
  DownOutlined,
  GlobalOutlined,
  LayoutOutlined,
  LockOutlined,
  LogoutOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { useState } from "react";
import type { Account } from "../account/account.ts";
import { lockScreen } from "../account/lock.ts";
import { signOut } from "../account/sign-out.ts";
import { Key } from "../keys/keys.tsx";
import { below, type MenuItem, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import { PROFILE } from "../menu/static-routes.ts";
import { openPath } from "../tabs/workspace.ts";
import { Avatar } from "./avatar.tsx";

/** The person on the right of the bar, with the menu of their account. */
export function AvatarMenu({
  account,
  isMobile,
  onSettings,
}: {
  account: Account;
  isMobile: boolean;
  onSettings: () => void;
}) {
  const [place, setPlace] = useState<MenuPlace>();
  const { user } = account;
  const name = user.nickName || user.userName;
  const items: MenuItem[] = [
    {
      key: "profile",
      label: "个人中心",
      icon: <UserOutlined aria-hidden />,
      onChoose: () => openPath(PROFILE),
    },
    {
      key: "settings",
      label: "布局设置",
      icon: <LayoutOutlined aria-hidden />,
      onChoose: onSettings,
    },
    {
      key: "lock",
      label: "锁定屏幕",
      icon: <LockOutlined aria-hidden />,
      hint: isMobile ? undefined : <Key>Ctrl Alt L</Key>,
      onChoose: () => lockScreen(user.userId, account.token),
    },
    { key: "site", label: "网站首页", icon: <GlobalOutlined aria-hidden />, href: "/index" },
    { key: "line", isDivider: true },
    {
      key: "out",
      label: "退出登录",
      icon: <LogoutOutlined aria-hidden />,
      onChoose: () => void signOut(),
    },
  ];
  return (
    <>
      <button
        type="button"
        className="o-person"
        aria-label={isMobile ? `${name}的菜单` : undefined}
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        onClick={(event) => setPlace(place ? undefined : below(event.currentTarget, "end"))}
      >
        <Avatar user={user} size={isMobile ? 32 : 26} />
        {!isMobile && (
          <>
            <span className="o-person-name">{name}</span>
            <DownOutlined aria-hidden />
          </>
        )}
      </button>
      {place && (
        <PopupMenu
          label="个人菜单"
          place={place}
          items={items}
          onClose={() => setPlace(undefined)}
          header={
            <div className="o-menu-head">
              <strong>{name}</strong>
              <span>{user.userName}</span>
            </div>
          }
        />
      )}
    </>
  );
}

import {
  FontSizeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from "@ant-design/icons";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "../../lib/store.ts";
import type { Account } from "../account/account.ts";
import { notify } from "../calls/notify.ts";
import { Key } from "../keys/keys.tsx";
import { below, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import { chooseSize, sizeStore } from "../settings/settings.ts";
import { SIZE_FACTS, SIZES } from "../shell/theme.ts";
import { AvatarMenu } from "./avatar-menu.tsx";
import { Bell } from "./bell.tsx";

/** The bar on top, 50 px: toggle, place, search, tools, person. On a phone: menu, title, search, bell. */
export function Navbar({
  account,
  isMobile,
  isOpen,
  title,
  place,
  onToggle,
  onSearch,
  onSettings,
}: {
  account: Account;
  isMobile: boolean;
  isOpen: boolean;
  /** Title of the page, shown on a phone. */
  title: string;
  /** Breadcrumb or top menu. */
  place: ReactNode;
  onToggle: () => void;
  onSearch: () => void;
  onSettings: () => void;
}) {
  return (
    <div className="o-bar">
      <button
        type="button"
        className="o-tool"
        aria-label={isMobile ? "打开菜单" : isOpen ? "收起侧边栏" : "展开侧边栏"}
        aria-expanded={isMobile ? undefined : isOpen}
        onClick={onToggle}
      >
        {isMobile ? (
          <MenuOutlined aria-hidden />
        ) : isOpen ? (
          <MenuFoldOutlined aria-hidden />
        ) : (
          <MenuUnfoldOutlined aria-hidden />
        )}
      </button>
      {isMobile ? (
        <div className="o-bar-title">{title}</div>
      ) : (
        <div className="o-place">{place}</div>
      )}
      {isMobile ? (
        <button type="button" className="o-tool" aria-label="搜索菜单、页面" onClick={onSearch}>
          <SearchOutlined aria-hidden />
        </button>
      ) : (
        <>
          <button
            type="button"
            className="o-search"
            aria-keyshortcuts="Control+K"
            onClick={onSearch}
          >
            <SearchOutlined aria-hidden />
            <span>搜索菜单、页面</span>
            <Key>Ctrl K</Key>
          </button>
          <FullscreenTool />
          <SizeTool />
        </>
      )}
      <Bell isMobile={isMobile} />
      {!isMobile && <span className="o-bar-line" aria-hidden="true" />}
      <AvatarMenu account={account} isMobile={isMobile} onSettings={onSettings} />
    </div>
  );
}

/** Fills the screen, or says that the browser cannot. */
export async function toggleFullscreen(): Promise<void> {
  try {
    if (!document.fullscreenEnabled) throw new Error("not enabled");
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    notify.warning("您的浏览器不支持全屏");
  }
}

function FullscreenTool() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const label = isFull ? "退出全屏" : "全屏";
  return (
    <button
      type="button"
      className="o-tool"
      aria-label={label}
      title={label}
      onClick={() => void toggleFullscreen()}
    >
      {isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </button>
  );
}

function SizeTool() {
  const size = useStore(sizeStore);
  const [place, setPlace] = useState<MenuPlace>();
  return (
    <>
      <button
        type="button"
        className="o-tool"
        aria-label={`布局大小：${SIZE_FACTS[size].label}`}
        title="布局大小"
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        onClick={(event) => setPlace(place ? undefined : below(event.currentTarget, "end"))}
      >
        <FontSizeOutlined aria-hidden />
      </button>
      {place && (
        <PopupMenu
          label="布局大小"
          place={place}
          onClose={() => setPlace(undefined)}
          items={SIZES.map((each) => ({
            key: each,
            label: SIZE_FACTS[each].label,
            hint: `${SIZE_FACTS[each].control} px`,
            isChecked: each === size,
            onChoose: () => {
              chooseSize(each);
              notify.success(`布局大小已设为 ${SIZE_FACTS[each].label}`);
            },
          }))}
        />
      )}
    </>
  );
}

import {
  CloseCircleOutlined,
  CloseOutlined,
  DownOutlined,
  MinusCircleOutlined,
  PushpinFilled,
  ReloadOutlined,
  VerticalLeftOutlined,
} from "@ant-design/icons";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Key } from "../keys/keys.tsx";
import { below, type MenuItem, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import { closing, type Tab } from "./tabs.ts";
import { useLongPress } from "./use-long-press.ts";
import { closeTabs, isPinned, openPath, refreshPath, tabTitle } from "./workspace.ts";

export const tabId = (path: string): string => `tab:${path}`;
export const panelId = (path: string): string => `panel:${path}`;

/** The open pages as tabs: keyboard by the ARIA pattern, wheel, middle button, menu, long press. */
export function TagBar({ tabs, active }: { tabs: Tab[]; active: string }) {
  const strip = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ tab: Tab; place: MenuPlace }>();
  const [list, setList] = useState<MenuPlace>();
  const longPress = useLongPress((element, place) => {
    const tab = tabs.find((each) => each.path === element.dataset.path);
    if (tab) setMenu({ tab, place });
  });

  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    // React listens passively, and the page behind must not scroll as well.
    const onWheel = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY || event.deltaX;
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  const count = tabs.length;
  // A tab that was closed by its key had the focus: the one that follows takes it, whichever of the
  // list and the address changes first.
  const closedByKey = useRef<string | undefined>(undefined);
  useEffect(() => {
    const tab = count > 0 ? document.getElementById(tabId(active)) : null;
    if (!tab) return;
    tab.scrollIntoView({ block: "nearest" });
    if (closedByKey.current === undefined || closedByKey.current === active) return;
    closedByKey.current = undefined;
    tab.focus();
  }, [active, count]);

  const tabOf = (event: { target: EventTarget }) => {
    const element = (event.target as Element).closest<HTMLElement>("[role=tab]");
    return tabs.find((each) => each.path === element?.dataset.path);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const tab = tabOf(event);
    if (!tab) return;
    const at = tabs.indexOf(tab);
    const next = {
      ArrowRight: tabs[(at + 1) % count],
      ArrowLeft: tabs[(at - 1 + count) % count],
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key];
    if (next) {
      event.preventDefault();
      document.getElementById(tabId(next.path))?.focus();
      openPath(next.path);
    } else if (event.key === "Delete") {
      closedByKey.current = tab.path;
      void closeTabs(tab.path).then((isClosed) => {
        if (!isClosed) closedByKey.current = undefined;
      });
    }
  };

  const onClick = (event: MouseEvent) => {
    const tab = tabOf(event);
    if (!tab) return;
    if ((event.target as Element).closest("[data-close]")) void closeTabs(tab.path);
    else openPath(tab.path);
  };

  const onContextMenu = (event: MouseEvent) => {
    const tab = tabOf(event);
    if (!tab) return;
    event.preventDefault();
    // The menu key of a keyboard has no place of its own.
    const element = document.getElementById(tabId(tab.path));
    const isPointed = event.clientX > 0 || event.clientY > 0;
    element?.focus();
    if (!element) return;
    const under = below(element);
    setMenu({ tab, place: isPointed ? { ...under, x: event.clientX } : under });
  };

  return (
    <div className="o-tags">
      <div
        ref={strip}
        className="o-tags-strip"
        role="tablist"
        aria-label="已打开的页面"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onAuxClick={(event) => {
          const tab = event.button === 1 ? tabOf(event) : undefined;
          if (tab) void closeTabs(tab.path);
        }}
        onMouseDown={(event) => {
          // The middle button must close, not scroll.
          if (event.button === 1) event.preventDefault();
        }}
        onContextMenu={onContextMenu}
        {...longPress}
      >
        {tabs.map((tab) => (
          <Tag key={tab.path} tab={tab} isActive={tab.path === active} />
        ))}
      </div>
      <button
        type="button"
        className="o-tool"
        aria-label="标签页操作"
        title="标签页操作"
        aria-haspopup="menu"
        aria-expanded={list !== undefined}
        onClick={(event) => setList(list ? undefined : below(event.currentTarget, "end"))}
      >
        <DownOutlined aria-hidden />
      </button>
      {menu && (
        <PopupMenu
          label={`「${tabTitle(menu.tab)}」标签页`}
          place={menu.place}
          items={commands(tabs, menu.tab)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {list && (
        <PopupMenu
          label="标签页操作"
          place={list}
          onClose={() => setList(undefined)}
          items={listItems(tabs, active)}
        />
      )}
    </div>
  );
}

function Tag({ tab, isActive }: { tab: Tab; isActive: boolean }) {
  const title = tabTitle(tab);
  const pinned = isPinned(tab.path);
  return (
    <button
      type="button"
      role="tab"
      id={tabId(tab.path)}
      data-path={tab.path}
      className="o-tag"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isActive}
      aria-controls={isActive ? panelId(tab.path) : undefined}
      aria-keyshortcuts={pinned ? undefined : "Delete"}
      title={title}
    >
      {pinned && <PushpinFilled aria-hidden className="o-tag-pin" />}
      <span className="o-tag-title">{title}</span>
      {tab.isDirty && (
        <span className="o-tag-dot">
          <span className="o-hidden">（未保存）</span>
        </span>
      )}
      {!pinned && <CloseOutlined aria-hidden data-close className="o-tag-close" />}
    </button>
  );
}

/** 刷新页面, 关闭当前, 关闭其他, 关闭右侧, 全部关闭 for one tab. */
function commands(tabs: Tab[], { path }: Tab): MenuItem[] {
  const closes = (what: "current" | "others" | "right" | "all") =>
    closing(tabs, path, what, isPinned).length > 0;
  const close = (what: "current" | "others" | "right" | "all") => () => void closeTabs(path, what);
  return [
    {
      key: "refresh",
      label: "刷新页面",
      icon: <ReloadOutlined aria-hidden />,
      hint: <Key>Alt R</Key>,
      onChoose: () => {
        openPath(path);
        void refreshPath(path);
      },
    },
    {
      key: "current",
      label: "关闭当前",
      icon: <CloseOutlined aria-hidden />,
      hint: <Key>Alt W</Key>,
      isDisabled: !closes("current"),
      onChoose: close("current"),
    },
    {
      key: "others",
      label: "关闭其他",
      icon: <CloseCircleOutlined aria-hidden />,
      isDisabled: !closes("others"),
      onChoose: close("others"),
    },
    {
      key: "right",
      label: "关闭右侧",
      icon: <VerticalLeftOutlined aria-hidden />,
      isDisabled: !closes("right"),
      onChoose: close("right"),
    },
    { key: "line", isDivider: true },
    {
      key: "all",
      label: "全部关闭",
      icon: <MinusCircleOutlined aria-hidden />,
      isDisabled: !closes("all"),
      onChoose: close("all"),
    },
  ];
}

/** The commands for the page that is shown, then every open page. */
function listItems(tabs: Tab[], active: string): MenuItem[] {
  const current = tabs.find((tab) => tab.path === active);
  return [
    ...(current ? commands(tabs, current) : []),
    { key: "line-2", isDivider: true },
    ...tabs.map((tab) => ({
      key: tab.path,
      label: tabTitle(tab),
      isChecked: tab.path === active,
      onChoose: () => openPath(tab.path),
    })),
  ];
}

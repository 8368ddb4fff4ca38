import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { Account } from "./account.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { PRODUCT } from "./facts.ts";
import { Layer } from "./layer.tsx";
import { Navbar } from "./navbar.tsx";
import { paletteActions } from "./palette-actions.tsx";
import { Panels } from "./panels.tsx";
import { usePasswordReminder } from "./password-reminder.tsx";
import { useQuickActions } from "./quick-actions.ts";
import { settingsStore, sidebarStore, toggleSidebar } from "./settings.ts";
import { shellKeys } from "./shell-keys.ts";
import { useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";
import { useStore } from "./store.ts";
import { TagBar } from "./tag-bar.tsx";
import { TopMenu } from "./top-menu.tsx";
import { useIsMobile } from "./use-media.ts";
import { useMenuPlace } from "./use-menu-place.ts";
import { useOpenPages } from "./use-open-pages.ts";
import { useTabScroll } from "./use-tab-scroll.ts";
import { tabTitle } from "./workspace.ts";

const SearchPalette = lazy(() => import("./search-palette.tsx"));
const SettingsDrawer = lazy(() => import("./settings-drawer.tsx"));
const KeyList = lazy(() => import("./key-list.tsx"));

type Overlay = "search" | "settings" | "keys" | "menu";

/** The shell around the pages: side bar, bar, tags, panels, and what opens over them. */
export function Frame({ account, knownPath }: { account: Account; knownPath: string }) {
  const settings = useStore(settingsStore);
  const isWide = useStore(sidebarStore);
  const isMobile = useIsMobile();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  const { tabs, active } = useOpenPages(account);
  const content = useRef<HTMLElement>(null);
  const isFixed = settings.fixedHeader || isMobile;
  useTabScroll(content, active, isFixed);
  usePasswordReminder(account);

  const tab = tabs.find((each) => each.path === active);
  const title = tab ? tabTitle(tab) : "";
  const crumbs = account.table.resolve(active)?.route.crumbs ?? [title];
  useEffect(() => {
    document.title = settings.dynamicTitle && title ? `${title} - ${PRODUCT}` : PRODUCT;
  }, [settings.dynamicTitle, title]);

  const isTopNav = settings.topNav && !isMobile;
  const place = useMenuPlace(account.table, active, isTopNav);
  const hasTags = settings.tagsView && !isMobile;
  const quick = useQuickActions();
  const toggle = () => (isMobile ? setOverlay("menu") : toggleSidebar());
  const shortcuts = shellKeys(account, active, quick, {
    search: () => setOverlay("search"),
    keys: () => setOverlay("keys"),
    side: toggle,
  });
  useShortcuts(shortcuts);
  const actions = useMemo(
    () => paletteActions(account, active, () => setOverlay("settings")),
    [account, active],
  );

  return (
    <div
      className="o-shell"
      data-side={settings.sideTheme}
      data-fixed={isFixed || undefined}
      data-tags={hasTags || undefined}
    >
      <a className="o-skip" href="#o-content">
        跳到页面内容
      </a>
      {!isMobile && (
        <Sidebar
          menu={place.side}
          trail={place.sideTrail}
          isOpen={isWide}
          hasLogo={settings.sidebarLogo}
        />
      )}
      <div className="o-main">
        <header className="o-head">
          <Navbar
            account={account}
            isMobile={isMobile}
            isOpen={isWide}
            title={crumbs.at(-1) ?? title}
            place={
              isTopNav ? (
                <TopMenu menu={place.menu} chosen={place.module} onChoose={place.pick} />
              ) : (
                <Breadcrumb crumbs={crumbs} />
              )
            }
            onToggle={toggle}
            onSearch={() => setOverlay("search")}
            onSettings={() => setOverlay("settings")}
          />
          {hasTags && <TagBar tabs={tabs} active={active} />}
        </header>
        <main className="o-content" id="o-content" ref={content} tabIndex={-1}>
          <Panels
            tabs={tabs}
            active={active}
            account={account}
            knownPath={knownPath}
            hasTags={hasTags}
          />
        </main>
      </div>
      {overlay === "menu" && (
        <Layer label="主菜单" className="o-drawer" onClose={close}>
          <div data-side={settings.sideTheme}>
            <Sidebar
              menu={place.menu}
              trail={place.trail}
              isOpen
              isDrawer
              hasLogo
              onLeave={close}
            />
          </div>
        </Layer>
      )}
      <Suspense fallback={null}>
        {overlay === "search" && (
          <SearchPalette account={account} actions={actions} onClose={close} />
        )}
        {overlay === "settings" && <SettingsDrawer onClose={close} />}
        {overlay === "keys" && <KeyList shortcuts={shortcuts} onClose={close} />}
      </Suspense>
    </div>
  );
}

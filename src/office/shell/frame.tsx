import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "../../lib/store.ts";
import type { Account } from "../account/account.ts";
import { usePasswordReminder } from "../account/password-reminder.tsx";
import { Navbar } from "../header/navbar.tsx";
import { TopMenu } from "../header/top-menu.tsx";
import { paletteActions } from "../keys/palette-actions.tsx";
import { useQuickActions } from "../keys/quick-actions.ts";
import { shellKeys } from "../keys/shell-keys.ts";
import { useShortcuts } from "../keys/shortcuts.ts";
import { Layer } from "../layers/layer.tsx";
import { Sidebar } from "../menu/sidebar.tsx";
import { useMenuPlace } from "../menu/use-menu-place.ts";
import { settingsStore, sidebarStore, toggleSidebar } from "../settings/settings.ts";
import { TagBar } from "../tabs/tag-bar.tsx";
import { useOpenPages } from "../tabs/use-open-pages.ts";
import { tabTitle } from "../tabs/workspace.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { PRODUCT } from "./facts.ts";
import { Panels } from "./panels.tsx";
import { useIsMobile } from "./use-media.ts";
import { useTabScroll } from "./use-tab-scroll.ts";

const SearchPalette = lazy(() => import("../keys/search-palette.tsx"));
const SettingsDrawer = lazy(() => import("../settings/settings-drawer.tsx"));
const KeyList = lazy(() => import("../keys/key-list.tsx"));

type Overlay = "search" | "settings" | "keys" | "menu";

/** The shell around the pages: side bar, bar, tags, panels, and the dialogs over them. */
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

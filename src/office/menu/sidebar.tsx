import { MenuFoldOutlined } from "@ant-design/icons";
import { Key } from "../keys/keys.tsx";
import { toggleSidebar } from "../settings/settings.ts";
import { PRODUCT, useFacts } from "../shell/facts.ts";
import { Seal } from "../shell/seal.tsx";
import type { MenuNode } from "./route-table.ts";
import { ShellLink } from "./shell-link.tsx";
import { SideMenu } from "./side-menu.tsx";
import { HOME } from "./static-routes.ts";

/** The column on the left: sign, menu, version. 200 px, or 64 when it is collapsed. */
export function Sidebar({
  menu,
  trail,
  isOpen,
  hasLogo,
  isDrawer = false,
  onLeave,
}: {
  menu: MenuNode[];
  /** Keys from the top to the entry of the page that is shown. */
  trail: string[];
  isOpen: boolean;
  hasLogo: boolean;
  /** Over the page, on a phone. */
  isDrawer?: boolean;
  onLeave?: () => void;
}) {
  const { badge, version } = useFacts();
  return (
    <nav className={`o-side ${isOpen ? "" : "o-side-small"}`} aria-label="主菜单">
      {hasLogo && (
        <ShellLink to={HOME} className="o-brand" title={PRODUCT} onClick={onLeave}>
          <Seal />
          {isOpen ? <span>{PRODUCT}</span> : <span className="o-hidden">{PRODUCT}</span>}
        </ShellLink>
      )}
      <SideMenu menu={menu} trail={trail} isOpen={isOpen} onLeave={onLeave} />
      {isOpen && !isDrawer && (
        <div className="o-side-foot">
          <span>{[`v${version}`, badge].filter(Boolean).join(" · ")}</span>
          <button type="button" onClick={toggleSidebar}>
            <MenuFoldOutlined aria-hidden className="o-side-foot-icon" />
            收起 <Key>[</Key>
          </button>
        </div>
      )}
    </nav>
  );
}

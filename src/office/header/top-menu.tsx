import { DownOutlined } from "@ant-design/icons";
import { useState } from "react";
import { below, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import type { MenuNode } from "../menu/route-table.ts";
import { useWindowWidth } from "../shell/use-media.ts";
import { openPath } from "../tabs/workspace.ts";

/** specification 9. */
const ITEM_WIDTH = 85;

/** About width / 3 / 85 entries stand in the bar. */
const topMenuCount = (width: number): number => Math.max(1, Math.floor(width / 3 / ITEM_WIDTH));

/**
 * The first level of the menu in the bar; what does not fit is under 更多菜单. A page opens, a module
 * takes over the side bar.
 */
export function TopMenu({
  menu,
  chosen,
  onChoose,
}: {
  menu: MenuNode[];
  /** Key of the module the side bar lists. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) {
  const count = topMenuCount(useWindowWidth());
  const [more, setMore] = useState<MenuPlace>();
  const choose = (node: MenuNode) => {
    if (node.href) window.open(node.href, "_blank", "noopener");
    else {
      onChoose(node.key);
      if (node.to) openPath(node.to);
    }
  };
  const rest = menu.slice(count);
  return (
    <nav className="o-top" aria-label="顶部菜单">
      {menu.slice(0, count).map((node) => (
        <button
          key={node.key}
          type="button"
          title={node.title}
          aria-current={node.key === chosen ? "true" : undefined}
          onClick={() => choose(node)}
        >
          {node.title}
        </button>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={more !== undefined}
          data-on-trail={rest.some((node) => node.key === chosen) || undefined}
          onClick={(event) => setMore(more ? undefined : below(event.currentTarget))}
        >
          更多菜单 <DownOutlined aria-hidden />
        </button>
      )}
      {more && (
        <PopupMenu
          label="更多菜单"
          place={more}
          onClose={() => setMore(undefined)}
          items={rest.map((node) => ({
            key: node.key,
            label: node.title,
            isChecked: node.key === chosen,
            onChoose: () => choose(node),
          }))}
        />
      )}
    </nav>
  );
}

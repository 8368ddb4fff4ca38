import { useMemo, useState } from "react";
import { type MenuNode, menuTrail, type RouteTable } from "./route-table.ts";

/**
 * Rows that the menus list and mark: all, or with the top menu those of the chosen module. The page
 * that is shown chooses its module until another one is pressed.
 */
export function useMenuPlace(table: RouteTable, active: string, isTopNav: boolean) {
  const [picked, setPicked] = useState<{ key: string; at: string }>();
  const { menu } = table;
  const trail = useMemo(() => {
    const route = table.resolve(active)?.route;
    const marked = menuTrail(menu, route?.activeMenu ?? route?.pattern ?? active);
    return marked.length > 0 ? marked : menuTrail(menu, active);
  }, [menu, table, active]);

  const module = isTopNav
    ? menu.find((node) => node.key === (picked?.at === active ? picked.key : trail[0]))
    : undefined;
  const isOpen = module !== undefined && module.children.length > 0;
  const side: MenuNode[] = module ? (isOpen ? module.children : [module]) : menu;
  return {
    menu,
    trail,
    side,
    sideTrail: isOpen ? trail.slice(1) : trail,
    module: module?.key,
    pick: (key: string) => setPicked({ key, at: active }),
  };
}

import { refreshRoutes } from "#src/office/account/account.ts";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { MenuIcon } from "#src/office/menu/menu-icon.tsx";
import { TreePage } from "#src/office/tree/tree-page.tsx";
import { MENU, MENU_TYPES, type MenuRow } from "./fields.ts";
import { MenuFields } from "./menu-fields.tsx";
import "./menu.css";

const ENTITY: Entity<MenuRow> = {
  noun: "菜单",
  path: "/system/menu",
  permi: "system:menu",
  id: "menuId",
  name: "menuName",
  isUnexported: true,
};

const column = columnOf<MenuRow>(MENU);

/** A column of a text in the program's words. */
const code = (key: "perms" | "path" | "component", own: Partial<Column<MenuRow>> = {}) =>
  column(key, {
    render: (row) => (row[key] ? <span className="cr-code">{row[key]}</span> : "—"),
    ...own,
  });

const COLUMNS: Column<MenuRow>[] = [
  column("menuName", {
    render: (row) => (
      <span className="mn-name">
        {row.menuType !== "F" && <MenuIcon name={row.icon} />}
        {row.menuName}
        <span className="o-kind">{MENU_TYPES[row.menuType] ?? row.menuType}</span>
      </span>
    ),
  }),
  column("orderNum", { width: 100, isSortable: false }),
  code("perms"),
  code("path"),
  code("component", { isExtra: true }),
  column("status", { width: 90 }),
  column("visible", { isExtra: true }),
  MADE,
];

/** As the server has it (move.server.ts), said before anything is let go. */
function moveProblem(row: MenuRow, above: MenuRow | undefined): string | undefined {
  if (!above) return row.menuType === "F" ? "按钮不能放在最上层" : undefined;
  if (above.menuType === "F") return "上级菜单不能是按钮";
  if (above.menuType === "C" && row.menuType !== "F") return "菜单下面只能放按钮";
  return undefined;
}

/** 菜单管理 (menu row 102). A saved row shows in the side bar at once. */
export default function MenuPage() {
  return (
    <TreePage
      entity={ENTITY}
      title="菜单管理"
      filters={filtersOf(MENU, "menuName", "status", "visible")}
      columns={COLUMNS}
      parent="parentId"
      order={{ key: "orderNum", ids: "menuIds" }}
      isOpenFirst={false}
      mayHold={(row) => row.menuType !== "F"}
      move={moveProblem}
      changes={["/system/role"]}
      onChanged={() => void refreshRoutes()}
      form={{
        // The name is where one begins: the place is mostly there already.
        names: [
          "menuName",
          "parentId",
          "menuType",
          "icon",
          "orderNum",
          "isFrame",
          "path",
          "routeName",
          "component",
          "perms",
          "query",
          "isCache",
          "visible",
          "status",
        ],
        initial: {
          parentId: 0,
          menuType: "M",
          orderNum: 0,
          icon: "#",
          isFrame: "1",
          isCache: "0",
          visible: "0",
          status: "0",
        },
        // Below a directory stand pages, below a page its buttons.
        initialBelow: (above) => ({ menuType: above.menuType === "C" ? "F" : "C" }),
        fields: (row) => <MenuFields row={row} />,
        width: 640,
      }}
    />
  );
}

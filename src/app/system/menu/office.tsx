import { refreshRoutes } from "#src/office/account/account.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { MenuIcon } from "#src/office/menu/menu-icon.tsx";
import { TreePage } from "#src/office/tree/tree-page.tsx";
import { MenuFields } from "./menu-fields.tsx";
import { MENU_TYPES, type MenuRow } from "./menu-row.ts";
import "./menu.css";

const ENTITY: Entity<MenuRow> = {
  noun: "菜单",
  path: "/system/menu",
  permi: "system:menu",
  id: "menuId",
  name: "menuName",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "menuName", label: "菜单名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
  { kind: "dict", name: "visible", label: "显示状态", dict: "sys_show_hide" },
];

const COLUMNS: Column<MenuRow>[] = [
  {
    key: "menuName",
    title: "菜单名称",
    render: (row) => (
      <span className="mn-name">
        {row.menuType !== "F" && <MenuIcon name={row.icon} />}
        {row.menuName}
        <span className="o-kind">{MENU_TYPES[row.menuType] ?? row.menuType}</span>
      </span>
    ),
  },
  { key: "orderNum", title: "显示顺序", width: 100, isNumber: true },
  {
    key: "perms",
    title: "权限标识",
    render: (row) => (row.perms ? <span className="cr-code">{row.perms}</span> : "—"),
  },
  {
    key: "path",
    title: "路由地址",
    render: (row) => (row.path ? <span className="cr-code">{row.path}</span> : "—"),
  },
  {
    key: "component",
    title: "组件路径",
    isExtra: true,
    render: (row) => (row.component ? <span className="cr-code">{row.component}</span> : "—"),
  },
  {
    key: "status",
    title: "状态",
    width: 90,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  {
    key: "visible",
    title: "显示状态",
    width: 100,
    isExtra: true,
    render: (row) => <DictTag type="sys_show_hide" value={row.visible} />,
  },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
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
      filters={FILTERS}
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

import { useQuery } from "@tanstack/react-query";
import { Form, Input, Select } from "antd";
import type { ReactNode } from "react";
import { type BranchRow, treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { MENU_ICONS, MenuIcon } from "#src/office/menu/menu-icon.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { MENU, type MenuRow } from "./fields.ts";

/** What a person must say in the form, though the calls do without (wire 4.6). */
const FACTS = {
  ...MENU,
  parentId: { ...MENU.parentId, isRequired: true },
  path: { ...MENU.path, isRequired: true },
} as const;

/**
 * Fields of a menu row: a directory, a page and a button have different ones. The field of the parent
 * comes first, as in the tree.
 */
export function MenuFields({ row }: { row: MenuRow | undefined }) {
  const menuType = Form.useWatch<string | undefined>("menuType") ?? row?.menuType ?? "M";
  const isFrame = Form.useWatch<string | undefined>("isFrame") ?? row?.isFrame ?? "1";
  const isButton = menuType === "F";
  const isPage = menuType === "C";
  return (
    <>
      <FieldItem of={FACTS} name="parentId" rule={row ? "不能是自己和自己的下级" : "目录或菜单"}>
        <ParentSelect row={row} />
      </FieldItem>
      <FieldItem of={FACTS} name="menuType" />
      <div className="mn-pair">
        <FieldItem of={FACTS} name="menuName" />
        <FieldItem of={FACTS} name="orderNum" />
      </div>
      {!isButton && (
        <>
          <div className="mn-pair">
            <FieldItem of={FACTS} name="icon" rule="">
              <IconSelect />
            </FieldItem>
            <FieldItem of={FACTS} name="isFrame" />
          </div>
          <Code
            name="path"
            rule={isFrame === "0" ? "http(s):// 开头的完整地址" : "例如 user；内嵌网页填完整地址"}
          />
        </>
      )}
      {isPage && (
        <div className="mn-pair">
          <Code name="component" rule="例如 system/user/index" />
          <Code name="routeName" rule="默认同路由地址" />
        </div>
      )}
      {menuType !== "M" && <Code name="perms" rule="例如 system:user:list，多个用逗号分开" />}
      {isPage && (
        <div className="mn-pair">
          <Code name="query" rule='JSON，例如 {"id": 1}' />
          <FieldItem of={FACTS} name="isCache" />
        </div>
      )}
      <div className="mn-pair">
        {!isButton && <FieldItem of={FACTS} name="visible" />}
        <FieldItem
          of={FACTS}
          name="status"
          rule={isButton ? "停用后权限失效" : "停用后不在侧栏，不能打开"}
        />
      </div>
    </>
  );
}

/** A text in the program's words. */
const Code = (props: {
  name: "path" | "component" | "routeName" | "perms" | "query";
  rule: string;
}) => (
  <FieldItem of={FACTS} {...props}>
    <Input maxLength={FACTS[props.name].max + 10} className="cr-code" />
  </FieldItem>
);

const withIcon = (name: string): ReactNode => (
  <span className="mn-name">
    <MenuIcon name={name} />
    {name}
  </span>
);

/** An icon by its picture and its name; `#` is none. */
function IconSelect(props: { value?: string; onChange?: (value: string) => void; id?: string }) {
  const { value, onChange, id } = props;
  return (
    <Select
      {...(id ? { id } : {})}
      className="mn-icon"
      aria-label={MENU.icon.label}
      placeholder="不用图标"
      showSearch
      allowClear={CLEARABLE}
      value={value && value !== "#" ? value : null}
      onChange={(next: string | null | undefined) => onChange?.(next ?? "#")}
      options={MENU_ICONS.map((name) => ({ value: name, label: withIcon(name) }))}
    />
  );
}

/** 上级菜单: the top, and every directory and page but the row itself and those below it. */
function ParentSelect({
  row,
  ...field
}: {
  row: MenuRow | undefined;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const { data } = useQuery({
    queryKey: ["/system/menu", "parents"],
    queryFn: ({ signal }) => call<{ data: MenuRow[] }>("GET", "/system/menu/list", { signal }),
  });
  const rows: BranchRow[] = (data?.data ?? [])
    // Without the row itself all below it hangs in the air; that is taken out with it.
    .filter(({ menuType, menuId }) => menuType !== "F" && menuId !== row?.menuId)
    .map(({ menuId, parentId, menuName }) => ({
      id: menuId,
      parentId,
      label: menuName,
      disabled: false,
    }));
  const nodes: TreeNode[] = treeOf(rows).filter(
    ({ id }) => row === undefined || rows.find((each) => each.id === id)?.parentId !== row.menuId,
  );
  return (
    <TreeSelect
      label={MENU.parentId.label}
      nodes={[{ id: 0, label: "（最上层）", children: nodes }]}
      {...field}
    />
  );
}

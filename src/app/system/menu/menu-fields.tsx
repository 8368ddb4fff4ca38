import { useQuery } from "@tanstack/react-query";
import { Form, Input, InputNumber, Radio, Select } from "antd";
import type { ReactNode } from "react";
import { type BranchRow, treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio } from "#src/office/form/dict.tsx";
import { MENU_ICONS, MenuIcon } from "#src/office/menu/menu-icon.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { MENU_TYPES, type MenuRow } from "./menu-row.ts";

const asOptions = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

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
      <Form.Item
        name="parentId"
        label={<Ruled label="上级菜单" rule={row ? "不能是自己和自己的下级" : "目录或菜单"} />}
        rules={[{ required: true, message: "上级菜单不能为空" }]}
      >
        <ParentSelect row={row} />
      </Form.Item>
      <Form.Item name="menuType" label="菜单类型">
        <Radio.Group options={asOptions(MENU_TYPES)} />
      </Form.Item>
      <div className="mn-pair">
        <Form.Item
          name="menuName"
          label={<Ruled label="菜单名称" rule="最多 50 个字符，同一上级下不能重复" />}
          rules={textRules("菜单名称", 50)}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          name="orderNum"
          label={<Ruled label="显示顺序" rule="从小到大排列" />}
          rules={[{ required: true, message: "显示顺序不能为空" }]}
        >
          <InputNumber min={0} max={999_999} precision={0} />
        </Form.Item>
      </div>
      {!isButton && (
        <>
          <div className="mn-pair">
            <Form.Item name="icon" label="菜单图标">
              <IconSelect />
            </Form.Item>
            <Form.Item name="isFrame" label={<Ruled label="是否外链" rule="外链在新窗口打开" />}>
              <Radio.Group options={asOptions({ 0: "是", 1: "否" })} />
            </Form.Item>
          </div>
          <Form.Item
            name="path"
            label={
              <Ruled
                label="路由地址"
                rule={
                  isFrame === "0" ? "http(s):// 开头的完整地址" : "例如 user；内嵌网页填完整地址"
                }
              />
            }
            rules={[
              { required: true, whitespace: true, message: "路由地址不能为空" },
              { max: 200, message: "路由地址不能超过200个字符" },
            ]}
          >
            <Input maxLength={210} className="cr-code" />
          </Form.Item>
        </>
      )}
      {isPage && (
        <div className="mn-pair">
          <Code name="component" label="组件路径" rule="例如 system/user/index" max={255} />
          <Code name="routeName" label="路由名称" rule="默认同路由地址" max={50} />
        </div>
      )}
      {menuType !== "M" && (
        <Code
          name="perms"
          label="权限标识"
          rule="例如 system:user:list，多个用逗号分开"
          max={100}
        />
      )}
      {isPage && (
        <div className="mn-pair">
          <Code name="query" label="路由参数" rule='JSON，例如 {"id": 1}' max={255} />
          <Form.Item name="isCache" label={<Ruled label="是否缓存" rule="切换标签时保留页面" />}>
            <Radio.Group options={asOptions({ 0: "缓存", 1: "不缓存" })} />
          </Form.Item>
        </div>
      )}
      <div className="mn-pair">
        {!isButton && (
          <Form.Item
            name="visible"
            label={<Ruled label="显示状态" rule="隐藏后不在侧栏，仍可打开" />}
          >
            <DictRadio type="sys_show_hide" />
          </Form.Item>
        )}
        <Form.Item
          name="status"
          label={
            <Ruled
              label="菜单状态"
              rule={isButton ? "停用后权限失效" : "停用后不在侧栏，不能打开"}
            />
          }
        >
          <DictRadio type="sys_normal_disable" />
        </Form.Item>
      </div>
    </>
  );
}

/** A text in the program's words. */
function Code({
  name,
  label,
  rule,
  max,
}: {
  name: string;
  label: string;
  rule: string;
  max: number;
}) {
  return (
    <Form.Item
      name={name}
      label={<Ruled label={label} rule={rule} />}
      rules={[{ max, message: `${label}不能超过${max}个字符` }]}
    >
      <Input maxLength={max + 10} className="cr-code" />
    </Form.Item>
  );
}

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
      aria-label="菜单图标"
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
      label="上级菜单"
      nodes={[{ id: 0, label: "（最上层）", children: nodes }]}
      {...field}
    />
  );
}

import { Form, Input } from "antd";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, AddressText, OrderItem, StatusItem } from "#src/office/form/desk-items.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

type Link = {
  id: number;
  linkName: string;
  linkUrl: string;
  orderNum: number;
  status: string;
  createTime: string;
};

const ENTITY: Entity<Link> = {
  noun: "友情链接",
  path: "/api/bll/links/desk",
  permi: "content:link",
  id: "id",
  name: "linkName",
  unit: "条",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "linkName", label: "链接名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Link>[] = [
  { key: "linkName", title: "链接名称", isSortable: true },
  { key: "linkUrl", title: "链接地址", render: (row) => <AddressText href={row.linkUrl} /> },
  { key: "orderNum", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** 友情链接 (menu row 2004): in the footer of every public page. */
export default function LinksDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="友情链接"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: ["linkName", "linkUrl", "orderNum", "status"],
        initial: { orderNum: 0, status: "0" },
        fields: () => (
          <>
            <Form.Item
              name="linkName"
              label={<Ruled label="链接名称" rule="最多 50 个字符，不能重复" />}
              rules={textRules("链接名称", 50)}
            >
              <Input maxLength={60} />
            </Form.Item>
            <AddressItem isRequired />
            <OrderItem />
            <StatusItem />
          </>
        ),
      }}
    />
  );
}

import { Form, Input } from "antd";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio, DictTag } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { RefreshCache } from "#src/office/list/refresh-cache.tsx";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";

type DictType = {
  dictId: number;
  dictName: string;
  dictType: string;
  status: string;
  remark: string;
  createTime: string;
};

const ENTITY: Entity<DictType> = {
  noun: "字典",
  path: "/system/dict/type",
  permi: "system:dict",
  id: "dictId",
  name: "dictName",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "dictName", label: "字典名称" },
  { kind: "text", name: "dictType", label: "字典类型" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
  { kind: "range", name: "Time", label: "创建时间" },
];

const entriesOf = (row: DictType) => `/system/dict-data/index/${row.dictId}`;

const COLUMNS: Column<DictType>[] = [
  { key: "dictName", title: "字典名称", isSortable: true },
  {
    key: "dictType",
    title: "字典类型",
    isSortable: true,
    render: (row) => (
      <ShellLink className="o-link cr-code" to={entriesOf(row)}>
        {row.dictType}
      </ShellLink>
    ),
  },
  {
    key: "status",
    title: "状态",
    width: 120,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  { key: "remark", title: "备注", isExtra: true },
];

const TYPE_PATTERN = {
  pattern: /^[a-z][a-z0-9_]*$/,
  message: "字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）",
};

/** 字典管理: the types; a type's entries open in a tab of their own (menu row 105). */
export default function DictTypePage() {
  return (
    <CrudPage
      entity={ENTITY}
      title="字典管理"
      filters={FILTERS}
      columns={COLUMNS}
      rowActions={[
        {
          key: "data",
          label: "字典数据",
          permi: "system:dict:list",
          run: (row) => openPath(entriesOf(row)),
        },
      ]}
      actions={<RefreshCache path="/system/dict/type" permi="system:dict" changes={["dict"]} />}
      form={{
        names: ["dictName", "dictType", "status", "remark"],
        initial: { status: "0" },
        fields: (row) => (
          <>
            <Form.Item
              name="dictName"
              label={<Ruled label="字典名称" rule="最多 100 个字符" />}
              rules={textRules("字典名称", 100)}
            >
              <Input maxLength={110} />
            </Form.Item>
            <Form.Item
              name="dictType"
              label={<Ruled label="字典类型" rule="小写字母开头，字母、数字、下划线，不能重复" />}
              rules={[...textRules("字典类型", 100), TYPE_PATTERN]}
              extra={row && "修改类型时，这个字典的数据一并改到新的类型。"}
            >
              <Input maxLength={110} className="cr-code" />
            </Form.Item>
            <Form.Item name="status" label="状态">
              <DictRadio type="sys_normal_disable" />
            </Form.Item>
            <RemarkItem />
          </>
        ),
      }}
    />
  );
}

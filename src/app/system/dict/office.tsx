import { Input } from "antd";
import { columnOf, filtersOf } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { RefreshCache } from "#src/office/list/refresh-cache.tsx";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";
import { DICT_TYPE, type DictType } from "./type/fields.ts";

const ENTITY: Entity<DictType> = {
  noun: "字典",
  path: "/system/dict/type",
  permi: "system:dict",
  id: "dictId",
  name: "dictName",
};

const FILTERS: Filter[] = [
  ...filtersOf(DICT_TYPE, "dictName", "dictType", "status"),
  { kind: "range", name: "Time", label: "创建时间" },
];

const entriesOf = (row: DictType) => `/system/dict-data/index/${row.dictId}`;

const column = columnOf<DictType>(DICT_TYPE);

const COLUMNS: Column<DictType>[] = [
  column("dictName", { isSortable: true }),
  column("dictType", {
    isSortable: true,
    render: (row) => (
      <ShellLink className="o-link cr-code" to={entriesOf(row)}>
        {row.dictType}
      </ShellLink>
    ),
  }),
  column("status", { width: 120 }),
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  column("remark", { isExtra: true }),
];

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
        names: Object.keys(DICT_TYPE),
        initial: { status: "0" },
        fields: (row) => (
          <>
            <FieldItem of={DICT_TYPE} name="dictName" />
            <FieldItem
              of={DICT_TYPE}
              name="dictType"
              rule={DICT_TYPE.dictType.rule}
              extra={row && "修改类型时，这个字典的数据一并改到新的类型。"}
            >
              <Input maxLength={110} className="cr-code" />
            </FieldItem>
            <FieldItem of={DICT_TYPE} name="status" />
            <FieldItem of={DICT_TYPE} name="remark" />
          </>
        ),
      }}
    />
  );
}

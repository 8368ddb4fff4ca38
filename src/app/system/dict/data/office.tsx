import { useQuery } from "@tanstack/react-query";
import { Input, Select } from "antd";
import { useEffect } from "react";
import { call } from "#src/office/calls/http.ts";
import { columnOf, filtersOf } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { DictType } from "../type/fields.ts";
import { ENTRY, type Entry } from "./fields.ts";
import { EntryPreview, EntryStrip } from "./preview.tsx";

const ENTITY: Entity<Entry> = {
  noun: "字典数据",
  path: "/system/dict/data",
  permi: "system:dict",
  id: "dictCode",
  name: "dictLabel",
};

const column = columnOf<Entry>(ENTRY);

const COLUMNS: Column<Entry>[] = [
  column("dictLabel", { render: (row) => <Mark entry={row} /> }),
  column("dictValue", { render: (row) => <span className="cr-code">{row.dictValue}</span> }),
  column("dictSort"),
  column("status", { width: 120 }),
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  column("remark", { isExtra: true }),
];

/** wire 5: values of listClass. */
const LIST_CLASSES = [
  ["default", "默认"],
  ["primary", "主要（蓝）"],
  ["success", "成功（绿）"],
  ["info", "信息（灰）"],
  ["warning", "警告（黄）"],
  ["danger", "危险（红）"],
] as const;

/** 字典数据: the entries of the type in the address (static route /system/dict-data/index/:dictId). */
export default function DictDataPage() {
  const { params, setTitle } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: ["/system/dict/type", params.dictId],
    queryFn: () =>
      call<{ data: DictType[] }>("GET", "/system/dict/type/optionselect", { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const type = data?.data.find((each) => String(each.dictId) === params.dictId);
  const name = type?.dictName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) setTitle(`字典数据：${name}`);
  }, [name]);

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Entries key={type?.dictType} type={type?.dictType ?? ""} title={name ?? "字典数据"} />;
}

function Entries({ type, title }: { type: string; title: string }) {
  return (
    <div className="dd">
      <EntryStrip type={type} />
      <CrudPage
        entity={ENTITY}
        title={title}
        filters={filtersOf(ENTRY, "dictLabel", "status")}
        columns={COLUMNS}
        fixed={{ dictType: type }}
        form={{
          names: [
            "dictLabel",
            "dictValue",
            "dictSort",
            "listClass",
            "cssClass",
            "isDefault",
            "status",
            "remark",
          ],
          initial: { dictSort: 0, status: "0", isDefault: "N", listClass: "default", cssClass: "" },
          fields: () => <EntryFields />,
        }}
      />
    </div>
  );
}

function EntryFields() {
  return (
    <>
      <EntryPreview />
      <FieldItem of={ENTRY} name="dictLabel" />
      <FieldItem of={ENTRY} name="dictValue">
        <Input maxLength={110} className="cr-code" />
      </FieldItem>
      <FieldItem of={ENTRY} name="dictSort" />
      <FieldItem of={ENTRY} name="listClass" rule={ENTRY.listClass.rule}>
        <Select
          allowClear={CLEARABLE}
          options={LIST_CLASSES.map(([value, label]) => ({ value, label }))}
        />
      </FieldItem>
      <FieldItem of={ENTRY} name="cssClass">
        <Input maxLength={100} className="cr-code" />
      </FieldItem>
      <FieldItem of={ENTRY} name="isDefault" />
      <FieldItem of={ENTRY} name="status" />
      <FieldItem of={ENTRY} name="remark" />
    </>
  );
}

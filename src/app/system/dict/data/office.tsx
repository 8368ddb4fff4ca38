import { useQuery } from "@tanstack/react-query";
import { Form, Input, InputNumber, Select } from "antd";
import { useEffect } from "react";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio, DictTag, Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { EntryPreview, EntryStrip } from "./preview.tsx";

type Entry = {
  dictCode: number;
  dictSort: number;
  dictLabel: string;
  dictValue: string;
  dictType: string;
  cssClass: string;
  listClass: string;
  isDefault: string;
  status: string;
  remark: string;
  createTime: string;
};

type DictType = { dictId: number; dictName: string; dictType: string };

const ENTITY: Entity<Entry> = {
  noun: "字典数据",
  path: "/system/dict/data",
  permi: "system:dict",
  id: "dictCode",
  name: "dictLabel",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "dictLabel", label: "字典标签" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Entry>[] = [
  { key: "dictLabel", title: "字典标签", render: (row) => <Mark entry={row} /> },
  {
    key: "dictValue",
    title: "字典键值",
    render: (row) => <span className="cr-code">{row.dictValue}</span>,
  },
  { key: "dictSort", title: "显示排序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 120,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  { key: "remark", title: "备注", isExtra: true },
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
        filters={FILTERS}
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
      <Form.Item
        name="dictLabel"
        label={<Ruled label="字典标签" rule="显示给人看的文字，最多 100 个字符" />}
        rules={textRules("字典标签", 100)}
      >
        <Input maxLength={110} />
      </Form.Item>
      <Form.Item
        name="dictValue"
        label={<Ruled label="字典键值" rule="存进数据的值，最多 100 个字符" />}
        rules={textRules("字典键值", 100)}
      >
        <Input maxLength={110} className="cr-code" />
      </Form.Item>
      <Form.Item name="dictSort" label={<Ruled label="显示排序" rule="从小到大排列" />}>
        <InputNumber min={0} max={999_999} precision={0} />
      </Form.Item>
      <Form.Item name="listClass" label={<Ruled label="回显样式" rule="列表里文字前的圆点" />}>
        <Select
          allowClear={CLEARABLE}
          options={LIST_CLASSES.map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      <Form.Item
        name="cssClass"
        label={<Ruled label="样式属性" rule="字母、数字、横线和空格" />}
        rules={[{ pattern: /^[\w\- ]{0,100}$/, message: "样式属性只能是字母、数字、横线和空格" }]}
      >
        <Input maxLength={100} className="cr-code" />
      </Form.Item>
      <Form.Item name="isDefault" label="是否默认">
        <DictRadio type="sys_yes_no" />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <DictRadio type="sys_normal_disable" />
      </Form.Item>
      <RemarkItem rows={2} />
    </>
  );
}

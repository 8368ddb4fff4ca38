import { Form, Input, Segmented, Switch } from "antd";
import { type ReactNode, useState } from "react";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio, DictTag } from "#src/office/form/dict.tsx";
import { textOf } from "#src/office/list/cells.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { RefreshCache } from "#src/office/list/refresh-cache.tsx";
import { useDirty, useTab } from "#src/office/tabs/tab.tsx";
import { ImageUpload } from "#src/office/upload/image-upload.tsx";
import type { UploadedFile } from "#src/office/upload/use-uploads.ts";
import { GroupedSettings } from "./grouped.tsx";
import { checkValue, HIDDEN, hintOf, isPicture, isSecret, mayBePublic } from "./rules.ts";
import type { Drafts } from "./settings-form.tsx";

type Setting = {
  configId: number;
  configName: string;
  configKey: string;
  configValue: string;
  configType: string;
  isPublic: boolean;
  remark: string;
  createTime: string;
};

const ENTITY: Entity<Setting> = {
  noun: "参数",
  path: "/system/config",
  permi: "system:config",
  id: "configId",
  name: "configName",
  isKept: (row) => row.configType === "Y",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "configName", label: "参数名称" },
  { kind: "text", name: "configKey", label: "参数键名" },
  { kind: "dict", name: "configType", label: "系统内置", dict: "sys_yes_no" },
  { kind: "range", name: "Time", label: "创建时间" },
];

const COLUMNS: Column<Setting>[] = [
  { key: "configName", title: "参数名称", isSortable: true },
  {
    key: "configKey",
    title: "参数键名",
    isSortable: true,
    render: (row) => <span className="cr-code">{row.configKey}</span>,
  },
  {
    key: "configValue",
    title: "参数键值",
    render: (row) => (row.configValue === HIDDEN ? "••••••••" : textOf(row.configValue)),
  },
  {
    key: "configType",
    title: "系统内置",
    width: 96,
    render: (row) => <DictTag type="sys_yes_no" value={row.configType} />,
  },
  { key: "isPublic", title: "公开", width: 70, render: (row) => (row.isPublic ? "是" : "否") },
  { key: "createTime", title: "创建时间", width: 170, isSortable: true, isExtra: true },
  { key: "remark", title: "备注", isExtra: true },
];

/** What a list in the address is asked for: a link to some rows means the table. */
const TABLE_KEYS = ["configName", "configKey", "configType", "beginTime", "endTime", "pageNum"];

/**
 * 参数设置 (menu row 106), by groups or as the contract's table (`?view=table`). What is saved here is
 * in force at once, everywhere.
 */
export default function ConfigPage() {
  const { query, setQuery } = useTab();
  const isTable = query.view
    ? query.view === "table"
    : TABLE_KEYS.some((key) => query[key] !== undefined);
  // Here and not in the view: what is changed there stays while one looks at the table.
  const [drafts, setDrafts] = useState<Drafts>({});
  useDirty(Object.keys(drafts).length > 0);
  const actions = (
    <>
      <RefreshCache path="/system/config" permi="system:config" changes={["/system/config"]} />
      <Segmented
        className="cf-view"
        aria-label="显示方式"
        value={isTable ? "table" : "groups"}
        options={[
          { value: "groups", label: "分组" },
          { value: "table", label: "表格" },
        ]}
        onChange={(view) => setQuery({ view })}
      />
    </>
  );
  if (isTable) return <SettingTable actions={actions} />;
  return <GroupedSettings actions={actions} drafts={drafts} onDrafts={setDrafts} />;
}

function SettingTable({ actions }: { actions: ReactNode }) {
  return (
    <CrudPage
      entity={ENTITY}
      title="参数设置"
      filters={FILTERS}
      columns={COLUMNS}
      actions={actions}
      form={{
        names: ["configName", "configKey", "configValue", "configType", "isPublic", "remark"],
        initial: { configType: "N", isPublic: false, configValue: "" },
        fields: (row) => <SettingFields row={row} />,
      }}
    />
  );
}

/** The setting keeps the path alone. */
const PICTURE_VALUE = {
  getValueProps: (path: string | undefined) => ({
    value: path ? [{ name: "二维码图片", url: path, bytes: 0 }] : [],
  }),
  getValueFromEvent: (files: UploadedFile[]) => files[0]?.url ?? "",
};

function SettingFields({ row }: { row: Setting | undefined }) {
  const key = Form.useWatch<string | undefined>("configKey") ?? row?.configKey ?? "";
  const isBuiltIn = row?.configType === "Y";
  return (
    <>
      <Form.Item
        name="configName"
        label={<Ruled label="参数名称" rule="最多 100 个字符" />}
        rules={textRules("参数名称", 100)}
      >
        <Input maxLength={110} />
      </Form.Item>
      <Form.Item
        name="configKey"
        label={
          <Ruled
            label="参数键名"
            rule={isBuiltIn ? "内置参数的键名不能修改" : "最多 100 个字符，不能重复"}
          />
        }
        rules={textRules("参数键名", 100, "参数键名长度不能为空")}
      >
        <Input maxLength={110} className="cr-code" readOnly={isBuiltIn} />
      </Form.Item>
      <Form.Item
        name="configValue"
        {...(isPicture(key) ? PICTURE_VALUE : {})}
        label={
          <Ruled
            label="参数键值"
            rule={
              row?.configValue === HIDDEN
                ? "已填写，不再显示；改写即更换"
                : (hintOf(key) ?? "最多 500 个字符")
            }
          />
        }
        rules={[
          { max: 500, message: "参数键值长度不能超过500个字符" },
          {
            validator: async (_rule, value: string | undefined) => {
              if (value === HIDDEN && row && isSecret(key)) return;
              const text = checkValue(key, (value ?? "").trim());
              if (text) throw new Error(text);
            },
          },
        ]}
      >
        {isPicture(key) ? (
          <ImageUpload rules={{ maxFiles: 1 }} />
        ) : (
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} className="cr-code" />
        )}
      </Form.Item>
      {!isBuiltIn && (
        <Form.Item
          name="configType"
          label={<Ruled label="系统内置" rule="内置参数不能删除，也不能改回" />}
        >
          <DictRadio type="sys_yes_no" />
        </Form.Item>
      )}
      <Form.Item
        name="isPublic"
        valuePropName="checked"
        label={
          <Ruled
            label="公开"
            rule={mayBePublic(key) ? "会员登录后也能读到" : "这个参数只给工作人员"}
          />
        }
      >
        <Switch disabled={!mayBePublic(key)} />
      </Form.Item>
      <RemarkItem rows={2} />
    </>
  );
}

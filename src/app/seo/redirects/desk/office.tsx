import { ImportOutlined } from "@ant-design/icons";
import { Button, Form, Input, Radio } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { RemarkItem, Ruled } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, AddressText } from "#src/office/form/desk-items.tsx";
import { LinesDialog } from "#src/office/form/lines-dialog.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

type Redirect = {
  id: number;
  fromPath: string;
  toPath: string;
  code: number;
  origin: string;
  remark: string;
  hits: number;
  lastHitAt: string | null;
  createTime: string;
};

const PATH = "/api/bll/seo/redirects/desk";

const ENTITY: Entity<Redirect> = {
  noun: "跳转",
  path: PATH,
  permi: "content:redirect",
  id: "id",
  name: "fromPath",
  unit: "条",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "fromPath", label: "旧地址" },
  { kind: "text", name: "toPath", label: "新地址" },
];

const ORIGINS: Readonly<Record<string, string>> = {
  manual: "手工",
  merge: "栏目合并",
  move: "栏目移动",
};

const COLUMNS: Column<Redirect>[] = [
  {
    key: "fromPath",
    title: "旧地址",
    isSortable: true,
    render: (row) => <AddressText href={row.fromPath} />,
  },
  { key: "toPath", title: "新地址", render: (row) => <AddressText href={row.toPath} /> },
  {
    key: "code",
    title: "方式",
    width: 110,
    render: (row) => (row.code === 302 ? "302 暂时" : "301 永久"),
  },
  {
    key: "origin",
    title: "来源",
    width: 110,
    render: (row) => <span className="o-kind">{ORIGINS[row.origin] ?? row.origin}</span>,
  },
  { key: "hits", title: "次数", width: 90, isNumber: true, isSortable: true },
  { key: "lastHitAt", title: "最近一次", width: 170, render: (row) => row.lastHitAt ?? "—" },
  { key: "remark", title: "备注", isExtra: true },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

const WayItem = () => (
  <Form.Item
    name="code"
    label={<Ruled label="方式" rule="永久：搜索引擎改记新地址；暂时：仍记旧地址" />}
  >
    <Radio.Group
      options={[
        { value: 301, label: "301 永久" },
        { value: 302, label: "302 暂时" },
      ]}
    />
  </Form.Item>
);

/** 旧址跳转 (menu row 2011): addresses that are no page any more, and where they lead. */
export default function RedirectDesk() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="旧址跳转"
        filters={FILTERS}
        columns={COLUMNS}
        actions={
          <Can permi={["content:redirect:add"]}>
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => setImporting(true)}>
              批量导入
            </Button>
          </Can>
        }
        form={{
          names: ["fromPath", "toPath", "code", "remark"],
          initial: { code: 301 },
          fields: () => (
            <>
              <Form.Item
                name="fromPath"
                label={
                  <Ruled label="旧地址" rule="本站路径，带上参数，例如 /news/show.asp?id=12" />
                }
                rules={[{ required: true, whitespace: true, message: "旧地址不能为空" }]}
              >
                <Input className="cr-code" />
              </Form.Item>
              <AddressItem name="toPath" label="新地址" isRequired />
              <WayItem />
              <RemarkItem rows={2} />
            </>
          ),
        }}
      />
      {isImporting && (
        <LinesDialog
          title="批量导入跳转"
          path={PATH}
          placeholder={
            "/news/show.asp?id=12 /article?articleId=3\n/about.html /areaxList?parentId=1&tabIndex=2"
          }
          hint="每行两个地址：旧地址、空格、新地址；已有的旧地址会改为新的目标。# 开头的行不导入。"
          initial={{ code: 301 }}
          onClose={() => setImporting(false)}
        >
          <WayItem />
        </LinesDialog>
      )}
    </>
  );
}

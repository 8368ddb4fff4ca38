import { ImportOutlined } from "@ant-design/icons";
import { Button, Input, Radio } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { AddressText } from "#src/office/form/address-text.tsx";
import { LinesDialog } from "#src/office/form/lines-dialog.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { ORIGINS, REDIRECT, type Redirect } from "./fields.ts";

const PATH = "/api/bll/seo/redirects/desk";

const ENTITY: Entity<Redirect> = {
  noun: "跳转",
  path: PATH,
  permi: "content:redirect",
  id: "id",
  name: "fromPath",
  unit: "条",
};

const WAYS = [
  { value: 301, label: "301 永久" },
  { value: 302, label: "302 暂时" },
];

const column = columnOf<Redirect>(REDIRECT);

const COLUMNS: Column<Redirect>[] = [
  column("fromPath", {
    isSortable: true,
    render: (row) => <AddressText href={row.fromPath} />,
  }),
  column("toPath"),
  {
    key: "code",
    title: REDIRECT.code.label,
    width: 110,
    render: (row) => WAYS.find(({ value }) => value === row.code)?.label,
  },
  {
    key: "origin",
    title: "来源",
    width: 110,
    render: (row) => <span className="o-kind">{ORIGINS[row.origin] ?? row.origin}</span>,
  },
  { key: "hits", title: "次数", width: 90, isNumber: true, isSortable: true },
  { key: "lastHitAt", title: "最近一次", width: 170 },
  column("remark", { isExtra: true }),
  MADE,
];

const WayItem = () => (
  <FieldItem of={REDIRECT} name="code">
    <Radio.Group options={WAYS} />
  </FieldItem>
);

/** 旧址跳转 (menu row 2011): addresses that are no page any more, and where they lead. */
export default function RedirectDesk() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="旧址跳转"
        filters={filtersOf(REDIRECT, "fromPath", "toPath")}
        columns={COLUMNS}
        actions={
          <Can permi={["content:redirect:add"]}>
            <Button icon={<ImportOutlined aria-hidden />} onClick={() => setImporting(true)}>
              批量导入
            </Button>
          </Can>
        }
        form={{
          names: Object.keys(REDIRECT),
          initial: { code: 301 },
          fields: () => (
            <>
              <FieldItem of={REDIRECT} name="fromPath" rule={REDIRECT.fromPath.rule}>
                <Input className="cr-code" />
              </FieldItem>
              <FieldItem of={REDIRECT} name="toPath" />
              <WayItem />
              <FieldItem of={REDIRECT} name="remark" />
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

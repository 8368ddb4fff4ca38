import { CloudDownloadOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { CATEGORY_LABELS } from "#src/lib/generator/config.ts";
import { Can } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { saveZip } from "#src/office/list/export-file.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { CreateTable } from "./create-table.tsx";
import { editPage, type GenRow, PATH } from "./gen.ts";
import { ImportTables } from "./import-tables.tsx";
import { Preview } from "./preview.tsx";

const ENTITY: Entity<GenRow> = {
  noun: "生成配置",
  path: PATH,
  permi: "tool:gen",
  id: "tableId",
  name: "tableName",
  unit: "项",
  isUnexported: true,
  removal: {
    verb: "删除",
    permi: "tool:gen:remove",
    bulkPermi: "tool:gen:remove",
    text: "只删除生成配置，数据库里的表不受影响。",
  },
};

const FILTERS: Filter[] = [
  { kind: "text", name: "tableName", label: "表名称" },
  { kind: "text", name: "tableComment", label: "表描述" },
  { kind: "range", name: "Time", label: "创建时间" },
];

const COLUMNS: Column<GenRow>[] = [
  {
    key: "tableName",
    title: "表名称",
    isSortable: true,
    render: (row) => <span className="cr-code">{row.tableName}</span>,
  },
  { key: "tableComment", title: "表描述" },
  {
    key: "className",
    title: "实体",
    render: (row) => <span className="cr-code">{row.className}</span>,
  },
  {
    key: "tplCategory",
    title: "模板",
    width: 90,
    render: (row) => (
      <span className="o-kind">{CATEGORY_LABELS[row.tplCategory] ?? row.tplCategory}</span>
    ),
  },
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  { key: "updateTime", title: "更新时间", width: 180, isSortable: true },
];

const download = (rows: readonly GenRow[]) => {
  const tables = rows.map(({ tableName }) => tableName).join(",");
  void saveZip(`${PATH}/batchGenCode`, { tables }, rows.length === 1 ? tables : "代码生成");
};

async function synchronise({ tableName }: GenRow): Promise<void> {
  const isSure = await ask({
    title: `按数据库更新「${tableName}」的字段？`,
    text: "字段的增减、类型和注释以数据库为准；已选的显示、查询方式保留。",
    ok: "同步",
  });
  if (!isSure) return;
  await call("GET", `${PATH}/synchDb/${encodeURIComponent(tableName)}`);
  notify.success(`已同步「${tableName}」`);
  await tellChange([PATH]);
}

/** 代码生成 (menu row 116): tables that slices of this project are made from. */
export default function GenPage() {
  const [layer, setLayer] = useState<"import" | "create" | GenRow>();
  const close = () => setLayer(undefined);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="代码生成"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ open: (row) => row && openPath(editPage(row.tableId)), isAddless: true }}
        bulkActions={[{ key: "code", label: "下载代码", permi: "tool:gen:code", run: download }]}
        actions={
          <>
            <Can permi={["tool:gen:import"]}>
              <Button
                type="primary"
                icon={<CloudDownloadOutlined aria-hidden />}
                onClick={() => setLayer("import")}
              >
                导入表
              </Button>
            </Can>
            <Can role={["admin"]}>
              <Button icon={<PlusOutlined aria-hidden />} onClick={() => setLayer("create")}>
                建表
              </Button>
            </Can>
          </>
        }
        rowActions={(_row, regular) => [
          { key: "preview", label: "预览", permi: "tool:gen:preview", run: setLayer },
          ...regular.filter(({ isDanger }) => !isDanger),
          {
            key: "code",
            label: "下载代码",
            permi: "tool:gen:code",
            run: (row) => download([row]),
          },
          {
            key: "sync",
            label: "同步",
            permi: "tool:gen:edit",
            // The refusal is on the screen already.
            run: (row) => void synchronise(row).catch(() => undefined),
          },
          ...regular.filter(({ isDanger }) => isDanger),
        ]}
      />
      {layer === "import" && <ImportTables onClose={close} />}
      {layer === "create" && <CreateTable onClose={close} />}
      {typeof layer === "object" && (
        <Preview row={layer} onClose={close} onDownload={() => download([layer])} />
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { call } from "#src/office/calls/http.ts";
import { bytesText, countText } from "#src/office/figures/amounts.ts";
import { Block } from "#src/office/figures/monitor-page.tsx";
import { type PlainColumn, PlainTable } from "#src/office/figures/plain-table.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import type { Index, Table } from "./wire.ts";

const PATH = "/monitor/druid/storage";

/** Our own tables lie in `public`: that goes without saying. */
const nameOf = (schemaName: string, name: string) =>
  schemaName === "public" ? name : `${schemaName}.${name}`;

const TABLE_COLUMNS: PlainColumn<Table>[] = [
  {
    key: "tableName",
    title: "表",
    isWide: true,
    render: (row) => <span className="fi-sql">{nameOf(row.schemaName, row.tableName)}</span>,
  },
  { key: "size", title: "总大小", isNumber: true, render: (row) => bytesText(row.size) },
  {
    key: "indexSize",
    title: "其中索引",
    isNumber: true,
    render: (row) => bytesText(row.indexSize),
  },
  { key: "rows", title: "行数（估计）", isNumber: true, render: (row) => countText(row.rows) },
  { key: "deadRows", title: "待清理行", isNumber: true, render: (row) => countText(row.deadRows) },
  { key: "lastVacuum", title: "最近清理", render: (row) => row.lastVacuum ?? "—" },
  { key: "lastAnalyze", title: "最近分析", render: (row) => row.lastAnalyze ?? "—" },
];

const INDEX_COLUMNS: PlainColumn<Index>[] = [
  {
    key: "indexName",
    title: "索引",
    isWide: true,
    render: (row) => (
      <>
        <span className="fi-sql">{nameOf(row.schemaName, row.indexName)}</span>{" "}
        {row.isUnused && <span className="o-kind">未使用</span>}
      </>
    ),
  },
  {
    key: "tableName",
    title: "所属表",
    render: (row) => <span className="fi-sql">{row.tableName}</span>,
  },
  { key: "size", title: "大小", isNumber: true, render: (row) => bytesText(row.size) },
  { key: "scans", title: "使用次数", isNumber: true, render: (row) => countText(row.scans) },
];

/** The biggest tables and indexes; read when the page opens and when asked to. */
export function Storage() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) =>
      (
        await call<{ data: { tables: Table[]; indexes: Index[] } }>("GET", PATH, {
          signal,
          isQuiet: true,
        })
      ).data,
    meta: { isQuiet: true },
  });
  const again = (
    <Button size="small" loading={isFetching} onClick={() => void refetch()}>
      重新读取
    </Button>
  );
  if (!data) {
    return (
      <Block id="mo-tables" title="最大的表">
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="fi-text">正在读取…</p>
        )}
      </Block>
    );
  }
  return (
    <>
      <Block id="mo-tables" title="最大的表" note="前 20 个" actions={again}>
        <PlainTable
          label="最大的表"
          rows={data.tables}
          columns={TABLE_COLUMNS}
          keyOf={(row) => `${row.schemaName}.${row.tableName}`}
          empty="还没有表。"
        />
      </Block>
      <Block id="mo-indexes" title="最大的索引" note="前 20 个">
        <PlainTable
          label="最大的索引"
          rows={data.indexes}
          columns={INDEX_COLUMNS}
          keyOf={(row) => `${row.schemaName}.${row.indexName}`}
          empty="还没有索引。"
        />
      </Block>
    </>
  );
}

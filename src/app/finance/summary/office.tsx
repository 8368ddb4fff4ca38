import { DownloadOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { INCOME_KINDS } from "#src/lib/membership/income.ts";
import { fenOf, moneyShown } from "#src/lib/text/money.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { Block } from "#src/office/figures/monitor-page.tsx";
import { type PlainColumn, PlainTable } from "#src/office/figures/plain-table.tsx";
import { saveFile } from "#src/office/list/export-file.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { Summary, SummaryRow } from "./wire.ts";
import "#src/office/figures/figures.css";

const PATH = "/api/bll/finance/summary";

/** A part of the income, by what the first column says. */
type Line = { name: string; count: number; kinds: ReadonlyMap<string, number>; back: number };

/** Fen of a text, which may be negative. */
const signed = (text: string): number =>
  text.startsWith("-") ? -(fenOf(text.slice(1)) ?? 0) : (fenOf(text) ?? 0);

/** 会费·个人, 会费·单位, 培训 … */
const kindOf = ({ kind, memberType }: SummaryRow): string =>
  kind === "dues"
    ? `会费·${memberType === "02" ? TYPE_NAMES["02"] : TYPE_NAMES["01"]}`
    : (INCOME_KINDS[kind] ?? kind);

/** Adds rows up by a name, in the order in which the names come. */
function linesBy(rows: readonly SummaryRow[], nameOf: (row: SummaryRow) => string): Line[] {
  const lines = new Map<string, Line & { kinds: Map<string, number> }>();
  for (const row of rows) {
    const name = nameOf(row);
    const line = lines.get(name) ?? { name, count: 0, kinds: new Map(), back: 0 };
    const kind = kindOf(row);
    line.count += row.count;
    line.kinds.set(kind, (line.kinds.get(kind) ?? 0) + signed(row.received));
    line.back += signed(row.refunded);
    lines.set(name, line);
  }
  return [...lines.values()];
}

const sum = (numbers: Iterable<number>): number =>
  [...numbers].reduce((all, each) => all + each, 0);
const netOf = ({ kinds, back }: Line): number => sum(kinds.values()) - back;
const shown = (fen: number): string => (fen === 0 ? "—" : moneyShown(fen));

const columnsOf = (first: string, kinds: readonly string[]): PlainColumn<Line>[] => [
  { key: "name", title: first, render: ({ name }) => name },
  { key: "count", title: "笔数", isNumber: true, render: ({ count }) => count },
  ...kinds.map((kind) => ({
    key: kind,
    title: kind,
    isNumber: true,
    render: (line: Line) => shown(line.kinds.get(kind) ?? 0),
  })),
  { key: "back", title: "退款", isNumber: true, render: ({ back }) => shown(-back) },
  {
    key: "net",
    title: "净收入（元）",
    isNumber: true,
    render: (line) => <b>{moneyShown(netOf(line))}</b>,
  },
];

/** 收入月报 (menu row 2305): a year's income by month and by level. */
export default function IncomeSummary() {
  const can = useCan();
  const { query, setQuery } = useTab();
  const { year } = query;
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, year],
    queryFn: ({ signal }) =>
      call<{ data: Summary }>("GET", `${PATH}/list`, {
        query: { year },
        signal,
        isQuiet: true,
      }).then((answer) => answer.data),
    placeholderData: (before) => before,
    meta: { isQuiet: true },
  });
  return (
    <div className="o-page fi">
      <div className="fi-head">
        <h1 className="o-page-title">收入月报</h1>
        <div className="fi-actions">
          {data && (
            <Select
              aria-label="年份"
              value={data.year}
              options={data.years.map((each) => ({ value: each, label: `${each} 年` }))}
              onChange={(chosen) => setQuery({ year: chosen })}
            />
          )}
          {data && can.permi(["finance:summary:export"]) && (
            <Button
              icon={<DownloadOutlined aria-hidden />}
              onClick={() =>
                void saveFile(`${PATH}/export`, { year: String(data.year) }, `收入月报${data.year}`)
              }
            >
              导出
            </Button>
          )}
        </div>
      </div>
      {!data && !error && <PageSkeleton />}
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && <Tables summary={data} />}
    </div>
  );
}

function Tables({ summary: { year, rows } }: { summary: Summary }) {
  const kinds = [...new Set(rows.map(kindOf))].sort((a, b) => a.localeCompare(b, "zh-CN"));
  const months = linesBy(rows, ({ month }) => `${Number(month.slice(5))} 月`);
  const [all] = linesBy(rows, () => "全年合计");
  const levels = linesBy(rows, ({ levelName }) => levelName || "不分级别");
  const empty = `${year} 年还没有确认到账的收入`;
  return (
    <>
      <Block
        id="summary-months"
        title="按月"
        note="按确认到账的月份计入；退款与金额更正计入复核同意的月份"
      >
        <PlainTable
          label={`${year} 年各月收入`}
          rows={all ? [...months, all] : []}
          columns={columnsOf("月份", kinds)}
          keyOf={({ name }) => name}
          empty={empty}
        />
      </Block>
      <Block id="summary-levels" title="按级别">
        <PlainTable
          label={`${year} 年各级别收入`}
          rows={levels}
          columns={columnsOf("级别", kinds)}
          keyOf={({ name }) => name}
          empty={empty}
        />
      </Block>
    </>
  );
}

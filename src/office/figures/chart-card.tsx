import { type ReactNode, useMemo } from "react";
import { Chart, type Series } from "./chart.tsx";
import { PlainTable } from "./plain-table.tsx";
import "./figures.css";

const MIN_HEIGHT = 260;
const MAX_HEIGHT = 380;
const ROW_HEIGHT = 26;

/**
 * Numbers as a drawing with a table beside it, which is reached by keyboard and read aloud. `series`: each has a
 * value for each name, in their order.
 */
export function ChartCard({
  title,
  head,
  names,
  nameTitle,
  series,
  kind = "bar",
  isLying = false,
  show = (value) => value.toLocaleString("zh-CN"),
  empty,
}: {
  title: string;
  /** Beside the title: what chooses a year. */
  head?: ReactNode;
  names: readonly string[];
  /** What the names are: 级别. */
  nameTitle: string;
  series: readonly Series[];
  kind?: "bar" | "stack" | "line";
  isLying?: boolean;
  /** Writes a value as people read it. */
  show?: (value: number) => string;
  empty: string;
}) {
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0));
  const rows = useMemo(
    () => names.map((name, at) => ({ name, values: series.map(({ values }) => values[at] ?? 0) })),
    [names, series],
  );
  // About as high as the table, which scrolls from there on.
  const tall = names.length * ROW_HEIGHT + 60;
  const height = Math.max(MIN_HEIGHT, isLying ? tall : Math.min(tall, MAX_HEIGHT));
  return (
    <section className="o-block fi-card">
      <div className="fi-card-head">
        <h2>{title}</h2>
        {head}
      </div>
      {isEmpty ? (
        <p className="o-panel-empty">{empty}</p>
      ) : (
        <div className="fi-beside">
          <Chart names={names} series={series} kind={kind} isLying={isLying} height={height} />
          <PlainTable
            label={title}
            rows={rows}
            keyOf={({ name }) => name}
            empty={empty}
            columns={[
              { key: "name", title: nameTitle, render: ({ name }) => name },
              ...series.map((each, at) => ({
                key: each.name,
                title: each.name,
                isNumber: true,
                render: ({ values }: { values: number[] }) => show(values[at] ?? 0),
              })),
            ]}
          />
        </div>
      )}
    </section>
  );
}

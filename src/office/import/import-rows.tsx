import type { ReactNode } from "react";
import { Mark } from "#src/office/form/dict.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";

/** Fields of every row of a preview, beside its own columns. */
export type PreviewRow = {
  /** As the spreadsheet numbers it. */
  number: number;
  action: "新增" | "更新" | "错误";
  /** null: the row is good. */
  problem: string | null;
};

/** One column of a preview; the first one names the row. */
export type PreviewColumn<R> = {
  key: keyof R & string;
  title: string;
  render?: (row: R) => ReactNode;
};

const CLASSES = { 新增: "success", 更新: "primary", 错误: "danger" } as const;

const ActionMark = ({ action }: Pick<PreviewRow, "action">) => (
  <Mark entry={{ dictLabel: action, listClass: CLASSES[action], cssClass: "" }} />
);

const cellOf = <R extends PreviewRow>({ key, render }: PreviewColumn<R>, row: R): ReactNode =>
  render ? render(row) : String(row[key] ?? "");

type Props<R> = { columns: readonly PreviewColumn<R>[]; rows: readonly R[] };

/** The rows of a preview: a table that scrolls in itself, cards below 992 px. */
export function ImportRows<R extends PreviewRow>(props: Props<R>) {
  const isMobile = useIsMobile();
  return (
    <section
      className="im-scroll"
      aria-label="导入预览"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
      tabIndex={0}
    >
      {isMobile ? <Cards {...props} /> : <Table {...props} />}
    </section>
  );
}

function Table<R extends PreviewRow>({ columns, rows }: Props<R>) {
  const hasProblems = rows.some(({ problem }) => problem !== null);
  return (
    <table className="im-table">
      <thead>
        <tr>
          <th className="im-number">行号</th>
          <th>操作</th>
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
          {hasProblems && <th>问题</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <td className="im-number">{row.number}</td>
            <td>
              <ActionMark action={row.action} />
            </td>
            {columns.map((column) => (
              <td key={column.key} title={String(row[column.key] ?? "")}>
                {cellOf(column, row)}
              </td>
            ))}
            {hasProblems && <td className="im-bad">{row.problem}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<R extends PreviewRow>({ columns, rows }: Props<R>) {
  const [name, ...facts] = columns;
  return (
    <ul className="im-cards">
      {rows.map((row) => (
        <li key={row.number}>
          <p className="im-name">
            <span>{(name && cellOf(name, row)) || `第 ${row.number} 行`}</span>
            <ActionMark action={row.action} />
          </p>
          {row.problem && <p className="im-bad">{row.problem}</p>}
          <dl>
            <div>
              <dt>行号</dt>
              <dd>{row.number}</dd>
            </div>
            {facts
              .filter(({ key }) => row[key] !== "" && row[key] !== null)
              .map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{cellOf(column, row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

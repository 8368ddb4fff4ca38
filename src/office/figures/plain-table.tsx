import type { ReactNode } from "react";
import { useIsMobile } from "../shell/use-media.ts";

export type PlainColumn<R> = {
  key: string;
  title: string;
  /** Right-aligned. */
  isNumber?: boolean;
  /** Takes the room left, and wraps. */
  isWide?: boolean;
  render: (row: R) => ReactNode;
};

/**
 * A short table that is only read: no paging, no sorting. On a phone each row is a card, headed by
 * its first column.
 */
export function PlainTable<R>({
  label,
  rows,
  columns,
  keyOf,
  empty,
}: {
  label: string;
  rows: readonly R[];
  columns: readonly PlainColumn<R>[];
  keyOf: (row: R) => string;
  empty: string;
}) {
  const isMobile = useIsMobile();
  if (rows.length === 0) return <p className="o-panel-empty">{empty}</p>;
  const [first, ...rest] = columns;
  if (isMobile) {
    return (
      <ul className="fi-cards" aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <h3>{first?.render(row)}</h3>
            <dl>
              {rest.map((column) => (
                <div key={column.key}>
                  {column.title && <dt>{column.title}</dt>}
                  <dd>{column.render(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="fi-scroll" tabIndex={0} aria-label={`${label}的表格`}>
      <table className="fi-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-number={column.isNumber}>
                {column.title || <span className="o-hidden">操作</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} data-number={column.isNumber} data-wide={column.isWide}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

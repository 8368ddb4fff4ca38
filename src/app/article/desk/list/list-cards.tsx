import { Checkbox } from "antd";
import type { TableProps } from "#src/office/list/crud-table.tsx";
import { RowActions } from "#src/office/list/row-actions.tsx";
import type { DeskRow } from "../model/desk.ts";
import { StateMark } from "../parts/state-mark.tsx";
import { ArticleTitle, minute, titleOf } from "./list-columns.tsx";

/** The list below 992 px: title, then state, category, time and reads in one line. */
export function ListCards({
  rows,
  isStale,
  selected,
  onSelect,
  hasSelection,
  actions,
  scroller,
}: TableProps<DeskRow>) {
  return (
    <div ref={scroller} className="cr-cards ad-cards" aria-busy={isStale || rows === undefined}>
      <ul data-stale={isStale || undefined}>
        {rows?.map((row) => (
          <li key={row.id} data-selected={selected.has(row.id) || undefined}>
            {hasSelection && (
              <Checkbox
                aria-label={`选择「${titleOf(row)}」`}
                checked={selected.has(row.id)}
                onChange={(event) => onSelect([row.id], event.target.checked)}
              />
            )}
            <div className="cr-card-main">
              <h2>
                <ArticleTitle row={row} />
              </h2>
              <p className="ad-facts">
                <StateMark {...row} />
                <span>{row.typeName || "未选栏目"}</span>
                <span>{row.publishTime ? minute(row.publishTime) : "未发布"}</span>
                {row.reads > 0 && <span>{row.reads.toLocaleString("zh-CN")} 阅读</span>}
              </p>
            </div>
            <RowActions isFolded name={titleOf(row)} row={row} actions={actions(row)} />
          </li>
        ))}
        {!rows &&
          ["a", "b", "c", "d"].map((key) => (
            <li key={key} className="cr-bones" aria-hidden="true">
              <i />
            </li>
          ))}
      </ul>
    </div>
  );
}

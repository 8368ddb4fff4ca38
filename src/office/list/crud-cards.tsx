import { Checkbox } from "antd";
import { type TableProps, textOf } from "./crud-table.tsx";
import { idOf, nameOf } from "./crud-types.ts";
import { RowActions } from "./row-actions.tsx";

/** The same rows below 992 px: a card each, its name first, the other columns as a line of facts. */
export function CrudCards<R>({
  entity,
  columns,
  rows,
  isStale,
  selected,
  onSelect,
  hasSelection,
  actions,
  scroller,
}: TableProps<R>) {
  const facts = columns.filter(({ key }) => key !== entity.name);
  const head = columns.find(({ key }) => key === entity.name);
  return (
    <div ref={scroller} className="cr-cards" aria-busy={isStale || rows === undefined}>
      <ul data-stale={isStale || undefined}>
        {rows?.map((row) => {
          const id = idOf(entity, row);
          const name = nameOf(entity, row);
          return (
            <li key={id} data-selected={selected.has(id) || undefined}>
              {hasSelection && (
                <Checkbox
                  aria-label={`选择「${name}」`}
                  checked={selected.has(id)}
                  onChange={(event) => onSelect([id], event.target.checked)}
                />
              )}
              <div className="cr-card-main">
                <h2>{head?.render ? head.render(row) : name}</h2>
                <dl>
                  {facts.map((column) => (
                    <div key={column.key}>
                      <dt>{column.title}</dt>
                      <dd>{column.render ? column.render(row) : textOf(row[column.key])}</dd>
                    </div>
                  ))}
                </dl>
              </div>
              <RowActions isFolded name={name} row={row} actions={actions(row)} />
            </li>
          );
        })}
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

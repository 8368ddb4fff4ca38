import { Checkbox } from "antd";
import { useIsMobile } from "../shell/use-media.ts";
import { BoneCards, cellOf } from "./cells.tsx";
import { CrudTable, type TableProps } from "./crud-table.tsx";
import { idOf, nameOf } from "./crud-types.ts";
import { RowActions } from "./row-actions.tsx";

/** The same rows below 992 px: a card each, its name first, the other columns as a line of facts. */
function CrudCards<R>({
  entity,
  columns,
  list,
  choice,
  hasBoxes,
  actions,
  scroller,
  factsOf,
}: TableProps<R>) {
  const { rows, isStale } = list;
  const facts = columns.filter(({ key }) => key !== entity.name);
  const head = columns.find(({ key }) => key === entity.name);
  return (
    <div ref={scroller} className="cr-cards" aria-busy={isStale || rows === undefined}>
      <ul data-stale={isStale || undefined}>
        {rows?.map((row) => {
          const id = idOf(entity, row);
          const name = nameOf(entity, row);
          return (
            <li key={id} data-selected={choice.has(id) || undefined}>
              {hasBoxes && (
                <Checkbox
                  aria-label={`选择「${name}」`}
                  checked={choice.has(id)}
                  onChange={(event) => choice.tick([id], event.target.checked)}
                />
              )}
              <div className="cr-card-main">
                <h2>{head?.render ? head.render(row) : name}</h2>
                {factsOf?.(row) ?? (
                  <dl>
                    {facts.map((column) => (
                      <div key={column.key}>
                        <dt>{column.title}</dt>
                        <dd>{cellOf(column, row)}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </div>
              <RowActions isFolded name={name} row={row} actions={actions(row)} />
            </li>
          );
        })}
        {!rows && <BoneCards />}
      </ul>
    </div>
  );
}

/** Rows of a list, as this window has room for them. */
export function ListRows<R>(props: TableProps<R>) {
  const isMobile = useIsMobile();
  return isMobile ? <CrudCards {...props} /> : <CrudTable {...props} />;
}

import { CaretDownOutlined, CaretUpOutlined } from "@ant-design/icons";
import { Checkbox } from "antd";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { BoneRows, cellOf, useCellSize } from "./cells.tsx";
import type { Density } from "./crud-tools.tsx";
import { type Column, type Entity, idOf, nameOf, type RowAction } from "./crud-types.ts";
import { RowActions } from "./row-actions.tsx";
import type { List } from "./use-list.ts";
import type { RowChoice } from "./use-row-choice.ts";

export type TableProps<R> = {
  entity: Entity<R>;
  columns: readonly Column<R>[];
  density: Density;
  list: Pick<List<R>, "rows" | "isStale" | "order" | "isDescending" | "sort">;
  choice: Pick<RowChoice<string | number, R>, "has" | "tick">;
  /** Whether rows can be chosen. */
  hasBoxes: boolean;
  actions: (row: R) => readonly RowAction<R>[];
  /** Enter on a row. */
  onOpen: (row: R) => void;
  scroller: RefObject<HTMLDivElement | null>;
  /** On a card, in place of the columns: a list that says it shorter there. */
  factsOf?: (row: R) => ReactNode;
};

/** Rows of a list: only this scrolls, the head stays, the actions stay where the table is too wide. */
export function CrudTable<R>(props: TableProps<R>) {
  const { entity, columns, choice, hasBoxes, scroller } = props;
  const { rows, isStale } = props.list;
  const style = useCellSize(props.density);
  const isWide = useOverflow(scroller);
  const last = useRef<number>(undefined);
  const ids = rows?.map((row) => idOf(entity, row)) ?? [];
  const chosen = ids.filter((id) => choice.has(id)).length;

  /** One row, or with Shift all from the one before. */
  const tick = (index: number, isRange: boolean, isOn = !choice.has(ids[index] ?? "")) => {
    const from = isRange ? (last.current ?? index) : index;
    last.current = index;
    choice.tick(ids.slice(Math.min(from, index), Math.max(from, index) + 1), isOn);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const { parentElement } = event.currentTarget;
    const go = (to: number) => (parentElement?.children[to] as HTMLElement | undefined)?.focus();
    const row = rows?.[index];
    if (event.key === "ArrowDown" || event.key === "j") go(index + 1);
    else if (event.key === "ArrowUp" || event.key === "k") go(index - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(ids.length - 1);
    else if (event.key === "Enter" && row) props.onOpen(row);
    else if (event.key.toLowerCase() === "x" && hasBoxes) tick(index, event.shiftKey);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={scroller} className="cr-scroll" data-wide={isWide || undefined} style={style}>
      <table className="cr-table" aria-busy={isStale || rows === undefined}>
        <thead>
          <tr>
            {hasBoxes && (
              <th className="cr-check">
                <Checkbox
                  aria-label="选择本页全部"
                  checked={ids.length > 0 && chosen === ids.length}
                  indeterminate={chosen > 0 && chosen < ids.length}
                  disabled={ids.length === 0}
                  onChange={(event) => choice.tick(ids, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} list={props.list} />
            ))}
            <th className="cr-actions">操作</th>
          </tr>
        </thead>
        <tbody data-stale={isStale || undefined}>
          {rows?.map((row, index) => (
            <tr
              key={idOf(entity, row)}
              // One row can be reached by Tab, the arrows go on from there.
              tabIndex={index === 0 ? 0 : -1}
              data-selected={choice.has(idOf(entity, row)) || undefined}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {hasBoxes && (
                <td className="cr-check">
                  <Checkbox
                    tabIndex={-1}
                    aria-label={`选择「${nameOf(entity, row)}」`}
                    checked={choice.has(idOf(entity, row))}
                    onChange={(event) =>
                      tick(index, (event.nativeEvent as MouseEvent).shiftKey, event.target.checked)
                    }
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={column.isNumber ? "cr-number" : undefined}>
                  {cellOf(column, row)}
                </td>
              ))}
              <td className="cr-actions">
                <RowActions name={nameOf(entity, row)} row={row} actions={props.actions(row)} />
              </td>
            </tr>
          ))}
          {!rows && <BoneRows cells={columns.map(({ key }) => key)} hasBoxes={hasBoxes} />}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<R>({ column, list }: Pick<TableProps<R>, "list"> & { column: Column<R> }) {
  const { order, isDescending, sort } = list;
  const { key, title, width, isNumber, isSortable } = column;
  const isOrder = order === key;
  const shared = {
    ...(width ? { style: { width } } : {}),
    ...(isNumber ? { className: "cr-number" } : {}),
  };
  if (!isSortable) return <th {...shared}>{title}</th>;
  return (
    <th {...shared} aria-sort={isOrder ? (isDescending ? "descending" : "ascending") : "none"}>
      <button type="button" onClick={() => sort(key)}>
        {title}
        <span className="cr-sort" aria-hidden="true">
          <CaretUpOutlined data-on={(isOrder && !isDescending) || undefined} />
          <CaretDownOutlined data-on={(isOrder && isDescending) || undefined} />
        </span>
      </button>
    </th>
  );
}

/** Whether the content is wider than its box. */
function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => setWide(box.scrollWidth > box.clientWidth + 1);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [ref]);
  return isWide;
}

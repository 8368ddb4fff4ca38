import { CaretDownOutlined, CaretUpOutlined } from "@ant-design/icons";
import { Checkbox } from "antd";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { sizeStore } from "../settings/settings.ts";
import { SIZE_FACTS } from "../shell/theme.ts";
import type { Density } from "./crud-tools.tsx";
import { type Column, type Entity, idOf, nameOf, type RowAction } from "./crud-types.ts";
import { RowActions } from "./row-actions.tsx";

/** Grey rows until the first answer. */
const BONES = 8;
const DENSITY_STEP: Record<Density, number> = { compact: -3, normal: 0, roomy: 4 };

export type TableProps<R> = {
  entity: Entity<R>;
  columns: readonly Column<R>[];
  /** undefined: not there yet. */
  rows: readonly R[] | undefined;
  isStale: boolean;
  selected: ReadonlySet<string | number>;
  onSelect: (ids: (string | number)[], isOn: boolean) => void;
  hasSelection: boolean;
  order: string | undefined;
  isDescending: boolean;
  onSort: (key: string) => void;
  actions: (row: R) => readonly RowAction<R>[];
  onOpen: (row: R) => void;
  density: Density;
  scroller: RefObject<HTMLDivElement | null>;
};

/** Rows of a list: only this scrolls, the head stays, the actions stay where the table is too wide. */
export function CrudTable<R>(props: TableProps<R>) {
  const { entity, columns, rows, isStale, selected, onSelect, hasSelection, scroller } = props;
  const { cellBlock } = SIZE_FACTS[useStore(sizeStore)];
  const isWide = useOverflow(scroller);
  const last = useRef<number>(undefined);
  const ids = rows?.map((row) => idOf(entity, row)) ?? [];
  const chosen = ids.filter((id) => selected.has(id)).length;

  /** One row, or with Shift all from the one before. */
  const tick = (index: number, isRange: boolean, isOn = !selected.has(ids[index] ?? "")) => {
    const from = isRange ? (last.current ?? index) : index;
    last.current = index;
    onSelect(ids.slice(Math.min(from, index), Math.max(from, index) + 1), isOn);
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
    else if (event.key.toLowerCase() === "x" && hasSelection) tick(index, event.shiftKey);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className="cr-scroll"
      data-wide={isWide || undefined}
      style={{ ["--cell" as string]: `${Math.max(1, cellBlock + DENSITY_STEP[props.density])}px` }}
    >
      <table className="cr-table" aria-busy={isStale || rows === undefined}>
        <thead>
          <tr>
            {hasSelection && (
              <th className="cr-check">
                <Checkbox
                  aria-label="选择本页全部"
                  checked={ids.length > 0 && chosen === ids.length}
                  indeterminate={chosen > 0 && chosen < ids.length}
                  disabled={ids.length === 0}
                  onChange={(event) => onSelect(ids, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} {...props} />
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
              data-selected={selected.has(idOf(entity, row)) || undefined}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {hasSelection && (
                <td className="cr-check">
                  <Checkbox
                    tabIndex={-1}
                    aria-label={`选择「${nameOf(entity, row)}」`}
                    checked={selected.has(idOf(entity, row))}
                    onChange={(event) =>
                      tick(index, (event.nativeEvent as MouseEvent).shiftKey, event.target.checked)
                    }
                  />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.key} className={column.isNumber ? "cr-number" : undefined}>
                  {column.render ? column.render(row) : textOf(row[column.key])}
                </td>
              ))}
              <td className="cr-actions">
                <RowActions name={nameOf(entity, row)} row={row} actions={props.actions(row)} />
              </td>
            </tr>
          ))}
          {!rows &&
            Array.from({ length: BONES }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
              <tr key={index} className="cr-bones">
                {hasSelection && <td />}
                {columns.map((column) => (
                  <td key={column.key}>
                    <i />
                  </td>
                ))}
                <td />
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<R>({
  column,
  order,
  isDescending,
  onSort,
}: TableProps<R> & { column: Column<R> }) {
  const { key, title, width, isNumber, isSortable } = column;
  const isOrder = order === key;
  const shared = {
    ...(width ? { style: { width } } : {}),
    ...(isNumber ? { className: "cr-number" } : {}),
  };
  if (!isSortable) return <th {...shared}>{title}</th>;
  return (
    <th {...shared} aria-sort={isOrder ? (isDescending ? "descending" : "ascending") : "none"}>
      <button type="button" onClick={() => onSort(key)}>
        {title}
        <span className="cr-sort" aria-hidden="true">
          <CaretUpOutlined data-on={(isOrder && !isDescending) || undefined} />
          <CaretDownOutlined data-on={(isOrder && isDescending) || undefined} />
        </span>
      </button>
    </th>
  );
}

/** A value as it is; nothing is a dash. */
export const textOf = (value: unknown): string =>
  value === null || value === undefined || value === "" ? "—" : String(value);

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

import { DownOutlined, HolderOutlined, RightOutlined } from "@ant-design/icons";
import { InputNumber } from "antd";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { BoneCards, BoneRows, cellOf, textOf, useCellSize } from "../list/cells.tsx";
import type { Density } from "../list/crud-tools.tsx";
import { type Column, type Entity, nameOf, type RowAction } from "../list/crud-types.ts";
import { RowActions } from "../list/row-actions.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { type TreeMover, useTreeDrag } from "./use-tree-drag.ts";

export type TreeTableProps<R> = {
  entity: Entity<R>;
  columns: readonly Column<R>[];
  /** Those in sight, from top to bottom; undefined: not there yet. */
  rows: readonly TreeRow<R>[] | undefined;
  isStale: boolean;
  isOpen: (id: number) => boolean;
  onFold: (id: number, isOpen: boolean) => void;
  actions: (row: R) => RowAction<R>[];
  onOpen: (row: R) => void;
  /** Column of the order among siblings, and how it is changed; undefined: it cannot be. */
  order: { key: keyof R & string; draftOf: (row: R) => number } | undefined;
  onOrder: ((row: R, place: number | undefined) => void) | undefined;
  density: Density;
  scroller: RefObject<HTMLDivElement | null>;
  /** How rows are moved; undefined: they cannot be, now or at all. */
  mover: TreeMover<R> | undefined;
};

/**
 * A tree as a table, by the ARIA pattern of a treegrid: arrows up and down move, right opens, left
 * closes or goes to the row above, Enter edits, Alt with up or down moves the row itself.
 */
export function TreeTable<R>(props: TreeTableProps<R>) {
  const { entity, columns, rows, isStale, isOpen, onFold, scroller } = props;
  const style = useCellSize(props.density);
  const body = useRef<HTMLTableSectionElement>(null);
  const { mover } = props;
  const drag = useTreeDrag(
    mover,
    (id) => !isOpen(id),
    (id) => onFold(id, true),
  );
  /** The row that was moved by keys: the browser takes the focus from what changes its place. */
  const stepped = useRef<number>(undefined);
  useLayoutEffect(() => {
    const index = rows?.findIndex(({ id }) => id === stepped.current) ?? -1;
    if (index < 0 || document.activeElement !== document.body) return;
    (body.current?.children[index] as HTMLElement | undefined)?.focus();
  }, [rows]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const at = rows?.[index];
    if (!rows || !at) return;
    if (event.altKey) {
      if (!mover || !/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      stepped.current = at.id;
      mover.step(at.row, event.key === "ArrowUp" ? -1 : 1);
      return;
    }
    stepped.current = undefined;
    const go = (to: number) => (body.current?.children[to] as HTMLElement | undefined)?.focus();
    const isFolded = at.hasBelow && !isOpen(at.id);
    const { key } = event;
    if (key === "ArrowDown" || key === "j") go(index + 1);
    else if (key === "ArrowUp" || key === "k") go(index - 1);
    else if (key === "Home") go(0);
    else if (key === "End") go(rows.length - 1);
    else if (key === "Enter") props.onOpen(at.row);
    else if (key === "ArrowRight" && isFolded) onFold(at.id, true);
    else if (key === "ArrowRight" && at.hasBelow) go(index + 1);
    else if (key === "ArrowLeft" && at.hasBelow && !isFolded) onFold(at.id, false);
    else if (key === "ArrowLeft") go(rows.findIndex(({ id }) => id === at.parents.at(-1)));
    else return;
    event.preventDefault();
  };

  return (
    <div ref={scroller} className="cr-scroll" style={style}>
      <table
        className="cr-table tr-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid may be a table
        role="treegrid"
        aria-label={`${entity.noun}列表`}
        aria-busy={isStale || rows === undefined}
      >
        <thead>
          <tr>
            {columns.map(({ key, title, width, isNumber }) => (
              <th
                key={key}
                className={isNumber ? "cr-number" : undefined}
                style={width ? { width } : undefined}
              >
                {title}
              </th>
            ))}
            <th className="cr-actions">操作</th>
          </tr>
        </thead>
        <tbody ref={body} data-stale={isStale || undefined}>
          {rows?.map((at, index) => (
            <tr
              key={at.id}
              // One row can be reached by Tab, the arrows go on from there.
              tabIndex={index === 0 ? 0 : -1}
              aria-level={at.level + 1}
              aria-expanded={at.hasBelow ? isOpen(at.id) : undefined}
              onKeyDown={(event) => onKeyDown(event, index)}
              {...drag.target(at.id, at.row)}
            >
              {columns.map((column) => (
                <td key={column.key} className={column.isNumber ? "cr-number" : undefined}>
                  {column.key === entity.name ? (
                    <span className="tr-name" style={{ ["--level" as string]: at.level }}>
                      {mover && (
                        <span className="tr-grip" title="拖动" {...drag.handle(at.id, at.row)}>
                          <HolderOutlined aria-hidden />
                        </span>
                      )}
                      <Fold at={at} {...props} />
                      <span className="tr-text" title={nameOf(entity, at.row)}>
                        {cellOf(column, at.row)}
                      </span>
                    </span>
                  ) : column.key === props.order?.key && props.onOrder ? (
                    <OrderField row={at.row} {...props} />
                  ) : (
                    cellOf(column, at.row)
                  )}
                </td>
              ))}
              <td className="cr-actions">
                <RowActions
                  name={nameOf(entity, at.row)}
                  row={at.row}
                  actions={props.actions(at.row)}
                />
              </td>
            </tr>
          ))}
          {!rows && <BoneRows cells={columns.map(({ key }) => key)} hasBoxes={false} />}
        </tbody>
      </table>
      {drag.note && (
        <p className="tr-note" role="status" data-bad={drag.isRefused || undefined}>
          {drag.note}
        </p>
      )}
    </div>
  );
}

/** The same below 992 px: cards, each as far in as its place in the tree. */
export function TreeCards<R>(props: TreeTableProps<R>) {
  const { entity, columns, rows, isStale, scroller } = props;
  const head = columns.find(({ key }) => key === entity.name);
  return (
    <div ref={scroller} className="cr-cards tr-cards" aria-busy={isStale || rows === undefined}>
      <ul data-stale={isStale || undefined}>
        {rows?.map((at) => (
          <li key={at.id} style={{ ["--level" as string]: at.level }}>
            <Fold at={at} isNamed {...props} />
            <div className="cr-card-main">
              <h2>
                {at.level > 0 && <span className="o-hidden">{`第 ${at.level + 1} 级 `}</span>}
                {head?.render ? head.render(at.row) : nameOf(entity, at.row)}
              </h2>
              <dl>
                {columns
                  // A card has no column to keep: what is empty is not said.
                  .filter(({ key }) => key !== entity.name && textOf(at.row[key]) !== "—")
                  .map((column) => (
                    <div key={column.key}>
                      <dt>{column.title}</dt>
                      <dd>{cellOf(column, at.row)}</dd>
                    </div>
                  ))}
              </dl>
            </div>
            <RowActions
              isFolded
              name={nameOf(entity, at.row)}
              row={at.row}
              actions={props.actions(at.row)}
            />
          </li>
        ))}
        {!rows && <BoneCards />}
      </ul>
    </div>
  );
}

/** Opens and closes a row. In the table the row says its state and has the keys; a card has neither. */
function Fold<R>({
  at,
  isNamed = false,
  entity,
  isOpen,
  onFold,
}: TreeTableProps<R> & { at: TreeRow<R>; isNamed?: boolean }) {
  if (!at.hasBelow) return <i className="tr-fold" />;
  const isNow = isOpen(at.id);
  const Icon = isNow ? DownOutlined : RightOutlined;
  return (
    <button
      type="button"
      className="tr-fold"
      tabIndex={isNamed ? undefined : -1}
      aria-label={`${isNow ? "收起" : "展开"}「${nameOf(entity, at.row)}」`}
      aria-expanded={isNamed ? isNow : undefined}
      onClick={() => onFold(at.id, !isNow)}
    >
      <Icon aria-hidden />
    </button>
  );
}

function OrderField<R>({ row, entity, order, onOrder }: TreeTableProps<R> & { row: R }) {
  if (!order) return null;
  const draft = order.draftOf(row);
  const isChanged = draft !== Number(row[order.key]);
  return (
    <InputNumber
      className="tr-order"
      size="small"
      min={0}
      max={999_999}
      precision={0}
      controls={false}
      aria-label={`「${nameOf(entity, row)}」的显示顺序`}
      data-changed={isChanged || undefined}
      value={draft}
      onChange={(place) => onOrder?.(row, place === null ? undefined : Number(place))}
    />
  );
}

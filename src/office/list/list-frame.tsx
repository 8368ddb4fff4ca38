import { PlusOutlined } from "@ant-design/icons";
import { Alert, Button, type InputRef } from "antd";
import { type ComponentProps, Fragment, type ReactNode, type RefObject, useRef } from "react";
import { Key } from "../keys/keys.tsx";
import { Failure } from "../shell/card.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { BarButton } from "./bar-button.tsx";
import { CrudFilters } from "./crud-filters.tsx";
import { CrudTools, type Look } from "./crud-tools.tsx";
import type { Filter } from "./crud-types.ts";
import { ListEmpty } from "./list-empty.tsx";
import { Pager, scrollToTop } from "./pager.tsx";
import { useListKeys } from "./use-list-keys.ts";
import "./parts.css";

/** What the frame has to know of its list; `useList` and `useTreeList` say it. */
type Framed = {
  filters: readonly Filter[];
  values: Record<string, string>;
  active: readonly Filter[];
  search: (values: Readonly<Record<string, string>>) => void;
  /** undefined: not there yet. */
  rows: readonly unknown[] | undefined;
  error: unknown;
  isStale: boolean;
  isEmpty: boolean;
  refetch: () => void;
  /** Absent of a list that comes whole. */
  pageNum?: number;
  pageSize?: number;
  total?: number | undefined;
  isMore?: boolean;
  turn?: (pageNum: number, pageSize: number) => void;
};

export type ListFrameProps = {
  /** Heading of the page. */
  title: string;
  /** Names the card where the heading says more. */
  name?: string;
  /** Before the filters: ready-made ones, kinds with their numbers. On phones above the card. */
  presets?: ReactNode;
  /** Filters that stand in the row; the rest is folded. */
  inRow?: number;
  /** A filter row of the list's own; its first field takes the ref. */
  filterRow?: (field: RefObject<InputRef | null>) => ReactNode;
  list: Framed;
  /** undefined: this person may not, or rows come in another way. */
  add?: { label: string; long?: string; icon?: ReactNode; run: () => void } | undefined;
  /** Beside what adds. */
  actions?: ReactNode;
  /** How this person likes the list; undefined: it has no columns to choose. */
  look?: Look<{ key: string; title: string }> | undefined;
  /** undefined: nothing to export, or not for this person. */
  onExport?: (() => void) | undefined;
  choice?: { size: number; clear: () => void };
  /** Stands where the actions stood while rows are chosen; on phones at the window's edge. */
  bulk?: ReactNode;
  /** Between the actions and the rows. */
  strip?: ReactNode;
  /** What is missing in an empty list, and how it comes there; or a card of the list's own. */
  empty: { noun: string; hint?: string } | { card: ReactNode };
  /** Keys of the rows, as they are printed, with what they do. */
  hints?: readonly (readonly [keys: readonly string[], act: string])[];
  /** In place of pages. */
  foot?: ReactNode;
  /** Of the card itself: what is dropped on it, its class. */
  section?: ComponentProps<"section">;
  /** The rows; they put the ref on what scrolls. */
  children: (scroller: RefObject<HTMLDivElement | null>) => ReactNode;
};

/** A list as the page of a tab. */
export function ListFrame({ title, presets, ...props }: ListFrameProps & { className?: string }) {
  const isMobile = useIsMobile();
  return (
    <div className={props.className ? `cr ${props.className}` : "cr"}>
      <h1 className="o-hidden">{title}</h1>
      {isMobile && presets}
      <ListCard title={title} presets={isMobile ? undefined : presets} {...props} />
    </div>
  );
}

/**
 * All that is around the rows of a list: filters, actions or what is done with the chosen, failures,
 * an empty list, pages and keys.
 */
export function ListCard({ title, name = title, presets, list, ...props }: ListFrameProps) {
  const { filterRow, add, look, choice, bulk, empty, hints = [] } = props;
  const isMobile = useIsMobile();
  const field = useRef<InputRef>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useListKeys({ field, scroller, add, choice });
  const { filters, rows, error, isEmpty, refetch, turn, pageNum = 1, pageSize = 1, total } = list;
  const isLost = Boolean(error) && rows === undefined;
  const hasRows = !isEmpty && !isLost;
  const addButton = add && (
    <BarButton
      type="primary"
      icon={add.icon ?? <PlusOutlined aria-hidden />}
      label={add.label}
      {...(add.long ? { long: add.long } : {})}
      onClick={add.run}
    />
  );
  const hasBar = addButton || props.actions || look;
  return (
    <section
      {...props.section}
      className={`o-block cr-card ${props.section?.className ?? ""}`.trim()}
      aria-label={name}
    >
      {presets}
      {(filterRow || filters.length > 0 || hasBar) && (
        <div className="cr-top">
          {filterRow?.(field)}
          {!filterRow && filters.length > 0 && (
            <CrudFilters
              filters={filters}
              values={list.values}
              activeCount={list.active.length}
              firstField={field}
              onSearch={list.search}
              {...(props.inRow ? { inRow: props.inRow } : {})}
            />
          )}
          {bulk}
          {hasBar && (!bulk || isMobile) && (
            <div className="cr-bar">
              {addButton}
              {props.actions}
              {look && (
                <CrudTools
                  look={look}
                  isBusy={list.isStale}
                  onRefresh={refetch}
                  onExport={props.onExport}
                />
              )}
            </div>
          )}
        </div>
      )}
      {props.strip}
      {error instanceof Error && rows && (
        <Alert
          banner
          type="warning"
          title={`${error.message}，下面是之前的内容`}
          action={
            <Button size="small" onClick={refetch}>
              重试
            </Button>
          }
        />
      )}
      {isLost && <Failure error={error} onRetry={refetch} />}
      {isEmpty &&
        ("card" in empty ? (
          empty.card
        ) : (
          <ListEmpty
            {...empty}
            kind={list.active.length > 0 ? "match" : "first"}
            action={addButton}
            filters={list.active}
            values={list.values}
            onSearch={list.search}
          />
        ))}
      {hasRows && props.children(scroller)}
      {hasRows && (
        <footer className="cr-bottom">
          {!isMobile && hints.length > 0 && (
            <p className="o-note cr-hints" aria-hidden="true">
              {hints.map(([keys, act]) => (
                <Fragment key={act}>
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <Key>{key}</Key>{" "}
                    </Fragment>
                  ))}
                  {act}{" "}
                </Fragment>
              ))}
              <Key>?</Key> 全部快捷键
            </p>
          )}
          {turn && total !== undefined && (
            <Pager
              total={total}
              isMore={list.isMore ?? false}
              pageNum={pageNum}
              pageSize={pageSize}
              onTurn={(page, size) => {
                turn(page, size);
                scrollToTop(isMobile ? scroller.current?.closest(".o-content") : scroller.current);
              }}
            />
          )}
          {props.foot}
        </footer>
      )}
    </section>
  );
}

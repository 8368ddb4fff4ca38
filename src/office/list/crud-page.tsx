import { PlusOutlined } from "@ant-design/icons";
import { Alert, Button, type InputRef } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { type Permission, regular } from "../../lib/menu/permission.ts";
import { useCan } from "../account/can.tsx";
import { ApiError, call } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { CrudDrawer } from "../form/crud-drawer.tsx";
import { Key } from "../keys/keys.tsx";
import { plainKey, useShortcuts } from "../keys/shortcuts.ts";
import { Failure } from "../shell/card.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { CrudCards } from "./crud-cards.tsx";
import { CrudFilters } from "./crud-filters.tsx";
import { CrudTable } from "./crud-table.tsx";
import { CrudTools, useLook } from "./crud-tools.tsx";
import {
  type Column,
  type Entity,
  type Filter,
  idOf,
  nameOf,
  type RowAction,
} from "./crud-types.ts";
import { saveFile } from "./export-file.ts";
import { ListEmpty } from "./list-empty.tsx";
import { Pager, scrollToTop } from "./pager.tsx";
import { useList } from "./use-list.ts";
import { useRowChoice } from "./use-row-choice.ts";
import "./parts.css";

/** What tells one list page from another: these nine, and no more. */
export type CrudPageProps<R> = {
  entity: Entity<R>;
  /** Heading of the page, and the name of exported files. */
  title: string;
  filters: readonly Filter[];
  columns: readonly Column<R>[];
  /**
   * Drawer of add and edit, or a page of its own that `open` shows; no row for a new one. `read`: a
   * list that nobody writes, and what shows one of its rows.
   */
  form:
    | {
        names: readonly string[];
        initial: Partial<R>;
        fields: (row: R | undefined) => ReactNode;
        width?: 480 | 640;
      }
    | {
        open: (row: R | undefined) => void;
        /** Rows come in another way: by `actions`. */
        isAddless?: boolean;
      }
    | { read: ((row: R) => void) | undefined };
  /** Before 编辑 and 删除; a function arranges all of a row's actions, the regular ones among them. */
  rowActions?:
    | readonly RowAction<R>[]
    | ((row: R, regular: readonly RowAction<R>[]) => readonly RowAction<R>[]);
  /** With all chosen rows, beside removing them. */
  bulkActions?: readonly BulkAction<R>[];
  /** Beside 新增. */
  actions?: ReactNode;
  /** Narrows the list, and goes into each new row. */
  fixed?: Record<string, string>;
};

type BulkAction<R> = {
  key: string;
  label: string;
  permi: Permission;
  run: (rows: readonly R[]) => void;
};

const NOTHING: Record<string, string> = {};

/**
 * The regular list page over server/crud/crud.ts: filters, actions, table or cards, pages, and a drawer for
 * add and edit. Buttons mirror the permissions; the server decides.
 */
export function CrudPage<R extends object>(props: CrudPageProps<R>) {
  const { entity, title, filters, columns, form, rowActions = [], fixed = NOTHING } = props;
  const { noun, path, permi } = entity;
  const can = useCan();
  const isMobile = useIsMobile();
  const list = useList(entity, filters, fixed);
  const [look, setLook] = useLook(
    path,
    columns.filter((column) => column.isExtra).map(({ key }) => key),
  );
  const [edited, setEdited] = useState<{ row: R | undefined }>();
  const firstField = useRef<InputRef>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = list.answer;
  const rows = data?.rows;
  const unit = entity.unit ?? "个";
  const remover = regular(permi, "remove");
  const removal = entity.removal ?? {
    verb: "删除",
    permi: remover,
    bulkPermi: remover,
    text: "删除后无法恢复。",
  };
  const isReadOnly = "read" in form;
  const isAddless = isReadOnly || ("open" in form && form.isAddless === true);
  const mayAdd = !isAddless && can.permi([regular(permi, "add")]);
  const mayEdit = !isReadOnly && can.permi([regular(permi, "edit")]);
  const mayRemove = can.permi([removal.bulkPermi]);
  const bulkActions = (props.bulkActions ?? []).filter((each) => can.permi([each.permi]));

  const [selected, setSelected] = useRowChoice(rows, (row) => idOf(entity, row), list.question);

  const start = (row: R | undefined) => ("open" in form ? form.open(row) : setEdited({ row }));

  const open = async (row: R) => {
    if ("read" in form && can.permi([regular(permi, "query")])) form.read?.(row);
    if (!mayEdit) return;
    if ("open" in form) {
      form.open(row);
      return;
    }
    // Someone may have changed it since the list was read.
    try {
      const { data: fresh } = await call<{ data: R }>("GET", `${path}/${idOf(entity, row)}`, {
        isQuiet: true,
      });
      setEdited({ row: fresh });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 403) setEdited({ row });
      else
        notify.error(
          failure instanceof ApiError ? failure.message : "系统未知错误，请反馈给管理员",
        );
    }
  };

  const remove = async (gone: readonly R[]) => {
    const names = gone.map((row) => `「${nameOf(entity, row)}」`);
    const [first = ""] = names;
    const { verb, text } = removal;
    const what = gone.length === 1 ? `${noun}${first}` : `选中的 ${gone.length} ${unit}${noun}`;
    const listed = names.slice(0, 5).join("") + (names.length > 5 ? " 等" : "");
    const isSure = await ask({
      title: `${verb}${what}？`,
      text:
        gone.length === 1
          ? text
          : `${listed}将被${verb}${entity.removal ? `。${text}` : "，无法恢复。"}`,
      ok: verb,
      isDanger: true,
    });
    if (!isSure) return;
    const ids = gone.map((row) => idOf(entity, row)).join(",");
    await call("DELETE", `${path}/${ids}`);
    notify.success(`已${verb}${gone.length === 1 ? what : ` ${gone.length} ${unit}${noun}`}`);
    await tellChange([path]);
  };
  // The refusal is on the screen already.
  const tryRemove = (gone: readonly R[]) => void remove(gone).catch(() => undefined);

  const save = async (values: Record<string, unknown>) => {
    const row = edited?.row;
    await call(row ? "PUT" : "POST", path, {
      body: { ...fixed, ...row, ...values },
      isQuiet: true,
    });
    setEdited(undefined);
    notify.success(`已${row ? "保存" : "新增"}${noun}「${String(values[entity.name])}」`);
    await tellChange([path]);
  };

  useShortcuts([
    {
      keys: "/",
      label: "筛选",
      isSingle: true,
      matches: plainKey("/"),
      run: () => firstField.current?.focus(),
    },
    {
      keys: "N",
      label: "新增",
      isSingle: true,
      matches: plainKey("n"),
      run: () => mayAdd && start(undefined),
    },
    {
      keys: "J",
      label: "下一行",
      isSingle: true,
      matches: (event) => plainKey("j")(event) || plainKey("ArrowDown")(event),
      run: () => scroller.current?.querySelector<HTMLElement>("tbody tr")?.focus(),
    },
    {
      keys: "Esc",
      label: "取消选择",
      matches: (event) => selected.size > 0 && plainKey("Escape")(event),
      run: () => setSelected(new Map()),
    },
  ]);

  const addButton = mayAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-label={isMobile ? `新增${noun}` : undefined}
      onClick={() => start(undefined)}
    >
      {isMobile ? null : "新增"}
    </Button>
  );
  const openAction: RowAction<R>[] =
    "read" in form && !form.read
      ? []
      : [
          {
            key: "open",
            label: isReadOnly ? "详情" : "编辑",
            permi: regular(permi, isReadOnly ? "query" : "edit"),
            run: (row) => void open(row),
          },
        ];
  const actionsOf = (row: R): readonly RowAction<R>[] => {
    const removing: RowAction<R> = {
      key: "remove",
      label: removal.verb,
      permi: removal.permi,
      run: (each) => tryRemove([each]),
      isDanger: true,
    };
    const regular = [...openAction, ...(entity.isKept?.(row) ? [] : [removing])];
    return typeof rowActions === "function"
      ? rowActions(row, regular)
      : [...rowActions, ...regular];
  };
  const removable = [...selected.values()].filter((row) => !entity.isKept?.(row));
  const shownColumns = columns.filter(({ key }) => !look.hidden.includes(key));
  const isEmpty = rows?.length === 0 && !isPlaceholderData;
  const View = isMobile ? CrudCards : CrudTable;

  return (
    <div className="cr" ref={body}>
      <h1 className="o-hidden">{title}</h1>
      <section className="o-block cr-card" aria-label={title}>
        <div className="cr-top">
          {filters.length > 0 && (
            <CrudFilters
              filters={filters}
              values={list.values}
              activeCount={list.active.length}
              firstField={firstField}
              onSearch={list.search}
            />
          )}
          {selected.size > 0 && (
            <BulkBar
              noun={noun}
              unit={unit}
              verb={removal.verb}
              count={selected.size}
              onClear={() => setSelected(new Map())}
              removable={mayRemove ? removable.length : 0}
              onRemove={() => tryRemove(removable)}
            >
              {bulkActions.map(({ key, label, run }) => (
                <Button key={key} size="small" onClick={() => run([...selected.values()])}>
                  {label} {selected.size}
                </Button>
              ))}
            </BulkBar>
          )}
          {(selected.size === 0 || isMobile) && (
            <div className="cr-bar">
              {addButton}
              {props.actions}
              <CrudTools
                columns={columns}
                look={look}
                onLook={setLook}
                isBusy={isFetching && data !== undefined}
                onRefresh={() => void refetch()}
                onExport={
                  !entity.isUnexported && can.permi([regular(permi, "export")])
                    ? () => void saveFile(`${path}/export`, list.asked, title)
                    : undefined
                }
              />
            </div>
          )}
        </div>
        {error && data && (
          <Alert
            banner
            type="warning"
            title={`${error.message}，下面是之前的内容`}
            action={
              <Button size="small" onClick={() => void refetch()}>
                重试
              </Button>
            }
          />
        )}
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {isEmpty && (
          <ListEmpty
            kind={list.active.length > 0 ? "match" : "first"}
            noun={noun}
            {...(isReadOnly ? { hint: "有了记录会显示在这里。" } : {})}
            action={addButton}
            filters={list.active}
            values={list.values}
            onSearch={list.search}
          />
        )}
        {!isEmpty && !(error && !data) && (
          <View
            entity={entity}
            columns={shownColumns}
            rows={rows}
            isStale={isFetching && data !== undefined}
            selected={new Set(selected.keys())}
            hasSelection={mayRemove || bulkActions.length > 0}
            onSelect={(ids, isOn) => {
              const next = new Map(selected);
              for (const row of rows ?? []) {
                const id = idOf(entity, row);
                if (!ids.includes(id)) continue;
                if (isOn) next.set(id, row);
                else next.delete(id);
              }
              setSelected(next);
            }}
            order={list.order}
            isDescending={list.isDescending}
            onSort={list.sort}
            actions={actionsOf}
            onOpen={(row) => void open(row)}
            density={look.density}
            scroller={scroller}
          />
        )}
        {!isEmpty && !(error && !data) && (
          <footer className="cr-bottom">
            {!isMobile && (
              <p className="o-note cr-hints" aria-hidden="true">
                <Key>↑</Key> <Key>↓</Key> 移动{" "}
                {openAction.length > 0 && (
                  <>
                    <Key>↵</Key> 打开{" "}
                  </>
                )}
                {mayRemove && (
                  <>
                    <Key>X</Key> 勾选
                  </>
                )}{" "}
                <Key>?</Key> 全部快捷键
              </p>
            )}
            {data && (
              <Pager
                total={data.total}
                isMore={data.isMore ?? false}
                pageNum={list.pageNum}
                pageSize={list.pageSize}
                onTurn={(page, size) => {
                  list.turn(page, size);
                  scrollToTop(isMobile ? body.current?.closest(".o-content") : scroller.current);
                }}
              />
            )}
          </footer>
        )}
      </section>
      {edited && "fields" in form && (
        <CrudDrawer
          title={edited.row ? `编辑${noun}「${nameOf(entity, edited.row)}」` : `新增${noun}`}
          initial={{ ...form.initial, ...edited.row }}
          names={form.names}
          {...(form.width ? { width: form.width } : {})}
          save={save}
          onClose={() => setEdited(undefined)}
        >
          {form.fields(edited.row)}
        </CrudDrawer>
      )}
    </div>
  );
}

import { Button } from "antd";
import { type ComponentProps, type ReactNode, useState } from "react";
import { type Permission, regular } from "../../lib/menu/permission.ts";
import { useCan } from "../account/can.tsx";
import { ApiError, call, report } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { CrudDrawer } from "../form/crud-drawer.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { useLook } from "./crud-tools.tsx";
import {
  type Column,
  type Entity,
  type Filter,
  idOf,
  nameOf,
  type RowAction,
} from "./crud-types.ts";
import { saveFile } from "./export-file.ts";
import { ListFrame } from "./list-frame.tsx";
import { ListRows } from "./list-rows.tsx";
import { SavedFilters } from "./saved-filters.tsx";
import { useList } from "./use-list.ts";
import { useRowChoice } from "./use-row-choice.ts";

/** What tells one list page from another: these ten, and no more. */
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
  /** Of a list in which nothing was made yet: how something comes into it. */
  emptyHint?: string;
  /** Ready-made filters, and place for those that a person keeps; the component's key names the list. */
  saved?: { page: string; presets: ComponentProps<typeof SavedFilters>["presets"] };
  /** Narrows the list, and goes into each new row. */
  fixed?: Record<string, string>;
};

type BulkAction<R> = {
  key: string;
  label: string;
  permi: Permission;
  run: (rows: readonly R[]) => void;
};

/**
 * The regular list page over server/crud/crud.ts: filters, actions, table or cards, pages, and a drawer for
 * add and edit. Buttons mirror the permissions; the server decides.
 */
export function CrudPage<R extends object>(props: CrudPageProps<R>) {
  const { entity, title, filters, columns, form, rowActions = [], fixed = {} } = props;
  const { noun, path, permi } = entity;
  const hint = props.emptyHint ?? ("read" in form ? "有了记录会显示在这里。" : undefined);
  const can = useCan();
  const list = useList<R>(entity, filters, { fixed });
  const look = useLook(path, columns);
  const choice = useRowChoice(list.rows, (row) => idOf(entity, row), list.question);
  const [edited, setEdited] = useState<{ row: R | undefined }>();
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
      else report(failure);
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
    const regular = [
      ...openAction,
      ...(entity.isLasting || entity.isKept?.(row) ? [] : [removing]),
    ];
    return typeof rowActions === "function"
      ? rowActions(row, regular)
      : [...rowActions, ...regular];
  };
  const removable = choice.rows.filter((row) => !entity.isKept?.(row));

  return (
    <>
      <ListFrame
        title={title}
        presets={
          props.saved && <SavedFilters {...props.saved} query={list.values} onPick={list.search} />
        }
        list={list}
        look={look}
        choice={choice}
        add={
          mayAdd ? { label: "新增", long: `新增${noun}`, run: () => start(undefined) } : undefined
        }
        actions={props.actions}
        onExport={
          !entity.isUnexported && can.permi([regular(permi, "export")])
            ? () => void saveFile(`${path}/export`, list.asked, title)
            : undefined
        }
        empty={{ noun, ...(hint ? { hint } : {}) }}
        hints={[
          [["↑", "↓"], "移动"],
          ...(openAction.length > 0 ? [[["↵"], "打开"] as const] : []),
          ...(mayRemove ? [[["X"], "勾选"] as const] : []),
        ]}
        bulk={
          choice.size > 0 && (
            <BulkBar
              noun={noun}
              unit={unit}
              verb={removal.verb}
              count={choice.size}
              onClear={choice.clear}
              removable={mayRemove && !entity.isLasting ? removable.length : undefined}
              onRemove={() => tryRemove(removable)}
            >
              {bulkActions.map(({ key, label, run }) => (
                <Button key={key} size="small" onClick={() => run(choice.rows)}>
                  {label} {choice.size}
                </Button>
              ))}
            </BulkBar>
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={entity}
            columns={look.shown}
            density={look.density}
            list={list}
            choice={choice}
            hasBoxes={(mayRemove && !entity.isLasting) || bulkActions.length > 0}
            actions={actionsOf}
            onOpen={(row) => void open(row)}
            scroller={scroller}
          />
        )}
      </ListFrame>
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
    </>
  );
}

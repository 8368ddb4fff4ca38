import { SortAscendingOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { regular } from "../../lib/menu/permission.ts";
import { useCan } from "../account/can.tsx";
import { ApiError, call, report } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChanges } from "../calls/queries.ts";
import { CrudDrawer } from "../form/crud-drawer.tsx";
import { useLook } from "../list/crud-tools.tsx";
import {
  type Column,
  type Entity,
  type Filter,
  idOf,
  nameOf,
  type RowAction,
} from "../list/crud-types.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { useDirty } from "../tabs/tab.tsx";
import { TreeCards, TreeTable } from "./tree-table.tsx";
import { useTreeList } from "./use-tree-list.ts";
import { type MoveRule, useTreeMove } from "./use-tree-move.tsx";
import "./tree.css";

export type TreePageProps<R> = {
  entity: Entity<R>;
  title: string;
  filters: readonly Filter[];
  columns: readonly Column<R>[];
  /** Column with the id of the row above; 0 on top. */
  parent: keyof R & string;
  /** Column with the place among siblings, and the name of the ids in a call of updateSort. */
  order: { key: keyof R & string; ids: string };
  /** Whether all is open at first. */
  isOpenFirst: boolean;
  form: {
    names: readonly string[];
    initial: Partial<R>;
    /** What else a new row starts with below this one. */
    initialBelow?: (above: R) => Partial<R>;
    /** `row` is undefined for a new one. */
    fields: (row: R | undefined) => ReactNode;
    width?: 480 | 640;
  };
  /** Whether something can be added below the row. */
  mayHold?: (row: R) => boolean;
  /** Before 删除, beside the regular ones. */
  rowActions?: (row: R) => readonly RowAction<R>[];
  /** Rows can be moved by `PUT <path>/move`, where this rule allows it. */
  move?: MoveRule<R>;
  /** What a move brings about that is to be confirmed, as a sentence; undefined: nothing. */
  moveWarning?: MoveRule<R>;
  /** Queries of other pages that show the tree, told of each change. */
  changes?: readonly string[];
  /** What else a change brings about on the screen. */
  onChanged?: () => void;
  /** What is to be known of all of it, above the tree. */
  strip?: ReactNode;
};

/**
 * The list page of a tree: filters, the tree as a table or as cards, the order among siblings changed
 * in place and saved at once, a drawer for add and edit. Buttons mirror the permissions.
 */
export function TreePage<R extends object>(props: TreePageProps<R>) {
  const { entity, title, filters, columns, parent, order, form, mayHold = () => true } = props;
  const { noun, path, permi } = entity;
  const can = useCan();
  const isMobile = useIsMobile();
  const list = useTreeList(entity, filters, parent, props.isOpenFirst);
  const look = useLook(path, columns);
  const [edited, setEdited] = useState<{ row: R | undefined; initial: Partial<R> }>();
  const [drafts, setDrafts] = useState<ReadonlyMap<number, number>>(new Map());
  const { all } = list;
  const mayAdd = can.permi([regular(permi, "add")]);
  const mayEdit = can.permi([regular(permi, "edit")]);

  const id = (row: R) => Number(idOf(entity, row));
  const placeOf = (row: R) => Number(row[order.key]);
  const moved = (all ?? []).filter((row) => (drafts.get(id(row)) ?? placeOf(row)) !== placeOf(row));
  useDirty(moved.length > 0);

  const tellAll = async () => {
    await tellChanges([path, ...(props.changes ?? [])]);
    props.onChanged?.();
  };

  const { mover, drawer } = useTreeMove({
    entity,
    parent,
    rows: all ?? [],
    rule: props.move ?? (() => undefined),
    warning: props.moveWarning ?? (() => undefined),
    mayHold,
    isOpen: list.isOpen,
    isUnsaved: moved.length > 0,
    tellAll,
  });
  // Among the rows that a filter leaves nobody sees where a row comes to stand.
  const canMove = props.move !== undefined && mayEdit && list.active.length === 0;

  const saveOrder = useMutation({
    mutationFn: async () => {
      await call("PUT", `${path}/updateSort`, {
        body: {
          [order.ids]: moved.map(id).join(","),
          orderNums: moved.map((row) => drafts.get(id(row))).join(","),
        },
      });
      notify.success(`已保存 ${moved.length} 个${noun}的排序`);
      await tellAll();
      setDrafts(new Map());
    },
  });

  const addBelow = (row: R | undefined) => {
    const above = row ? id(row) : undefined;
    const siblings = (all ?? []).filter((each) => Number(each[parent]) === above).map(placeOf);
    setEdited({
      row: undefined,
      initial: {
        ...form.initial,
        ...(row && form.initialBelow?.(row)),
        ...(above === undefined ? {} : { [parent]: above }),
        [order.key]: Math.max(0, ...siblings) + (siblings.length > 0 ? 1 : 0),
      },
    });
  };

  const open = async (row: R) => {
    if (!mayEdit) return;
    const edit = (each: R) => setEdited({ row: each, initial: { ...form.initial, ...each } });
    // Someone may have changed it since the list was read.
    try {
      const url = `${path}/${id(row)}`;
      edit((await call<{ data: R }>("GET", url, { isQuiet: true })).data);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 403) edit(row);
      else report(failure);
    }
  };

  const remove = async (row: R) => {
    const what = `${noun}「${nameOf(entity, row)}」`;
    const isSure = await ask({
      title: `删除${what}？`,
      text: "删除后无法恢复。",
      ok: "删除",
      isDanger: true,
    });
    if (!isSure) return;
    await call("DELETE", `${path}/${id(row)}`);
    notify.success(`已删除${what}`);
    await tellAll();
  };

  const save = async (values: Record<string, unknown>) => {
    const row = edited?.row;
    await call(row ? "PUT" : "POST", path, { body: { ...row, ...values }, isQuiet: true });
    setEdited(undefined);
    notify.success(`已${row ? "保存" : "新增"}${noun}「${String(values[entity.name])}」`);
    await tellAll();
  };

  const actionsOf = (row: R): RowAction<R>[] => [
    { key: "edit", label: "编辑", permi: regular(permi, "edit"), run: (each) => void open(each) },
    ...(mayHold(row)
      ? [{ key: "add", label: "新增下级", permi: regular(permi, "add"), run: addBelow }]
      : []),
    ...(canMove
      ? [{ key: "move", label: "移动到…", permi: regular(permi, "edit"), run: mover.choose }]
      : []),
    ...(props.rowActions?.(row) ?? []),
    {
      key: "remove",
      label: "删除",
      permi: regular(permi, "remove"),
      // The refusal is on the screen already.
      run: (each) => void remove(each).catch(() => undefined),
      isDanger: true,
    },
  ];

  const View = isMobile ? TreeCards : TreeTable;

  return (
    <>
      <ListFrame
        title={title}
        list={list}
        look={look}
        add={
          mayAdd
            ? { label: "新增", long: `新增${noun}`, run: () => addBelow(undefined) }
            : undefined
        }
        actions={
          <>
            <Button onClick={() => list.foldAll(list.hasClosed)}>
              {list.hasClosed ? "全部展开" : "全部折叠"}
            </Button>
            {mayEdit && (!isMobile || moved.length > 0) && (
              <Button
                icon={<SortAscendingOutlined aria-hidden />}
                disabled={moved.length === 0}
                loading={saveOrder.isPending}
                onClick={() => saveOrder.mutate()}
              >
                保存排序{moved.length > 0 ? ` ${moved.length}` : ""}
              </Button>
            )}
            {moved.length > 0 && (
              <button type="button" className="o-link" onClick={() => setDrafts(new Map())}>
                还原
              </button>
            )}
          </>
        }
        strip={props.strip}
        empty={{ noun }}
        hints={[
          [["↑", "↓"], "移动"],
          [["←", "→"], "折叠、展开"],
          [["↵"], "打开"],
          ...(canMove ? [[["Alt ↑", "Alt ↓"], "上移、下移"] as const] : []),
        ]}
        foot={all && <p className="o-note tr-total">共 {all.length.toLocaleString("zh-CN")} 个</p>}
      >
        {(scroller) => (
          <View
            entity={entity}
            columns={look.shown}
            rows={list.rows}
            isStale={list.isStale}
            isOpen={list.isOpen}
            onFold={list.fold}
            actions={actionsOf}
            onOpen={(row) => void open(row)}
            order={{ key: order.key, draftOf: (row) => drafts.get(id(row)) ?? placeOf(row) }}
            onOrder={
              mayEdit
                ? (row, place) => setDrafts(new Map(drafts).set(id(row), place ?? placeOf(row)))
                : undefined
            }
            density={look.density}
            scroller={scroller}
            mover={canMove ? mover : undefined}
          />
        )}
      </ListFrame>
      {drawer}
      {edited && (
        <CrudDrawer
          title={edited.row ? `编辑${noun}「${nameOf(entity, edited.row)}」` : `新增${noun}`}
          initial={edited.initial}
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

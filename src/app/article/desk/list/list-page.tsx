import { PlusOutlined, VerticalAlignTopOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button, type InputRef } from "antd";
import dayjs from "dayjs";
import { useRef, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { CrudTable } from "#src/office/list/crud-table.tsx";
import { CrudTools, useLook } from "#src/office/list/crud-tools.tsx";
import type { Entity } from "#src/office/list/crud-types.ts";
import { ListEmpty } from "#src/office/list/list-empty.tsx";
import { Pager, scrollToTop } from "#src/office/list/pager.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { useOnChange } from "#src/office/tabs/use-on-change.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { DeskCounts, DeskRow } from "../model/desk.ts";
import { DESK, editPath, newPath, reviewPath } from "../parts/calls.ts";
import { categoryTitle, useCategories } from "../parts/categories.ts";
import { RevisionsDrawer } from "../review/revisions-drawer.tsx";
import { type BulkOutcome, ResultDialog } from "./bulk-result.tsx";
import { ListBulk } from "./list-bulk.tsx";
import { ListCards } from "./list-cards.tsx";
import { COLUMNS, titleOf } from "./list-columns.tsx";
import { CHOICES, FILTERS, ListFilters } from "./list-filters.tsx";
import { PinDrawer } from "./pin-drawer.tsx";
import { actionsOf } from "./row-actions.ts";
import { useActs } from "./use-acts.tsx";

const ENTITY: Entity<DeskRow> = {
  noun: "文章",
  unit: "篇",
  path: DESK,
  permi: "content:article",
  id: "id",
  name: "articleName",
  nameOf: titleOf,
};

const NOTHING: Record<string, string> = {};

/** The ready-made filters; their numbers come from GET /counts. */
const PRESETS: readonly { key: keyof DeskCounts; name: string; query: Record<string, string> }[] = [
  { key: "all", name: "全部", query: {} },
  { key: "review", name: "待审", query: { status: "1" } },
  { key: "approved", name: "待发布", query: { status: "approved" } },
  { key: "scheduled", name: "定时发布", query: { status: "2" } },
  { key: "mine", name: "我的草稿", query: { status: "0", owner: "me" } },
  { key: "returned", name: "退回", query: { status: "returned" } },
  { key: "week", name: "近一周发布", query: { status: "3", beginTime: "week" } },
  { key: "noCover", name: "缺封面", query: { status: "3", hasCover: "0" } },
  { key: "recycled", name: "回收站", query: { status: "5" } },
];

/** 文章管理. The list is irregular: states, not CRUD, decide what a row allows. */
export default function ListPage() {
  const can = useCan();
  const tab = useTab();
  const isMobile = useIsMobile();
  const list = useList(ENTITY, FILTERS, NOTHING);
  const categories = useCategories();
  const acts = useActs();
  const [look, setLook] = useLook(
    DESK,
    COLUMNS.filter((column) => column.isExtra).map(({ key }) => key),
  );
  const [isAll, setAll] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [drawer, setDrawer] = useState<{ kind: "pins" } | { kind: "revisions"; row: DeskRow }>();
  const firstField = useRef<InputRef>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, isPlaceholderData, refetch } = list.answer;
  const { data: counts } = useQuery({
    queryKey: [DESK, "counts"],
    queryFn: () => call<{ data: DeskCounts }>("GET", `${DESK}/counts`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const rows = data?.rows;
  const [selected, setSelected] = useRowChoice(rows, ({ id }) => id, list.question);
  const clear = () => {
    setSelected(new Map());
    setAll(false);
  };
  useOnChange(list.question, () => setAll(false));

  const mayAdd = can.permi(["content:article:add"]);
  const add = () => mayAdd && openPath(newPath());
  const open = (row: DeskRow) =>
    openPath(row.allowed.includes("edit") ? editPath(row.id) : reviewPath(row.id));
  useShortcuts([
    {
      keys: "/",
      label: "筛选",
      isSingle: true,
      matches: plainKey("/"),
      run: () => firstField.current?.focus(),
    },
    { keys: "N", label: "写文章", isSingle: true, matches: plainKey("n"), run: add },
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
      run: clear,
    },
  ]);

  const weekAgo = dayjs().subtract(7, "day").format("YYYY-MM-DD");
  const presets = PRESETS.map(({ key, name, query }) => ({
    key,
    name,
    query: query.beginTime ? { ...query, beginTime: weekAgo } : query,
    count: counts?.data[key],
  }));
  const addButton = mayAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-label={isMobile ? "写文章" : undefined}
      onClick={add}
    >
      {isMobile ? null : "写文章"}
    </Button>
  );
  const isEmpty = rows?.length === 0 && !isPlaceholderData;
  const View = isMobile ? ListCards : CrudTable<DeskRow>;
  const savedFilters = (
    <SavedFilters
      page="article/desk/index"
      presets={presets}
      query={list.values}
      onPick={list.search}
    />
  );

  return (
    <div className="cr ad" ref={body}>
      <h1 className="o-hidden">文章管理</h1>
      {isMobile && savedFilters}
      <section className="o-block cr-card" aria-label="文章管理">
        {!isMobile && savedFilters}
        <div className="cr-top">
          <ListFilters
            values={list.values}
            activeCount={list.active.length}
            categories={categories}
            firstField={firstField}
            onSearch={list.search}
          />
          {selected.size > 0 && (
            <ListBulk
              rows={[...selected.values()]}
              total={data?.total ?? 0}
              asked={list.asked}
              isAll={isAll}
              categories={categories}
              onAll={() => setAll(true)}
              onClear={clear}
              onRefused={setOutcome}
            />
          )}
          {(selected.size === 0 || isMobile) && (
            <div className="cr-bar">
              {addButton}
              {can.permi(["content:article:pin"]) && (
                <Button
                  icon={<VerticalAlignTopOutlined aria-hidden />}
                  onClick={() => setDrawer({ kind: "pins" })}
                >
                  置顶排序
                </Button>
              )}
              <CrudTools
                columns={COLUMNS}
                look={look}
                onLook={setLook}
                isBusy={isFetching && data !== undefined}
                onRefresh={() => void refetch()}
                onExport={undefined}
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
            noun="文章"
            hint="写好的文章会显示在这里。"
            action={addButton}
            filters={list.active}
            values={wordsOf(list.values, categories)}
            onSearch={(next) =>
              // The chips show words; what is asked for are the values behind them.
              list.search(
                Object.fromEntries(
                  Object.entries(list.values).map(([name, value]) => [
                    name,
                    next[name] ? value : "",
                  ]),
                ),
              )
            }
          />
        )}
        {!isEmpty && !(error && !data) && (
          <>
            <View
              entity={ENTITY}
              columns={COLUMNS.filter(({ key }) => !look.hidden.includes(key))}
              rows={rows}
              isStale={isFetching && data !== undefined}
              selected={new Set(selected.keys())}
              hasSelection
              onSelect={(ids, isOn) => {
                const next = new Map(selected);
                for (const row of rows ?? []) {
                  if (!ids.includes(row.id)) continue;
                  if (isOn) next.set(row.id, row);
                  else next.delete(row.id);
                }
                setAll(false);
                setSelected(next);
              }}
              order={list.order}
              isDescending={list.isDescending}
              onSort={list.sort}
              actions={(row) =>
                actionsOf(row, {
                  ...acts,
                  showRevisions: () => setDrawer({ kind: "revisions", row }),
                })
              }
              onOpen={open}
              density={look.density}
              scroller={scroller}
            />
            <footer className="cr-bottom">
              {!isMobile && <KeyHints />}
              {data && (
                <Pager
                  total={data.total}
                  pageNum={list.pageNum}
                  pageSize={list.pageSize}
                  onTurn={(page, size) => {
                    list.turn(page, size);
                    scrollToTop(isMobile ? body.current?.closest(".o-content") : scroller.current);
                  }}
                />
              )}
            </footer>
          </>
        )}
      </section>
      {acts.dialogs}
      {outcome && (
        <ResultDialog
          result={outcome}
          onClose={() => {
            setOutcome(undefined);
            clear();
          }}
        />
      )}
      {drawer?.kind === "pins" && (
        <PinDrawer
          categories={categories}
          first={tab.query.typeId ? Number(tab.query.typeId) : undefined}
          onClose={() => setDrawer(undefined)}
        />
      )}
      {drawer?.kind === "revisions" && (
        <RevisionsDrawer
          articleId={drawer.row.id}
          title={titleOf(drawer.row)}
          onClose={() => setDrawer(undefined)}
        />
      )}
    </div>
  );
}

const KeyHints = () => (
  <span className="cr-hints o-note" aria-hidden="true">
    <Key>N</Key> 写文章 <Key>X</Key> 勾选 <Key>Shift X</Key> 连选 <Key>↵</Key> 编辑
  </span>
);

/** Filter values in the words the fields show. */
function wordsOf(values: Record<string, string>, categories: Parameters<typeof categoryTitle>[0]) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!value) return [name, ""];
      if (name === "typeId") return [name, categoryTitle(categories, Number(value)) || value];
      if (name === "owner" && value === "me") return [name, "我"];
      return [name, CHOICES[name]?.find((each) => each.value === value)?.label ?? value];
    }),
  );
}

import { VerticalAlignTopOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { useLook } from "#src/office/list/crud-tools.tsx";
import { type Entity, idOf } from "#src/office/list/crud-types.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { useOnChange } from "#src/office/tabs/use-on-change.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { DeskCounts, DeskRow } from "../model/desk.ts";
import { DESK, editPath, newPath, reviewPath } from "../parts/calls.ts";
import { useCategories } from "../parts/categories.ts";
import { RevisionsDrawer } from "../review/revisions-drawer.tsx";
import { type BulkOutcome, ListBulk } from "./list-bulk.tsx";
import { CardFacts, COLUMNS, titleOf } from "./list-columns.tsx";
import { filtersOf, IN_ROW } from "./list-filters.ts";
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
  const categories = useCategories();
  const list = useList<DeskRow>(ENTITY, filtersOf(categories));
  const acts = useActs();
  const look = useLook(DESK, COLUMNS);
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), list.question);
  const [isAll, setAll] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [drawer, setDrawer] = useState<{ kind: "pins" } | { kind: "revisions"; row: DeskRow }>();
  const { data: counts } = useQuery({
    queryKey: [DESK, "counts"],
    queryFn: () => call<{ data: DeskCounts }>("GET", `${DESK}/counts`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const clear = () => {
    choice.clear();
    setAll(false);
  };
  useOnChange(list.question, () => setAll(false));

  const weekAgo = dayjs().subtract(7, "day").format("YYYY-MM-DD");
  const presets = PRESETS.map(({ key, name, query }) => ({
    key,
    name,
    query: query.beginTime ? { ...query, beginTime: weekAgo } : query,
    count: counts?.data[key],
  }));

  return (
    <>
      <ListFrame
        className="ad"
        title="文章管理"
        presets={
          <SavedFilters
            page="article/desk/index"
            presets={presets}
            query={list.values}
            onPick={list.search}
          />
        }
        inRow={IN_ROW}
        list={list}
        look={look}
        choice={{ size: choice.size, clear }}
        add={
          can.permi(["content:article:add"])
            ? { label: "写文章", run: () => openPath(newPath()) }
            : undefined
        }
        actions={
          can.permi(["content:article:pin"]) && (
            <Button
              icon={<VerticalAlignTopOutlined aria-hidden />}
              onClick={() => setDrawer({ kind: "pins" })}
            >
              置顶排序
            </Button>
          )
        }
        empty={{ noun: "文章", hint: "写好的文章会显示在这里。" }}
        hints={[
          [["N"], "写文章"],
          [["X"], "勾选"],
          [["Shift X"], "连选"],
          [["↵"], "编辑"],
        ]}
        bulk={
          choice.size > 0 && (
            <ListBulk
              rows={choice.rows}
              total={list.total ?? 0}
              asked={list.asked}
              isAll={isAll}
              categories={categories}
              onAll={() => setAll(true)}
              onClear={clear}
              onRefused={setOutcome}
            />
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={ENTITY}
            columns={look.shown}
            density={look.density}
            list={list}
            choice={{
              has: choice.has,
              tick(keys, isOn) {
                setAll(false);
                choice.tick(keys, isOn);
              },
            }}
            hasBoxes
            actions={(row) =>
              actionsOf(row, {
                ...acts,
                showRevisions: () => setDrawer({ kind: "revisions", row }),
              })
            }
            onOpen={(row) =>
              openPath(row.allowed.includes("edit") ? editPath(row.id) : reviewPath(row.id))
            }
            scroller={scroller}
            factsOf={(row) => <CardFacts row={row} />}
          />
        )}
      </ListFrame>
      {acts.dialogs}
      {outcome && (
        <RefusedDialog
          title={`${outcome.label}：完成 ${outcome.done} 篇，${outcome.refused.length} 篇未处理`}
          refused={outcome.refused.map(({ id, articleName, reason }) => ({
            id,
            name: articleName || `未命名（${id}）`,
            reason,
          }))}
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
    </>
  );
}

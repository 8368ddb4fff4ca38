import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import {
  DECLARE_CODES,
  DECLARE_LIFE,
  type DeclareState,
  type DeclareVerb,
} from "#src/lib/declare/declare-life.ts";
import { shortTime } from "#src/lib/short-time.ts";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { ChoiceBar } from "#src/office/list/bulk-bar.tsx";
import { useLook } from "#src/office/list/crud-tools.tsx";
import { type Column, type Entity, type Filter, idOf } from "#src/office/list/crud-types.ts";
import { saveFile } from "#src/office/list/export-file.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { BatchChoice, Counts, QueueRow } from "../wire.ts";
import { ITEM, itemPath, readBatches, readCounts, takeStep, tellItems } from "./calls.ts";
import { stateMark, VERDICTS } from "./verdicts.ts";

const ENTITY: Entity<QueueRow> = {
  noun: "申报",
  unit: "件",
  path: ITEM,
  permi: "declare:item",
  id: "id",
  name: "title",
};

const STATES = (Object.entries(DECLARE_CODES) as [DeclareState, number][])
  .filter(([name]) => name !== "draft")
  .map(([name, code]) => ({ value: String(code), label: DECLARE_LIFE.states[name].name }));

const filtersOf = (batches: readonly BatchChoice[]): readonly Filter[] => [
  { kind: "text", name: "keyword", label: "关键词", hint: "题目、申报编号、单位" },
  {
    kind: "choice",
    name: "batchId",
    label: "批次",
    options: batches.map(({ id, batchName }) => ({ value: String(id), label: batchName })),
  },
  { kind: "choice", name: "state", label: "状态", options: STATES },
  { kind: "range", name: "Time", label: "提交时间" },
];

const { formCheck, expert, final, publicity, closing, unitCheck, returned } = DECLARE_CODES;
const CHIPS: readonly { key: string; name: string; states: readonly number[] }[] = [
  { key: "check", name: "待形式审查", states: [formCheck] },
  { key: "waiting", name: "待单位审核", states: [unitCheck] },
  { key: "returned", name: "退回修改", states: [returned] },
  { key: "expert", name: "专家评审", states: [expert] },
  { key: "final", name: "待终审", states: [final] },
  { key: "publicity", name: "公示", states: [publicity] },
  { key: "closing", name: "结题申请", states: [closing] },
  { key: "all", name: "全部", states: [] },
];

const queryOf = (states: readonly number[]): Record<string, string> =>
  states.length > 0 ? { state: states.join(",") } : {};

const presetsOf = (counts: Counts | undefined) =>
  CHIPS.map(({ key, name, states }) => ({
    key,
    name,
    query: queryOf(states),
    count: counts
      ?.filter(({ state }) => states.length === 0 || states.includes(state))
      .reduce((sum, { count }) => sum + count, 0),
  }));

const COLUMNS: readonly Column<QueueRow>[] = [
  {
    key: "title",
    title: "题目",
    isSortable: true,
    render: (row) => (
      <ShellLink className="de-name" to={itemPath(row.id)} title={row.title}>
        {row.title}
      </ShellLink>
    ),
  },
  { key: "itemNo", title: "申报编号", width: 116, isSortable: true },
  { key: "category", title: "类别", width: 104 },
  { key: "unitName", title: "单位", width: 180 },
  { key: "leader", title: "负责人", width: 88 },
  { key: "state", title: "状态", width: 116, render: (row) => <Mark entry={stateMark(row)} /> },
  {
    key: "submittedAt",
    title: "提交时间",
    width: 112,
    isSortable: true,
    render: ({ submittedAt }) => (submittedAt ? shortTime(submittedAt) : "—"),
  },
  { key: "batchName", title: "批次", width: 200, isExtra: true },
];

type Outcome = {
  label: string;
  done: number;
  refused: { id: number; name: string; reason: string }[];
};

/** 申报受理: what was handed in. The state, not CRUD, decides what a row allows. */
export default function ListPage() {
  const can = useCan();
  const { data: batches = [] } = useQuery({
    queryKey: [ITEM, "batches"],
    queryFn: readBatches,
    meta: { isQuiet: true },
  });
  const list = useList<QueueRow>(ENTITY, filtersOf(batches), { isLive: true });
  const look = useLook(ITEM, COLUMNS);
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), list.question);
  const [outcome, setOutcome] = useState<Outcome>();
  const { data: counts } = useQuery({
    queryKey: [ITEM, "counts"],
    queryFn: readCounts,
    meta: { isQuiet: true },
  });
  const open = (row: QueueRow) => openPath(itemPath(row.id));
  /** Steps that all chosen rows allow and that ask for nothing more. */
  const together = (["pass", "rank", "establish"] as const satisfies readonly DeclareVerb[]).filter(
    (verb) => choice.rows.length > 0 && choice.rows.every(({ allowed }) => allowed.includes(verb)),
  );
  const takeAll = async (verb: DeclareVerb) => {
    const label = VERDICTS[verb]?.label ?? "";
    const { rows } = choice;
    const isSure = await ask({
      title: `${label}选中的 ${rows.length} 件申报？`,
      text: "每一件分别办理，不能办理的会列出原因。",
      ok: label,
    });
    if (!isSure) return;
    try {
      const results = await takeStep(verb, { ids: rows.map(({ id }) => id) });
      const refused = results
        .filter(({ ok }) => !ok)
        .map(({ id, msg }) => ({
          id,
          name: rows.find((row) => row.id === id)?.title ?? String(id),
          reason: msg,
        }));
      if (refused.length === 0) {
        notify.success(`${label} ${results.length} 件`);
        choice.clear();
      } else setOutcome({ label, done: results.length - refused.length, refused });
      await tellItems();
    } catch (error) {
      report(error);
    }
  };
  return (
    <>
      <ListFrame
        className="de"
        title="申报受理"
        presets={
          <SavedFilters
            page="declaration/item/index"
            presets={presetsOf(counts)}
            query={list.values}
            onPick={list.search}
          />
        }
        inRow={4}
        list={list}
        look={look}
        onExport={
          can.permi(["declare:item:export"])
            ? () => void saveFile(`${ITEM}/export`, list.asked, "申报汇总")
            : undefined
        }
        choice={{ size: choice.size, clear: choice.clear }}
        empty={{ noun: "申报", hint: "申报人提交的申报会显示在这里。" }}
        bulk={
          choice.size > 0 && (
            <ChoiceBar said={`已选 ${choice.size} 件申报`} onClear={choice.clear}>
              {together.map((verb) => (
                <Button key={verb} size="small" onClick={() => void takeAll(verb)}>
                  {VERDICTS[verb]?.label}
                </Button>
              ))}
              {together.length === 0 ? <span>所选申报没有可以一并办理的步骤</span> : null}
            </ChoiceBar>
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={ENTITY}
            columns={look.shown}
            density={look.density}
            list={list}
            choice={choice}
            hasBoxes={can.permi(["declare:item:check", "declare:item:decide"])}
            actions={(row) => [
              {
                key: "open",
                label: row.allowed.length > 0 ? "办理" : "查看",
                permi: "declare:item:query",
                run: open,
              },
            ]}
            onOpen={open}
            scroller={scroller}
            factsOf={(row) => (
              <p className="de-facts">
                <Mark entry={stateMark(row)} />
                <span>{row.itemNo}</span>
                <span>{row.category}</span>
                <span>{row.unitName}</span>
              </p>
            )}
          />
        )}
      </ListFrame>
      {outcome && (
        <RefusedDialog
          title={`${outcome.label}：完成 ${outcome.done} 件，${outcome.refused.length} 件未办理`}
          refused={outcome.refused}
          onClose={() => {
            setOutcome(undefined);
            choice.clear();
          }}
        />
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { RENEWAL_STAGES } from "#src/lib/membership/renewal-stages.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { NoticeDialog } from "#src/office/layers/notice-dialog.tsx";
import { type Refused, RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { ChoiceBar } from "#src/office/list/bulk-bar.tsx";
import { useLook } from "#src/office/list/crud-tools.tsx";
import { type Column, type Entity, type Filter, idOf } from "#src/office/list/crud-types.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { BatchDrawer } from "./batch-drawer.tsx";
import { ProposeDialog } from "./propose-dialog.tsx";
import type { Reminded, RenewalRow, StageCounts } from "./wire.ts";
import "#src/office/list/parts.css";
import "./renewal.css";

const PATH = "/api/bll/member/renewal";

const ENTITY: Entity<RenewalRow> = {
  noun: "会员",
  unit: "位",
  path: PATH,
  permi: "member:renewal",
  id: "id",
  name: "name",
  nameOf: (row) => `${row.name}（${row.memberNo}）`,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "名称或会员编号" },
  {
    kind: "choice",
    name: "memberType",
    label: "类别",
    options: Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
  },
  {
    kind: "choice",
    name: "stage",
    label: "期限",
    options: Object.entries(RENEWAL_STAGES).map(([value, { name }]) => ({ value, label: name })),
  },
];

const LOOKS: Readonly<Record<string, string>> = {
  d7: "warning",
  d30: "warning",
  d60: "primary",
  grace: "warning",
  lapsed: "info",
  lapseList: "danger",
};

const nameOfStage = (stage: string): string =>
  RENEWAL_STAGES[stage as keyof typeof RENEWAL_STAGES]?.name ?? "";

const COLUMNS: Column<RenewalRow>[] = [
  {
    key: "stage",
    title: "期限",
    width: 128,
    render: ({ stage }) => (
      <Mark
        entry={{ dictLabel: nameOfStage(stage), listClass: LOOKS[stage] ?? "info", cssClass: "" }}
      />
    ),
  },
  { key: "memberNo", title: "会员编号", width: 116, isSortable: true },
  { key: "name", title: "名称", isSortable: true },
  { key: "levelName", title: "级别", width: 116 },
  { key: "validTo", title: "会籍至", width: 110, isSortable: true },
  {
    key: "days",
    title: "天数",
    width: 104,
    isNumber: true,
    render: ({ days }) => (days >= 0 ? `还有 ${days} 天` : `已过 ${-days} 天`),
  },
  { key: "phone", title: "手机号码", width: 124, render: (row) => row.phone || "—" },
  {
    key: "reminders",
    title: "已提醒",
    width: 132,
    render: ({ reminders, remindedAt }) =>
      reminders === 0 ? "—" : `${reminders} 次，${remindedAt?.slice(5, 10)}`,
  },
  {
    key: "applyNo",
    title: "办理中",
    width: 168,
    render: ({ signId, applyNo, meetingName }) =>
      signId !== null ? (
        <button
          type="button"
          className="o-link"
          onClick={() => openPath(`/members/application/${signId}`)}
        >
          {applyNo}
        </button>
      ) : (
        meetingName || "—"
      ),
  },
  {
    key: "branchName",
    title: "分支机构",
    width: 160,
    isExtra: true,
    render: (row) => row.branchName || "—",
  },
];

const presetsOf = (counts: StageCounts | undefined) => [
  ...Object.entries(RENEWAL_STAGES).map(([stage, { name }]) => ({
    key: stage,
    name,
    query: { stage },
    count: counts?.find((each) => each.stage === stage)?.count,
  })),
  {
    key: "all",
    name: "全部",
    query: {},
    count: counts?.reduce((sum, { count }) => sum + count, 0),
  },
];

const openMember = ({ memberNo }: RenewalRow) => openPath(`/members/roster?memberNo=${memberNo}`);

/** 到期与续会 (menu row 2204): whose term ends, or has ended, and what is done about it. */
export default function Renewals() {
  const can = useCan();
  const list = useList<RenewalRow>(ENTITY, FILTERS, { isLive: true });
  const look = useLook(PATH, COLUMNS);
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), list.question);
  const [isBatch, setBatch] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [proposed, setProposed] = useState<readonly RenewalRow[]>();
  const [noticed, setNoticed] = useState<readonly RenewalRow[]>();
  const [refused, setRefused] = useState<{ title: string; refused: Refused[] }>();
  const { data: counts } = useQuery({
    queryKey: [PATH, "counts"],
    queryFn: async () =>
      (await call<{ data: StageCounts }>("GET", `${PATH}/counts`, { isQuiet: true })).data,
    meta: { isQuiet: true },
  });
  const mayRemind = can.permi(["member:renewal:remind"]);
  const mayNotify = can.permi(["member:renewal:notice"]);
  const mayPropose = can.permi(["member:renewal:lapse"]);
  const lapsed = choice.rows.filter(({ stage }) => stage === "lapseList");

  const remind = async (rows: readonly RenewalRow[]) => {
    const [first] = rows;
    if (!first || isBusy) return;
    const isSure = await ask({
      title: rows.length === 1 ? `提醒「${first.name}」续会？` : `提醒 ${rows.length} 位会员续会？`,
      text: "发送站内消息和短信。每人每天最多提醒一次，同一会籍的提醒短信最多 3 条。",
      ok: "发送提醒",
    });
    if (!isSure) return;
    setBusy(true);
    try {
      const { data } = await call<{ data: Reminded }>("POST", `${PATH}/remind`, {
        body: { ids: rows.map(({ id }) => id) },
      });
      const failed = data.filter(({ ok }) => !ok);
      const done = data.length - failed.length;
      if (failed.length > 0) {
        setRefused({
          title: `已提醒 ${done} 位，${failed.length} 位没有发送`,
          refused: failed.map(({ id, name, msg }) => ({ id, name, reason: msg })),
        });
      } else notify.success(`已提醒 ${done} 位会员`);
      choice.clear();
    } catch {
      // The refusal is on the screen already, and so is the choice.
    }
    setBusy(false);
    await tellChange([PATH]);
  };

  return (
    <>
      <ListFrame
        title="到期与续会"
        className="rn"
        presets={
          <SavedFilters
            page="member/renewal/index"
            presets={presetsOf(counts)}
            query={list.values}
            onPick={list.search}
          />
        }
        list={list}
        look={look}
        actions={
          can.permi(["member:renewal:batch"]) && (
            <Button onClick={() => setBatch(true)}>团体代缴</Button>
          )
        }
        choice={{ size: choice.size, clear: choice.clear }}
        empty={{ noun: "会员", hint: "会籍在 60 天内到期，或已经到期的会员会显示在这里。" }}
        hints={[
          [["↑", "↓"], "移动"],
          [["X"], "勾选"],
          [["↵"], "查看"],
        ]}
        bulk={
          choice.size > 0 && (
            <ChoiceBar said={`已选 ${choice.size} 位会员`} onClear={choice.clear}>
              {mayRemind && (
                <Button
                  type="primary"
                  size="small"
                  loading={isBusy}
                  onClick={() => void remind(choice.rows)}
                >
                  发送提醒
                </Button>
              )}
              {mayNotify && (
                <Button size="small" onClick={() => setNoticed(choice.rows)}>
                  会费通知
                </Button>
              )}
              {mayPropose && (
                <Button
                  size="small"
                  disabled={lapsed.length === 0}
                  onClick={() => setProposed(lapsed)}
                >
                  提请自动退会 {lapsed.length}
                </Button>
              )}
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
            hasBoxes={mayRemind || mayPropose || mayNotify}
            actions={(row) => [
              { key: "read", label: "详情", permi: "member:member:list", run: openMember },
              {
                key: "remind",
                label: "提醒",
                permi: "member:renewal:remind",
                run: () => void remind([row]),
              },
            ]}
            onOpen={(row) => {
              if (can.permi(["member:member:list"])) openMember(row);
            }}
            scroller={scroller}
          />
        )}
      </ListFrame>
      {proposed && (
        <ProposeDialog
          rows={proposed}
          onClose={() => setProposed(undefined)}
          onDone={() => {
            setProposed(undefined);
            choice.clear();
          }}
        />
      )}
      {noticed && (
        <NoticeDialog
          ids={noticed.map(({ id }) => id)}
          onClose={() => setNoticed(undefined)}
          onSent={choice.clear}
        />
      )}
      {isBatch && <BatchDrawer onClose={() => setBatch(false)} />}
      {refused && <RefusedDialog {...refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}

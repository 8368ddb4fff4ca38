import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { saveFile, savePdf, saveZip } from "#src/office/list/export-file.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import type { Case, Meeting, MeetingSheet } from "../wire.ts";
import { carryOut, MEETING, readSheet, stepMeeting, tellMeetings } from "./calls.ts";
import { CaseTable } from "./case-table.tsx";
import { FreezeDrawer } from "./freeze-drawer.tsx";
import { MeetingDrawer } from "./meeting-drawer.tsx";
import { ReopenDrawer } from "./reopen-drawer.tsx";
import { ResolveDrawer } from "./resolve-drawer.tsx";

type Opened = "new" | "edit" | "freeze" | "reopen" | "resolve";
type Refused = { title: string; refused: { id: number; name: string; reason: string }[] };

/** What is to be carried out of a resolution. */
const dueOf = (cases: readonly Case[], result: string) =>
  cases.filter((each) => each.result === result && !each.isCarried);

/** One meeting of a batch with its declarations. */
export function SheetView({ batchId }: { batchId: number }) {
  const [chosen, setChosen] = useState<number>();
  const [opened, setOpened] = useState<Opened>();
  const { data, error, refetch } = useQuery({
    queryKey: [MEETING, "sheet", batchId, chosen ?? 0],
    queryFn: () => readSheet(batchId, chosen),
    meta: { isQuiet: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { meeting } = data;
  const close = () => setOpened(undefined);
  return (
    <>
      <Head sheet={data} onOpen={setOpened} onChoose={setChosen} />
      <Quotas sheet={data} />
      <CaseTable sheet={data} />
      {meeting ? <CarryOut sheet={data} meeting={meeting} /> : null}
      {opened === "new" || opened === "edit" ? (
        <MeetingDrawer
          sheet={data}
          meeting={opened === "edit" ? meeting : null}
          onClose={close}
          onMade={() => setChosen(undefined)}
        />
      ) : null}
      {opened === "freeze" && meeting ? (
        <FreezeDrawer sheet={data} meeting={meeting} onClose={close} />
      ) : null}
      {opened === "reopen" && meeting ? <ReopenDrawer meeting={meeting} onClose={close} /> : null}
      {opened === "resolve" && meeting ? <ResolveDrawer meeting={meeting} onClose={close} /> : null}
    </>
  );
}

function Head({
  sheet,
  onOpen,
  onChoose,
}: {
  sheet: MeetingSheet;
  onOpen: (what: Opened) => void;
  onChoose: (id: number) => void;
}) {
  const can = useCan();
  const { meeting, meetings, batchId } = sheet;
  const may = (step: string) => meeting?.allowed.some((each) => each === step) ?? false;
  const isEditor = can.permi(["declare:meeting:edit"]);
  const act = async (action: "freeze" | "remove", title: string, text: string, ok: string) => {
    if (!meeting || !(await ask({ title, text, ok }))) return;
    try {
      await stepMeeting(meeting.id, action);
      notify.success(action === "freeze" ? "排名已冻结" : "会议已删除");
      await tellMeetings();
    } catch (failure) {
      report(failure);
    }
  };
  const freeze = () =>
    act(
      "freeze",
      "冻结当前排名？",
      `待终审的 ${sheet.waiting} 件按现在的排名列入终审表；此后专家不能再提交评分，确有需要可以解除冻结。`,
      "冻结排名",
    );
  const remove = () =>
    act(
      "remove",
      `删除「${meeting?.meetingName}」？`,
      "会议还没有冻结排名，删除后可以重新建立。",
      "删除",
    );
  return (
    <section className="pn-card pn-sum" aria-label="会议">
      <div className="mt-facts">
        {meeting ? (
          <>
            {meetings.length > 1 ? (
              <Select
                aria-label="会议"
                className="mt-pick"
                value={meeting.id}
                options={meetings.map(({ id, meetingName, stateName }) => ({
                  value: id,
                  label: `${meetingName}（${stateName}）`,
                }))}
                onChange={onChoose}
              />
            ) : null}
            <dl>
              {[
                ["会议", meeting.meetingName],
                ["日期", meeting.meetingOn],
                ["地点", meeting.place || "—"],
                ["到会委员", `${meeting.members.length} 人`],
                ["状态", meeting.stateName],
                ...(meeting.resolutionOn
                  ? [["决议", `${meeting.resolutionNo}，${meeting.resolutionOn}`]]
                  : []),
              ].map(([term, said]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{said}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : (
          <p className="pn-none">
            {sheet.waiting > 0
              ? `有 ${sheet.waiting} 件申报待终审，建立会议后冻结排名、登记表决和决议。`
              : "本批次还没有待终审的申报。结束专家评审、转终审后，在这里召开会议。"}
          </p>
        )}
      </div>
      <p className="pn-ways">
        {meeting ? (
          <Button onClick={() => void savePdf(`${MEETING}/agenda?id=${meeting.id}`, "终审表")}>
            {meeting.resolutionOn ? "打印决议" : "打印终审表"}
          </Button>
        ) : null}
        {meeting && can.permi(["declare:meeting:export"]) ? (
          <Button
            onClick={() => void saveFile(`${MEETING}/export`, { id: String(meeting.id) }, "终审表")}
          >
            导出终审表
          </Button>
        ) : null}
        {can.permi(["declare:item:export"]) ? (
          <Button
            onClick={() =>
              void saveZip(
                "/api/declaration/item/forms",
                { batchId: String(batchId), state: "5" },
                "待终审申报书",
              )
            }
          >
            打包申报书
          </Button>
        ) : null}
        {may("edit") ? <Button onClick={() => onOpen("edit")}>会议与名额</Button> : null}
        {may("remove") ? (
          <Button danger onClick={() => void remove()}>
            删除会议
          </Button>
        ) : null}
        {may("reopen") ? <Button onClick={() => onOpen("reopen")}>解除冻结</Button> : null}
        {may("freeze") ? (
          <Button
            type="primary"
            disabled={sheet.waiting + sheet.resolved.length === 0}
            onClick={() => (sheet.resolved.length > 0 ? onOpen("freeze") : void freeze())}
          >
            冻结排名
          </Button>
        ) : null}
        {may("resolve") ? (
          <Button type="primary" onClick={() => onOpen("resolve")}>
            登记决议
          </Button>
        ) : null}
        {isEditor && (!meeting || meeting.state === 2) ? (
          <Button type={meeting ? "default" : "primary"} onClick={() => onOpen("new")}>
            建立会议
          </Button>
        ) : null}
      </p>
    </section>
  );
}

/** Places by category, with what was taken of them. */
function Quotas({ sheet: { quotas } }: { sheet: MeetingSheet }) {
  const bounded = quotas.filter(({ places }) => places !== null);
  if (bounded.length === 0) return null;
  return (
    <section className="pn-card" aria-label="名额">
      <ul className="mt-quotas">
        {bounded.map(({ category, places, won, pending, passed }) => {
          const isOver = places !== null && won + pending + passed > places;
          return (
            <li key={category} data-over={isOver ? "" : undefined}>
              <b>{category}</b>
              <span>{`名额 ${places} 件，已用 ${won} 件${pending > 0 ? `，已决议待公示 ${pending} 件` : ""}${passed > 0 ? `，本次通过 ${passed} 件` : ""}`}</span>
              {isOver ? <span className="pn-late">超过名额</span> : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** At the end of a resolved sheet: what it leads to, together. */
function CarryOut({ sheet: { cases }, meeting }: { sheet: MeetingSheet; meeting: Meeting }) {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const passed = dueOf(cases, "pass");
  const declined = dueOf(cases, "refuse");
  const isOpen = meeting.state === 2 && can.permi(["declare:item:decide"]);
  const carry = async (action: "publicise" | "decline", rows: readonly Case[]) => {
    const label = action === "publicise" ? "公示" : "不予立项";
    const isSure = await ask({
      title: `${rows.length} 件按决议${label}？`,
      text:
        action === "publicise"
          ? "公示 5 个工作日，期满且没有待处理的异议时自动立项或授奖；申报人会收到通知。"
          : "不予立项后不能恢复，申报人会收到通知和委员会的意见。",
      ok: label,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      const results = await carryOut(
        action,
        rows.map(({ itemId }) => itemId),
      );
      const left = results.filter(({ ok }) => !ok);
      if (left.length === 0) notify.success(`已${label} ${results.length} 件`);
      else {
        setRefused({
          title: `已${label} ${results.length - left.length} 件，${left.length} 件未办理`,
          refused: left.map(({ id, msg }) => ({
            id,
            name: rows.find((row) => row.itemId === id)?.title ?? String(id),
            reason: msg,
          })),
        });
      }
      await tellMeetings();
    } catch (failure) {
      report(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {isOpen && passed.length + declined.length > 0 ? (
        <footer className="mt-carry">
          <span>按决议办理：</span>
          {passed.length > 0 ? (
            <Button type="primary" loading={isBusy} onClick={() => void carry("publicise", passed)}>
              {`公示 ${passed.length} 件`}
            </Button>
          ) : null}
          {declined.length > 0 ? (
            <Button danger loading={isBusy} onClick={() => void carry("decline", declined)}>
              {`不予立项 ${declined.length} 件`}
            </Button>
          ) : null}
        </footer>
      ) : null}
      {refused ? <RefusedDialog {...refused} onClose={() => setRefused(undefined)} /> : null}
    </>
  );
}

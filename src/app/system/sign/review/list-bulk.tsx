import { useMutation } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useState } from "react";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { isMoment, MomentPicker } from "#src/office/form/moment-picker.tsx";
import type { Refused } from "#src/office/layers/refused-dialog.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { ChoiceBar } from "#src/office/list/bulk-bar.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { QueueRow } from "../wire.ts";
import { check, tellApplications } from "./calls.ts";

type Act = {
  action: "pass" | "return" | "councilPass" | "councilReject";
  label: string;
  ok: string;
  /** What follows for each of them. */
  text: string;
  needsReason?: true;
  /** Asks for number and day of the council's resolution, once for all. */
  isCouncils?: true;
};

const ACTS: readonly Act[] = [
  { action: "pass", label: "批量通过", ok: "通过", text: "将通过初审，逐份进入下一步。" },
  {
    action: "return",
    label: "批量退回",
    ok: "退回",
    text: "将退回申请人修改，下面的意见对每一位都可见。",
    needsReason: true,
  },
  {
    action: "councilPass",
    label: "登记审议通过",
    ok: "登记通过",
    text: "理事会审议通过，逐份进入缴费。",
    isCouncils: true,
  },
  {
    action: "councilReject",
    label: "登记审议不通过",
    ok: "登记不通过",
    text: "申请到此结束，下面的意见对每一位都可见。",
    needsReason: true,
    isCouncils: true,
  },
];

export type BulkOutcome = { label: string; done: number; refused: Refused[] };

/** Persons and units have calls of their own; each application its own result. */
async function run(
  { action, label }: Act,
  rows: readonly QueueRow[],
  given: { opinion: string; resolutionNo?: string; resolutionDate?: string },
) {
  const outcome: BulkOutcome = { label, done: 0, refused: [] };
  for (const memberType of ["01", "02"] as const) {
    const mine = rows.filter((row) => row.memberType === memberType);
    if (mine.length === 0) continue;
    const ids = mine.map(({ id }) => id);
    const results = await check(memberType, { ids, action, ...given });
    for (const { id, ok, msg } of results) {
      if (ok) outcome.done++;
      else {
        const name = mine.find((row) => row.id === id)?.name || `申请 ${id}`;
        outcome.refused.push({ id, name, reason: msg });
      }
    }
  }
  return outcome;
}

/** The bulk bar: pass or return with one opinion for all that are chosen and allow it. */
export function ListBulk({
  rows,
  onClear,
  onRefused,
}: {
  rows: readonly QueueRow[];
  onClear: () => void;
  /** Some were refused. Told to the page: this bar goes with the choice, and the reasons must stay. */
  onRefused: (outcome: BulkOutcome) => void;
}) {
  const isMobile = useIsMobile();
  const [act, setAct] = useState<Act>();
  const countOf = ({ action }: Act) =>
    rows.filter(({ allowed }) => allowed.includes(action)).length;
  const possible = ACTS.filter((each) => countOf(each) > 0);
  return (
    <ChoiceBar
      said={`已选 ${rows.length}${isMobile ? "" : " 份"}`}
      isShort={isMobile}
      onClear={onClear}
    >
      {possible.length === 0 && <span className="o-note">所选申请没有可以批量办理的</span>}
      {possible.map((each, index) => (
        <Button
          key={each.action}
          size={isMobile ? "middle" : "small"}
          {...(index === 0 ? { type: "primary" } : {})}
          onClick={() => setAct(each)}
        >
          {each.label}
          {countOf(each) === rows.length ? "" : ` ${countOf(each)}`}
        </Button>
      ))}
      {act && (
        <OpinionDialog
          act={act}
          rows={rows.filter(({ allowed }) => allowed.includes(act.action))}
          onClose={() => setAct(undefined)}
          onDone={(outcome) => {
            setAct(undefined);
            if (outcome.refused.length > 0) onRefused(outcome);
            else {
              notify.success(`${outcome.label}：${outcome.done} 份申请已办理`);
              onClear();
            }
          }}
        />
      )}
    </ChoiceBar>
  );
}

const names = (rows: readonly QueueRow[]) =>
  rows
    .slice(0, 5)
    .map(({ name }) => `「${name}」`)
    .join("") + (rows.length > 5 ? " 等" : "");

function OpinionDialog({
  act,
  rows,
  onClose,
  onDone,
}: {
  act: Act;
  rows: readonly QueueRow[];
  onClose: () => void;
  onDone: (outcome: BulkOutcome) => void;
}) {
  const [opinion, setOpinion] = useState("");
  const [problem, setProblem] = useState("");
  const [resolution, setResolution] = useState({ resolutionNo: "", resolutionDate: "" });
  const { close, settle } = useCarefulClose(
    [opinion, ...Object.values(resolution)].some((text) => text.trim() !== ""),
    { title: "放弃填写的意见？", text: "申请还没有办理，关闭后要重新填写。" },
    onClose,
  );
  const running = useMutation({
    mutationFn: () =>
      run(act, rows, { opinion: opinion.trim(), ...(act.isCouncils ? resolution : {}) }),
    onSuccess: async (outcome) => {
      settle();
      onDone(outcome);
      await tellApplications();
    },
    onError: (error) => {
      const [text] = Object.values(fieldTexts(error) ?? {});
      if (text) setProblem(text);
      else report(error);
    },
  });
  const go = () => {
    if (running.isPending) return;
    // The server refuses each of several by itself; what concerns all of them is said before.
    if (act.isCouncils && !resolution.resolutionNo.trim()) return setProblem("请填写决议号");
    if (act.isCouncils && !isMoment(resolution.resolutionDate)) return setProblem("请填写决议日期");
    if (act.needsReason && !isLongReason(opinion.trim())) {
      return setProblem(`${act.ok}时请写明原因，至少 ${REASON.least} 个字`);
    }
    running.mutate();
  };
  return (
    <Modal
      open
      title={`${act.label} ${rows.length} 份申请`}
      okText={act.ok}
      cancelText="取消"
      confirmLoading={running.isPending}
      onOk={go}
      onCancel={() => void close()}
    >
      <p className="sr-lead">
        {names(rows)}
        {act.text}
      </p>
      {act.isCouncils && (
        <div className="sr-resolution">
          <Input
            autoFocus
            aria-label="决议号"
            placeholder="决议号"
            maxLength={50}
            value={resolution.resolutionNo}
            onChange={({ target }) => {
              setResolution({ ...resolution, resolutionNo: target.value });
              setProblem("");
            }}
          />
          <MomentPicker
            isDay
            aria-label="决议日期"
            placeholder="决议日期"
            value={resolution.resolutionDate || null}
            onChange={(day) => {
              setResolution({ ...resolution, resolutionDate: day ?? "" });
              setProblem("");
            }}
          />
        </div>
      )}
      <Input.TextArea
        autoFocus={!act.isCouncils}
        rows={3}
        maxLength={500}
        aria-label="审核意见"
        aria-invalid={problem !== ""}
        placeholder={
          act.needsReason ? `原因（必填，至少 ${REASON.least} 字）` : "审核意见（可不填）"
        }
        status={problem ? "error" : ""}
        value={opinion}
        onChange={(event) => {
          setOpinion(event.target.value);
          setProblem("");
        }}
      />
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}

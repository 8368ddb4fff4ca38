import { ArrowLeftOutlined, PlusOutlined, PrinterOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { MEETING_KINDS, RESULT_NAMES, type Verdict } from "#src/lib/membership/council.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { useCan } from "#src/office/account/can.tsx";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { savePdf } from "#src/office/list/export-file.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useDirty, useTab } from "#src/office/tabs/tab.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";
import { COUNCIL, MEETINGS_PATH, readSheet, resolve, takeOff, tellSheets } from "./calls.ts";
import { PickApplications } from "./pick-applications.tsx";
import { type Resolution, ResolveBar } from "./resolve-bar.tsx";
import { type Said, SheetItems } from "./sheet-items.tsx";
import type { Outcome, Sheet, SheetItem } from "./wire.ts";
import "./sheet.css";

/** The sheet of one meeting: what it decides on, and after its resolution what became of it. */
export default function SheetPage({ meetingId }: { meetingId: number }) {
  const { setTitle } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: [COUNCIL, "sheet", meetingId],
    queryFn: () => readSheet(meetingId),
    meta: { isQuiet: true },
  });
  const name = data?.meeting.meetingName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) setTitle(name);
  }, [name]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Page sheet={data} />;
}

const NOTHING: Said = { verdict: "passed", opinion: "" };

function Page({ sheet: { meeting, items } }: { sheet: Sheet }) {
  const can = useCan();
  const mayDecide = can.permi(["member:sign:council"]) && meeting.resolutionNo === "";
  const waiting = items.filter(({ result }) => result === "");
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map());
  const [resolution, setResolution] = useState<Resolution>({ no: "", on: "" });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isPicking, setPicking] = useState(false);
  const [unfinished, setUnfinished] = useState<{ done: number; refused: Outcome[] }>();
  const settle = useDirty(mayDecide && (said.size > 0 || resolution.no.trim() !== ""));
  const saidOf = (id: number): Said => said.get(id) ?? NOTHING;
  const count = (verdict: Verdict) =>
    waiting.filter(({ id }) => saidOf(id).verdict === verdict).length;

  const deciding = useMutation({
    mutationFn: () =>
      resolve({
        id: meeting.id,
        version: meeting.version,
        resolutionNo: resolution.no,
        resolutionDate: resolution.on,
        verdicts: waiting.map(({ id }) => ({ id, ...saidOf(id) })),
      }),
    onSuccess: async (done) => {
      settle();
      const refused = done.filter(({ ok }) => !ok);
      if (refused.length > 0) setUnfinished({ done: done.length - refused.length, refused });
      else notify.success(`已登记决议，${done.length} 项已办理`);
      await tellSheets();
    },
    onError: (failure) => {
      const fields = fieldTexts(failure);
      if (fields) setProblems(fields);
      else {
        report(failure);
        // Somebody may have changed the sheet: it is shown as it is now, what was typed stays.
        void tellSheets();
      }
    },
  });

  const decide = async () => {
    if (deciding.isPending) return;
    const missing = problemsOf(waiting, saidOf, resolution);
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const isSure = await ask({
      title: `登记决议 ${resolution.no.trim()}？`,
      text: `通过 ${count("passed")} 项，不通过 ${count("rejected")} 项，延期再议 ${count("postponed")} 项。登记后名单封存，并逐一通知申请人，不能撤回。`,
      ok: "登记决议",
    });
    if (isSure) deciding.mutate();
  };

  const remove = async (item: SheetItem) => {
    const isSure = await ask({
      title: `把「${item.name}」移出名单？`,
      text: "申请仍待理事会审议，可以列入其他会议。",
      ok: "移出",
    });
    if (!isSure) return;
    try {
      notify.success(await takeOff(meeting.id, [item.id]));
    } catch {
      // The refusal is on the screen already.
    }
    await tellSheets();
  };

  return (
    <div className="cs">
      <header className="cs-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回理事会审议"
          onClick={() => openPath(MEETINGS_PATH)}
        />
        <div className="cs-title">
          <h1>{meeting.meetingName}</h1>
          <p className="o-note">
            {[
              meeting.kind === "standing" ? MEETING_KINDS.standing : MEETING_KINDS.council,
              meeting.meetingOn,
              meeting.place,
              `共 ${items.length} 项`,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div className="cs-acts">
          {mayDecide && (
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setPicking(true)}>
              列入申请
            </Button>
          )}
          <Button
            icon={<PrinterOutlined aria-hidden />}
            disabled={items.length === 0}
            onClick={() =>
              void savePdf(`${COUNCIL}/agenda/${meeting.id}`, `审议名单 ${meeting.meetingName}`)
            }
          >
            打印名单
          </Button>
        </div>
      </header>
      {meeting.resolutionNo && (
        <p className="cs-decided" role="status">
          已于 {meeting.resolutionOn} 登记决议 <b>{meeting.resolutionNo}</b>，名单已封存。
        </p>
      )}
      <section className="o-block cs-body" aria-label="审议名单">
        {items.length === 0 ? (
          <p className="cs-empty">
            名单还是空的。
            {mayDecide ? "请点“列入申请”，从待理事会审议的申请中选择。" : ""}
          </p>
        ) : (
          <SheetItems
            items={items}
            mayDecide={mayDecide}
            saidOf={saidOf}
            problems={problems}
            onSay={(id, change) => {
              setSaid(new Map(said).set(id, { ...saidOf(id), ...change }));
              setProblems({});
            }}
            onRemove={(item) => void remove(item)}
          />
        )}
      </section>
      {mayDecide && waiting.length > 0 && (
        <ResolveBar
          resolution={resolution}
          problems={problems}
          summary={`通过 ${count("passed")} · 不通过 ${count("rejected")} · 延期 ${count("postponed")}`}
          isBusy={deciding.isPending}
          onChange={(next) => {
            setResolution(next);
            setProblems({});
          }}
          onResolve={() => void decide()}
        />
      )}
      {isPicking && <PickApplications meeting={meeting} onClose={() => setPicking(false)} />}
      {unfinished && (
        <RefusedDialog
          title={`决议已登记：办理 ${unfinished.done} 项，${unfinished.refused.length} 项未办理`}
          refused={unfinished.refused.map(({ id, name, msg }) => ({ id, name, reason: msg }))}
          onClose={() => setUnfinished(undefined)}
        >
          <p className="cs-lead">
            下面各项没有按决议办理；仍待审议的记为“{RESULT_NAMES.postponed}”，可以列入下次会议。
          </p>
        </RefusedDialog>
      )}
    </div>
  );
}

/** What the server would refuse, said before it is asked. */
function problemsOf(
  waiting: readonly SheetItem[],
  saidOf: (id: number) => Said,
  { no, on }: Resolution,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (no.trim() === "") problems.resolutionNo = "请填写决议号";
  if (on === "") problems.resolutionDate = "请填写决议日期";
  for (const { id } of waiting) {
    const { verdict, opinion } = saidOf(id);
    if (verdict === "rejected" && !isLongReason(opinion.trim())) {
      problems[`opinion.${id}`] = `不予通过时请写明原因，至少 ${REASON.least} 个字`;
    }
  }
  return problems;
}

import { ArrowLeftOutlined, DownOutlined, UpOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { shortTime } from "#src/lib/short-time.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { INBOX, type InboxRow } from "#src/office/header/inbox.ts";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { activeStore, closeTabs, openPath } from "#src/office/tabs/workspace.ts";
import type { Info, SignWhole } from "../wire.ts";
import { ApplicationFacts, Wishes } from "./application-facts.tsx";
import { History, Invoice, Progress } from "./application-history.tsx";
import {
  applicationPath,
  LIST_PATH,
  openVoucher,
  printForm,
  readApplication,
  SIGN,
} from "./calls.ts";
import { MoneyChecks, ReviewChecks } from "./checks.tsx";
import { Evidence, FileChips } from "./evidence.tsx";
import { evidenceOf } from "./evidence-files.ts";
import { kindText } from "./list-columns.tsx";
import { DueMark, StateMark } from "./state-mark.tsx";
import { VerdictBar } from "./verdict-bar.tsx";
import { type MoneyFields, VERDICTS } from "./verdicts.ts";
import "./application.css";
import "./papers.css";
import "./verdict.css";

/** Links of private files live for ten minutes. */
const FRESH_MS = 8 * 60_000;

/** One application: what it says, its papers, its history, and what may be done with it. */
export default function ApplicationPage({ signId }: { signId: number }) {
  const tab = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: [SIGN, "application", signId],
    queryFn: () => readApplication(signId),
    meta: { isQuiet: true },
    refetchInterval: FRESH_MS,
  });
  const name = data?.sign?.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) tab.setTitle(name);
  }, [name]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data?.sign) return <PageSkeleton />;
  const { sign } = data;
  // What is typed stays while the application is where it was: a branch that is corrected changes nothing of it.
  const key = `${sign.id}-${sign.state}-${data.payment?.id ?? ""}`;
  return <Application key={key} info={{ ...data, sign }} />;
}

/** Opens another page in place of one that is done with, whose tab goes once the other one is shown. */
function openInstead(path: string, to: string): void {
  const stop = activeStore.subscribe(() => {
    if (activeStore.get() === path) return;
    stop();
    queueMicrotask(() => void closeTabs(path));
  });
  openPath(to);
}

/** Applications that wait for this person, the longest waiting first, as in the inbox. */
function useQueue(signId: number) {
  const tab = useTab();
  const { data, refetch } = useQuery({
    queryKey: ["inbox", "signs"],
    queryFn: () =>
      call<{ rows: InboxRow[] }>("GET", "/inbox/list", {
        query: { pageNum: 1, pageSize: 100, kind: "sign" },
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  const ids = (data?.rows ?? [])
    .filter(({ to }) => to.startsWith(applicationPath(0).slice(0, -1)))
    .map(({ id }) => id);
  const at = ids.indexOf(signId);
  const go = (id: number | undefined) => {
    if (id !== undefined) openInstead(tab.path, applicationPath(id));
  };
  return {
    at,
    count: ids.length,
    go: (by: 1 | -1) => go(ids[at + by]),
    /** The one after this, which is done; the first where it was the last. */
    goOn() {
      const next = ids[at + 1] ?? ids.find((id) => id !== signId);
      void refetch();
      if (next !== undefined) return go(next);
      notify.success("等待您办理的申请已全部处理");
      openInstead(tab.path, INBOX);
    },
  };
}

function Application({ info }: { info: Info & { sign: SignWhole } }) {
  const tab = useTab();
  const { sign, payment, fee, allowed, checks } = info;
  const queue = useQueue(sign.id);
  const files = evidenceOf(info);
  const isMoney = allowed.includes("confirm");
  const waits = payment?.state === 0 ? payment : undefined;
  const voucher = waits?.voucherFiles[0];
  const [fileKey, setFileKey] = useState(isMoney && voucher ? voucher : files[0]?.key);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [money, setMoney] = useState<MoneyFields>({
    receivedAmount: waits?.payAmount ?? "",
    bankSerial: waits?.bankSerial ?? "",
    payerName: sign.name,
    payTime: "",
  });
  const chosen = files.find(({ key }) => key === fileKey) ?? files[0];
  // From now on its owner cannot put another voucher in the place of the one that is looked at.
  const { mutate: open } = useMutation({ mutationFn: () => openVoucher(sign.id) });
  const isToOpen = isMoney && waits !== undefined && !waits.isOpened;
  useEffect(() => {
    if (isToOpen) open();
  }, [isToOpen, open]);
  useShortcuts([
    { keys: "J", label: "下一件", isSingle: true, matches: plainKey("j"), run: () => queue.go(1) },
    { keys: "K", label: "上一件", isSingle: true, matches: plainKey("k"), run: () => queue.go(-1) },
  ]);
  const mark = (name: string) =>
    setMarked(marked.includes(name) ? marked.filter((each) => each !== name) : [...marked, name]);
  return (
    <div className="sr-page">
      <header className="sr-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回入会审核"
          onClick={() => openInstead(tab.path, LIST_PATH)}
        />
        <div className="sr-title">
          <div>
            <h1>{sign.name}</h1>
            <span className="o-kind">{kindText(sign)}</span>
            <StateMark state={sign.state} />
          </div>
          <p className="o-note">
            申请号 {sign.applyNo}
            {sign.submittedAt && <> · 提交 {shortTime(sign.submittedAt)}</>}
            {sign.dueAt && (
              <>
                {" · 时限 "}
                <DueMark dueAt={sign.dueAt} isOwnersTurn={sign.isOwnersTurn} />
              </>
            )}
          </p>
        </div>
        <Progress sign={sign} />
        {queue.at >= 0 && (
          <span className="sr-queue">
            {queue.at + 1} / {queue.count}
            <Button
              icon={<UpOutlined aria-hidden />}
              aria-label="上一件"
              disabled={queue.at === 0}
              onClick={() => queue.go(-1)}
            />
            <Button
              icon={<DownOutlined aria-hidden />}
              aria-label="下一件"
              disabled={queue.at === queue.count - 1}
              onClick={() => queue.go(1)}
            />
          </span>
        )}
      </header>
      <div className="sr-body">
        <section className="o-block" aria-labelledby="sr-facts">
          <div className="o-block-head">
            <h2 id="sr-facts">申请资料</h2>
            <button type="button" className="o-link" onClick={() => void printForm(sign)}>
              打印申请表
            </button>
          </div>
          <div className="o-block-body sr-data">
            <ApplicationFacts
              sign={sign}
              marked={marked}
              onMark={allowed.includes("return") ? mark : undefined}
            />
            <Wishes sign={sign} mayRebranch={allowed.includes("rebranch")} />
            <h3>材料</h3>
            <FileChips files={files} chosen={chosen} onChoose={({ key }) => setFileKey(key)} />
          </div>
        </section>
        <div className="sr-middle">
          <Evidence key={chosen?.key ?? ""} files={files} chosen={chosen} />
          {checks && (
            <section className="o-block sr-check" aria-label="核对">
              {isMoney || waits ? (
                <MoneyChecks info={info} checks={checks} received={money.receivedAmount} />
              ) : (
                <ReviewChecks sign={sign} checks={checks} />
              )}
            </section>
          )}
        </div>
        <section className="o-block" aria-labelledby="sr-steps">
          <div className="o-block-head">
            <h2 id="sr-steps">办理过程</h2>
          </div>
          <div className="o-block-body">
            <History info={info} />
            {fee && <Invoice info={info} />}
          </div>
        </section>
      </div>
      {allowed.some((verb) => VERDICTS[verb]) && (
        <VerdictBar
          info={info}
          marked={marked}
          money={money}
          onMoney={(patch) => setMoney({ ...money, ...patch })}
          onDone={queue.goOn}
        />
      )}
    </div>
  );
}

import { type ReactElement, useState } from "react";
import { RECEIPT_KINDS } from "#src/lib/membership/receipts.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { Field, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnReceipt } from "../../finance/receipt/wire.ts";

const PATH = "/api/bll/finance/receipt";

/** What the owner reads of a receipt's state. */
const STATES: Readonly<Record<number, string>> = {
  0: "待开具，开好后会通知您",
  1: "已开具",
  2: "已开具",
  3: "已申请重开，等待处理",
  4: "已作废",
};
const ISSUED: readonly number[] = [1, 2];

/** One's own receipts, the newest first: fetched, and another one asked for. */
export function ReceiptList({ userId }: { readonly userId: number }): ReactElement {
  const { answer, problem, reload } = useOwn<{ data: OwnReceipt[] }>(userId, `${PATH}/mine`);
  const [asked, setAsked] = useState<number>();
  const rows = answer?.data;

  const fetchFile = async (id: number) => {
    try {
      const call = { query: { id } };
      const { data } = await callAsMember<{ data: { url: string } }>(
        userId,
        "GET",
        `${PATH}/file`,
        call,
      );
      window.location.assign(data.url);
    } catch (error) {
      showToast(errorText(error), "error");
    }
  };

  return (
    <section aria-label="票据" className="own-list">
      <OwnProblem
        problem={problem}
        hasAnswer={rows !== undefined}
        waiting="正在读取您的票据"
        reload={reload}
      />
      {rows?.length === 0 ? (
        <EmptyState
          drawing="none"
          title="还没有票据"
          text="会费确认到账后，财务人员会开具票据，开好后在这里下载。"
        />
      ) : null}
      {rows && rows.length > 0 ? (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                <p className="own-name">{`${RECEIPT_KINDS[row.kind] ?? "票据"} ${row.amount} 元`}</p>
                <p className="own-note">
                  {[
                    STATES[row.state] ?? "",
                    row.receiptNo && `票据号码 ${row.receiptNo}`,
                    row.issuedAt && `${row.issuedAt.slice(0, 10)} 开具`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
                <p className="own-note">
                  {[
                    `抬头：${row.title}`,
                    row.taxNo && `税号：${row.taxNo}`,
                    `申请编号 ${row.applyNo}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
                {row.reason && row.state >= 3 ? (
                  <p className="own-note">{`原因：${row.reason}`}</p>
                ) : null}
              </div>
              <div className="own-ways">
                {row.hasFile && row.state !== 4 ? (
                  <button
                    type="button"
                    className="btn btn-primary btn-small"
                    onClick={() => void fetchFile(row.id)}
                  >
                    下载<span className="sr-only">：{row.receiptNo}</span>
                  </button>
                ) : null}
                {ISSUED.includes(row.state) ? (
                  <button
                    type="button"
                    className="btn btn-outline btn-small"
                    aria-expanded={asked === row.id}
                    onClick={() => setAsked(asked === row.id ? undefined : row.id)}
                  >
                    {asked === row.id ? "收起" : "申请重开"}
                    <span className="sr-only">：{row.receiptNo}</span>
                  </button>
                ) : null}
              </div>
              {asked === row.id ? (
                <div className="own-form">
                  <AgainForm
                    userId={userId}
                    id={row.id}
                    onDone={async () => {
                      setAsked(undefined);
                      await reload();
                    }}
                  />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type AgainProps = {
  readonly userId: number;
  readonly id: number;
  readonly onDone: () => Promise<void>;
};

function AgainForm({ userId, id, onDone }: AgainProps) {
  const form = useForm({ reason: "" });
  const onSubmit = form.submit(
    ({ reason }) => ({ reason: isReason(reason.trim()) ? undefined : REASON_ASKED }),
    async ({ reason }) => {
      await callAsMember(userId, "POST", `${PATH}/reissue`, { body: { id, reason } });
      showToast("已提交，财务人员会尽快处理");
      await onDone();
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <Field
        {...form.field("reason")}
        label="重开的原因"
        help="如抬头或税号有误，请写明正确的内容"
        maxLength={200}
      />
      <SubmitButton
        isBusy={form.isBusy}
        label="提交重开申请"
        busyLabel="正在提交"
        message={form.message}
      />
    </form>
  );
}

import { CheckOutlined } from "@ant-design/icons";
import { type SignState, STATE_CODES, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { shortTime } from "#src/lib/short-time.ts";
import type { Info, SignWhole } from "../wire.ts";

/** What an application goes through, with the states in which it stands there. */
const WAY: readonly [name: string, ...states: SignState[]][] = [
  ["提交", "draft", "returned"],
  ["资格初审", "checking", "council"],
  ["缴费", "waitPay", "payFailed"],
  ["财务确认", "payReview"],
  ["发证", "done"],
];

/** The steps on top: what is behind, where it stands, what comes. One that ended has none. */
export function Progress({ sign }: { sign: SignWhole }) {
  const state = stateOfCode(sign.state);
  const at = WAY.findIndex(([, ...states]) => states.includes(state));
  if (at < 0) return null;
  return (
    <ol className="sr-way" aria-label="办理进度">
      {WAY.map(([name], index) => {
        const isDone = index < at || state === "done";
        return (
          <li
            key={name}
            data-done={isDone || undefined}
            {...(index === at ? { "aria-current": "step" as const } : {})}
          >
            <i aria-hidden="true">{isDone ? <CheckOutlined /> : index + 1}</i>
            {name}
          </li>
        );
      })}
    </ol>
  );
}

const WAITS: Readonly<Partial<Record<SignState, string>>> = {
  checking: "等待初审",
  returned: "等待申请人修改",
  council: "等待理事会审议",
  waitPay: "等待申请人缴费",
  payReview: "等待财务确认",
  payFailed: "等待申请人重新提交凭证",
};

const BAD: readonly string[] = ["return", "reject", "councilReject", "fail", "askRevoke", "revoke"];

/** The steps so far, the newest first, each with its opinion. */
export function History({ info: { sign, timeline } }: { info: Info & { sign: SignWhole } }) {
  const waits = WAITS[stateOfCode(sign.state)];
  return (
    <ol className="sr-steps">
      {waits && (
        <li data-now>
          <b>{waits}</b>
        </li>
      )}
      {timeline.map((step) => (
        <li key={`${step.time} ${step.action}`} data-bad={BAD.includes(step.action) || undefined}>
          <b>{step.name}</b>
          <span className="o-note">
            {step.by} · {shortTime(step.time)}
          </span>
          {step.opinion && <p>{step.opinion}</p>}
        </li>
      ))}
    </ol>
  );
}

/** What is due, and for whom the receipt is made out. */
export function Invoice({ info: { sign, fee, payment } }: { info: Info & { sign: SignWhole } }) {
  const invoice = payment?.invoice;
  const rows: [string, string][] = [
    ["应缴", `${fee?.amount ?? "0.00"} 元`],
    ["已收", `${fee?.received ?? "0.00"} 元`],
    ["参考码", fee?.reference ?? "—"],
    ...(invoice
      ? ([
          ["票据", invoice.type === "invoice" ? "发票" : "会费票据"],
          ["抬头", invoice.title || "—"],
          ["税号", invoice.taxNo || "—"],
        ] as [string, string][])
      : []),
    ...(sign.waiverReason ? ([["减免", sign.waiverReason]] as [string, string][]) : []),
    ...(sign.state === STATE_CODES.done && sign.revokeReason
      ? ([["已提请撤销", sign.revokeReason]] as [string, string][])
      : []),
  ];
  return (
    <dl className="sr-invoice">
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

import { MATCH_KINDS } from "#src/lib/bank/match.ts";
import { shortTime } from "#src/lib/short-time.ts";
import type { Column, Filter } from "#src/office/list/crud-types.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { Candidate, LineCounts, LineRow } from "./wire.ts";

const KINDS: Readonly<Record<string, string>> = {
  ...MATCH_KINDS,
  matched: "已匹配",
  aside: "已标记",
};

export const LINE_FILTERS: readonly Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "付款人、附言、流水号或金额" },
  {
    kind: "choice",
    name: "kind",
    label: "匹配情况",
    options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
  },
];

/** Kinds of lines with their numbers, in the order of the work. */
export const presetsOf = (counts: LineCounts | undefined) => [
  {
    key: "open",
    name: "全部待匹配",
    query: {},
    count: counts && counts.sure + counts.likely + counts.hand + counts.none,
  },
  ...(Object.keys(KINDS) as (keyof LineCounts)[]).map((key) => ({
    key,
    name: KINDS[key] ?? "",
    query: { kind: key },
    count: counts?.[key],
  })),
];

const TONES: Readonly<Record<string, string>> = { sure: "green", likely: "blue", hand: "amber" };

function KindMark({ row }: { row: LineRow }) {
  const text =
    row.state === 1 ? "已匹配" : row.state === 2 ? "已标记" : (KINDS[row.kind] ?? KINDS.none);
  return (
    <span className="st-kindmark" data-tone={row.state === 1 ? "green" : TONES[row.kind]}>
      <span className="o-dot" aria-hidden="true" />
      {text}
    </span>
  );
}

/** Less than is due, or more: the word says it, red says it again. */
function Difference({ amount }: { amount: string }) {
  const fen = Math.round(Number(amount) * 100);
  if (amount === "" || fen === 0) return null;
  return <span className="st-bad">{fen < 0 ? `少 ${amount.slice(1)}` : `多 ${amount}`} 元</span>;
}

const applicationPath = (id: number): string => `/members/application/${id}`;

/** 附言 or, where the bank has none, what else it says. */
const Payer = ({ row }: { row: LineRow }) => (
  <>
    <span className="st-name">{row.payerName || "（未写付款人）"}</span>
    <span className="st-sub" title={row.remark}>
      {row.remark || "无附言"}
    </span>
  </>
);

function Application({ row }: { row: LineRow }) {
  if (row.state !== 0) {
    return row.state === 2 ? (
      <span className="o-note">{row.reason}</span>
    ) : (
      row.matches.map(({ signId, applyNo, name, amount }) => (
        <span key={signId} className="st-sub">
          <ShellLink to={applicationPath(signId)}>{name}</ShellLink> {applyNo} · {amount} 元
        </span>
      ))
    );
  }
  const [first, ...more] = row.candidates;
  if (!first) return <span className="o-note">{row.why || "没有同名或同码的待缴申请"}</span>;
  return (
    <>
      <ShellLink className="st-name" to={applicationPath(first.signId)} title={first.name}>
        {first.name}
      </ShellLink>
      <span className="st-sub">
        {first.applyNo} · {first.reference}
        {more.length > 0 ? ` 等 ${more.length + 1} 份` : ""}
      </span>
    </>
  );
}

/** What the voucher of an application says. */
export const voucherText = ({ voucherPayer, voucherAmount, voucherSerial }: Candidate): string =>
  voucherPayer === ""
    ? "未交凭证"
    : [voucherPayer, `${voucherAmount} 元`, voucherSerial].filter(Boolean).join(" · ");

function Due({ row }: { row: LineRow }) {
  if (row.candidates.length === 0) return "—";
  const sum = row.candidates.reduce((total, { leftAmount }) => total + Number(leftAmount), 0);
  return (
    <>
      {sum.toFixed(2)}
      {row.difference !== "" && Number(row.difference) !== 0 && (
        <span className="st-sub">
          <Difference amount={row.difference} />
        </span>
      )}
    </>
  );
}

export const LINE_COLUMNS: readonly Column<LineRow>[] = [
  {
    key: "paidAt",
    title: "到账时间",
    width: 112,
    render: ({ paidAt }) => shortTime(paidAt),
  },
  { key: "payerName", title: "付款人与附言", render: (row) => <Payer row={row} /> },
  {
    key: "leftAmount",
    title: "到账（元）",
    width: 112,
    isNumber: true,
    render: (row) => (
      <>
        {row.amount}
        {row.state === 0 && row.leftAmount !== row.amount && (
          <span className="st-sub">余 {row.leftAmount}</span>
        )}
      </>
    ),
  },
  {
    key: "kind",
    title: "匹配情况",
    width: 176,
    render: (row) => (
      <>
        <KindMark row={row} />
        {row.candidates[0]?.refusal ? (
          <span className="st-sub st-bad">{row.candidates[0].refusal}</span>
        ) : (
          row.candidates.length > 0 && <span className="st-sub">{row.why}</span>
        )}
      </>
    ),
  },
  { key: "candidates", title: "申请", width: 210, render: (row) => <Application row={row} /> },
  {
    key: "difference",
    title: "应缴（元）",
    width: 112,
    isNumber: true,
    render: (row) => <Due row={row} />,
  },
  {
    key: "why",
    title: "凭证",
    width: 190,
    render: (row) =>
      row.candidates[0] ? <span className="st-sub">{voucherText(row.candidates[0])}</span> : "—",
  },
  { key: "serial", title: "流水号", width: 170, isExtra: true },
  { key: "payerTail", title: "付款账号", width: 90, isExtra: true },
  { key: "bankName", title: "银行", width: 140, isExtra: true },
  { key: "lineNo", title: "文件行号", width: 84, isNumber: true, isExtra: true },
];

/** Both sides on a card, one below the other. */
export const LineFacts = ({ row }: { row: LineRow }) => (
  <div className="st-facts-card">
    <p>
      <KindMark row={row} />
      <span>{row.amount} 元</span>
      <span>{shortTime(row.paidAt)}</span>
    </p>
    <div className="st-side">
      <Application row={row} />
      {row.candidates.length > 0 && (
        <span className="st-sub">
          应缴 <Due row={row} />
        </span>
      )}
      {row.candidates[0]?.refusal && <span className="st-bad">{row.candidates[0].refusal}</span>}
    </div>
  </div>
);

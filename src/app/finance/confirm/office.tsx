import { useState } from "react";
import { INCOME_KINDS } from "#src/lib/membership/income.ts";
import { METHOD_NAMES, PAYMENT_STATES } from "#src/lib/membership/payments.ts";
import { useCan } from "#src/office/account/can.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { OrderDrawer } from "./order-drawer.tsx";
import { RefundDrawer } from "./refund-drawer.tsx";
import type { PaymentRow } from "./wire.ts";
import "./confirm.css";

const ENTITY: Entity<PaymentRow> = {
  noun: "缴费记录",
  path: "/api/bll/finance/confirm",
  permi: "member:finance",
  id: "id",
  name: "applyNo",
  nameOf: (row) => `${row.applyNo} ${row.payerName}`,
  unit: "条",
  isKept: () => true,
};

const COLOURS = ["warning", "success", "danger", "info"];
const stateOf = (state: number) => ({
  dictLabel: PAYMENT_STATES[state as keyof typeof PAYMENT_STATES] ?? "",
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const FILTERS: Filter[] = [
  { kind: "choice", name: "state", label: "状态", options: choices(PAYMENT_STATES) },
  {
    kind: "text",
    name: "keyword",
    label: "查找",
    hint: "付款人、申请人、申请号、附言码或流水号",
  },
  { kind: "choice", name: "method", label: "缴费方式", options: choices(METHOD_NAMES) },
  { kind: "range", name: "Time", label: "提交时间" },
];

/** Less than was due, or more: the word says it, red says it again. */
function Difference({ row }: { row: PaymentRow }) {
  const fen = Math.round(Number(row.difference) * 100);
  if (fen === 0 || row.state === 3) return "—";
  return (
    <span className="fin-bad">
      {fen < 0 ? `少 ${row.difference.slice(1)}` : `多 ${row.difference}`}
    </span>
  );
}

const COLUMNS: Column<PaymentRow>[] = [
  { key: "state", title: "状态", width: 96, render: (row) => <Mark entry={stateOf(row.state)} /> },
  {
    key: "applyNo",
    title: "申请或活动",
    width: 150,
    render: (row) => (
      <>
        {row.applyNo}
        <br />
        <span className="o-note">{[row.name, row.activityTitle].filter(Boolean).join(" · ")}</span>
      </>
    ),
  },
  {
    key: "payerName",
    title: "付款人",
    render: (row) => (
      <>
        {row.payerName}
        {row.warning && (
          <>
            <br />
            <span className="fin-bad">{row.warning}</span>
          </>
        )}
      </>
    ),
  },
  {
    key: "incomeType",
    title: "类别",
    width: 72,
    render: (row) => INCOME_KINDS[row.incomeType] ?? row.incomeType,
  },
  { key: "dueAmount", title: "应缴（元）", width: 104, isNumber: true },
  {
    key: "payAmount",
    title: "缴费（元）",
    width: 104,
    isNumber: true,
    render: (row) => (row.state === 1 ? row.receivedAmount : row.payAmount),
  },
  {
    key: "difference",
    title: "差额（元）",
    width: 112,
    isNumber: true,
    render: (row) => <Difference row={row} />,
  },
  { key: "reference", title: "附言码", width: 106 },
  { key: "bankSerial", title: "银行流水号", width: 180 },
  { key: "payTime", title: "缴费时间", width: 164 },
  { key: "createTime", title: "提交时间", width: 164, isExtra: true },
  { key: "confirmedAt", title: "确认时间", width: 164, isExtra: true },
];

/** 到账确认 (menu row 2301): payments; one of dues leads to its application, one for an activity is confirmed here. */
export default function Payments() {
  const [refunded, setRefunded] = useState<PaymentRow>();
  const [opened, setOpened] = useState<PaymentRow>();
  const can = useCan();
  const openRow = (row: PaymentRow) =>
    row.signId === null ? setOpened(row) : void openPath(`/members/application/${row.signId}`);
  const mayOpen = (row: PaymentRow) => row.signId !== null || can.permi(["member:finance:confirm"]);
  const refund: RowAction<PaymentRow> = {
    key: "refund",
    label: "退款或更正",
    permi: "finance:refund:add",
    run: setRefunded,
  };
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="到账确认"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: openRow }}
        rowActions={(row, [open]) => [
          ...(open && mayOpen(row)
            ? [{ ...open, label: row.state === 0 ? "核对" : "查看", run: openRow }]
            : []),
          ...(row.state === 1 ? [refund] : []),
        ]}
      />
      {opened && <OrderDrawer row={opened} onClose={() => setOpened(undefined)} />}
      {refunded && <RefundDrawer row={refunded} onClose={() => setRefunded(undefined)} />}
    </>
  );
}

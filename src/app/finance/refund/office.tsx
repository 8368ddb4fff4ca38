import { Form, Input } from "antd";
import { useState } from "react";
import { REFUND_KINDS, REFUND_STATES } from "#src/lib/membership/payments.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { RefundRow } from "./wire.ts";

const PATH = "/api/bll/finance/refund";

const ENTITY: Entity<RefundRow> = {
  noun: "退款",
  path: PATH,
  permi: "finance:refund",
  id: "id",
  name: "applyNo",
  nameOf: (row) => `${row.applyNo} ${row.payerName}`,
  unit: "笔",
  isUnexported: true,
  isKept: () => true,
};

const COLOURS = ["warning", "primary", "danger", "success"];
const stateOf = ({ kind, state }: RefundRow) => ({
  dictLabel:
    kind === "correction" && state === 1
      ? "已更正"
      : (REFUND_STATES[state as keyof typeof REFUND_STATES] ?? ""),
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const FILTERS: Filter[] = [
  { kind: "choice", name: "state", label: "状态", options: choices(REFUND_STATES) },
  { kind: "text", name: "keyword", label: "查找", hint: "付款人、申请人或申请号" },
  { kind: "choice", name: "kind", label: "类别", options: choices(REFUND_KINDS) },
  { kind: "range", name: "Time", label: "提出时间" },
];

const COLUMNS: Column<RefundRow>[] = [
  { key: "state", title: "状态", width: 96, render: (row) => <Mark entry={stateOf(row)} /> },
  { key: "applyNo", title: "申请号", width: 136 },
  { key: "payerName", title: "付款人", width: 150 },
  { key: "kind", title: "类别", width: 96, render: (row) => REFUND_KINDS[row.kind] },
  { key: "receivedAmount", title: "到账（元）", width: 112, isNumber: true },
  { key: "amount", title: "退款或更正（元）", width: 140, isNumber: true },
  { key: "reason", title: "原因" },
  { key: "askedBy", title: "提出人", width: 110 },
  { key: "decidedBy", title: "复核人", width: 110 },
  { key: "createTime", title: "提出时间", width: 164 },
  { key: "opinion", title: "复核意见", width: 180, isExtra: true },
  { key: "decidedAt", title: "复核时间", width: 164, isExtra: true },
];

async function send(path: string, body: object): Promise<void> {
  try {
    const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${path}`, { body });
    notify.success(msg);
  } catch {
    // The refusal is on the screen already.
  }
  await tellChange([PATH]);
}

const what = (row: RefundRow) => `${REFUND_KINDS[row.kind] ?? ""} ${row.amount} 元`;

async function agree(row: RefundRow): Promise<void> {
  const isSure = await ask({
    title: `同意${what(row)}？`,
    text: `${row.applyNo} ${row.payerName}，到账 ${row.receivedAmount} 元。原因：${row.reason}`,
    ok: "同意",
  });
  if (isSure) await send("decide", { id: row.id, isAgreed: true });
}

async function payOut(row: RefundRow): Promise<void> {
  const isSure = await ask({
    title: `${what(row)}已经付出？`,
    text: `登记后将通知缴费人，不能撤回。收款人：${row.payerName}。`,
    ok: "已付出",
  });
  if (isSure) await send("paid", { id: row.id });
}

const APPROVE = "finance:refund:approve";
const AGREE: RowAction<RefundRow> = {
  key: "agree",
  label: "同意",
  permi: APPROVE,
  run: (row) => void agree(row),
};
const PAID: RowAction<RefundRow> = {
  key: "paid",
  label: "登记已退款",
  permi: APPROVE,
  run: (row) => void payOut(row),
};

const openSign = ({ signId, applyNo }: RefundRow) =>
  openPath(signId ? `/members/application/${signId}` : `/finance/confirm?keyword=${applyNo}`);

/** 退款与调整 (menu row 2304): what was asked for, decided by another person, and marked as paid out. */
export default function Refunds() {
  const [refused, setRefused] = useState<RefundRow>();
  const refuse: RowAction<RefundRow> = {
    key: "refuse",
    label: "驳回",
    permi: APPROVE,
    run: setRefused,
  };
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="退款与调整"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: openSign }}
        rowActions={(row, [open]) => [
          ...(row.mayDecide ? [AGREE, refuse] : []),
          ...(row.state === 1 && row.kind === "refund" ? [PAID] : []),
          ...(open ? [{ ...open, label: "查看申请", run: openSign }] : []),
        ]}
      />
      {refused && (
        <CrudDrawer
          title={`驳回${what(refused)}`}
          initial={{ opinion: "" }}
          names={["opinion"]}
          save={async ({ opinion }) => {
            const { msg } = await call<{ msg: string }>("PUT", `${PATH}/decide`, {
              body: { id: refused.id, isAgreed: false, opinion },
              isQuiet: true,
            });
            setRefused(undefined);
            notify.success(msg);
            await tellChange([PATH]);
          }}
          onClose={() => setRefused(undefined)}
        >
          <Form.Item name="opinion" label="驳回原因">
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        </CrudDrawer>
      )}
    </>
  );
}

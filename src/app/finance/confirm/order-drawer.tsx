import { Form, Input, Radio, Select } from "antd";
import { useState } from "react";
import { PAYMENT_STATES, REFUSAL_REASONS } from "#src/lib/membership/payments.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { useOpened } from "#src/office/layers/use-opened.ts";
import type { OrderMoney } from "../../activity/wire.ts";
import type { PaymentRow } from "./wire.ts";

const PATH = "/api/bll/finance/confirm";

/** Money of a signing up for an activity: what is due and what was handed in, to be confirmed or refused. */
export function OrderDrawer({ row, onClose }: { row: PaymentRow; onClose: () => void }) {
  const { data } = useOpened([`${PATH}/order/open`, row.orderId], () =>
    call<{ data: OrderMoney }>("POST", `${PATH}/order/open`, { body: { orderId: row.orderId } }),
  );
  return data ? <Verdict order={data.data} onClose={onClose} /> : null;
}

function Verdict({ order, onClose }: { order: OrderMoney; onClose: () => void }) {
  const can = useCan();
  const [isRefused, setRefused] = useState(false);
  const { waiting } = order;
  const mayDecide = waiting !== null && can.permi(["member:finance:confirm"]);
  const initial = {
    verdict: "pass",
    receivedAmount: waiting?.payAmount ?? "",
    bankSerial: waiting?.bankSerial ?? "",
    reasonCode: undefined,
    reason: "",
  };
  return (
    <CrudDrawer
      title={`核对活动缴费：${order.contactName}`}
      initial={initial}
      names={["receivedAmount", "bankSerial", "reasonCode", "reason"]}
      save={async (values) => {
        if (!mayDecide) return onClose();
        const body = { ...values, reasonCode: values.reasonCode ?? "", orderId: order.orderId };
        const path = `${PATH}/order/${isRefused ? "fail" : "pass"}`;
        const { msg } = await call<{ msg: string }>("PUT", path, { body, isQuiet: true });
        onClose();
        notify.success(msg);
        await tellChanges([PATH, "inbox", "workbench"]);
      }}
      onClose={onClose}
    >
      <Facts order={order} />
      {mayDecide ? (
        <>
          <Form.Item name="verdict" label="核对结果">
            <Radio.Group
              onChange={({ target }) => setRefused(target.value === "fail")}
              options={[
                { value: "pass", label: "确认到账" },
                { value: "fail", label: "驳回凭证" },
              ]}
            />
          </Form.Item>
          {isRefused ? (
            <>
              <Form.Item name="reasonCode" label="驳回原因">
                <Select
                  options={Object.entries(REFUSAL_REASONS).map(([value, label]) => ({
                    value,
                    label,
                  }))}
                />
              </Form.Item>
              <Form.Item name="reason" label="说明" extra="缴费人会看到。">
                <Input.TextArea rows={3} maxLength={200} showCount />
              </Form.Item>
            </>
          ) : (
            <>
              <Form.Item name="receivedAmount" label="实收金额（元）">
                <Input inputMode="decimal" maxLength={20} />
              </Form.Item>
              <Form.Item name="bankSerial" label="银行流水号">
                <Input maxLength={40} />
              </Form.Item>
            </>
          )}
        </>
      ) : null}
    </CrudDrawer>
  );
}

function Facts({ order }: { order: OrderMoney }) {
  const { waiting, payments, voucherUsed, serialUsed } = order;
  const shown = waiting ? [waiting] : payments.slice(0, 3);
  return (
    <>
      <p>
        <b>{order.title}</b>
        {order.isCancelled && <span className="fin-bad"> 活动已取消，确认到账后转入退费。</span>}
      </p>
      <p className="o-note">
        {order.priceName} · 附言码 {order.reference} · 待缴 {order.dueAmount} 元
      </p>
      <ul className="fin-places">
        {order.entries.map(({ id, name, stateName, amount }) => (
          <li key={id}>
            {name} {amount} 元 · {stateName}
          </li>
        ))}
      </ul>
      {shown.map((each) => (
        <p key={each.id}>
          {PAYMENT_STATES[each.state as keyof typeof PAYMENT_STATES]}：{each.payerName} 于{" "}
          {each.payTime.slice(0, 10)} 缴 {each.payAmount} 元
          {each.bankSerial && `，流水号 ${each.bankSerial}`}
          {each.reason && `（${each.reason}）`}{" "}
          {each.voucherLinks.map((url, at) => (
            <a key={url} href={url} target="_blank" rel="noreferrer">
              凭证{at + 1}{" "}
            </a>
          ))}
        </p>
      ))}
      {voucherUsed.length > 0 && (
        <p className="fin-bad">凭证曾用于另一笔缴费：{voucherUsed.join("、")}</p>
      )}
      {serialUsed.length > 0 && (
        <p className="fin-bad">流水号已用于另一笔缴费：{serialUsed.join("、")}</p>
      )}
    </>
  );
}

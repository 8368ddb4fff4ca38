import { Form, Input, Radio } from "antd";
import { REFUND_KINDS } from "#src/lib/membership/payments.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import type { PaymentRow } from "./wire.ts";

const PATH = "/api/bll/finance/refund";

/** Asks that money of a confirmed payment is given back, or that its amount is put right. */
export function RefundDrawer({ row, onClose }: { row: PaymentRow; onClose: () => void }) {
  return (
    <CrudDrawer
      title={`退款或更正：${row.applyNo} ${row.payerName}`}
      initial={{ kind: "refund", amount: "", reason: "" }}
      names={["kind", "amount", "reason"]}
      save={async (values) => {
        const { msg } = await call<{ msg: string }>("POST", PATH, {
          body: { ...values, paymentId: row.id },
          isQuiet: true,
        });
        onClose();
        notify.success(msg);
        await tellChange([PATH]);
      }}
      onClose={onClose}
    >
      <p className="o-note">
        这笔缴费到账 {row.receivedAmount} 元。提交后由另一人在“退款与调整”中复核。
      </p>
      <Form.Item name="kind" label="类别">
        <Radio.Group
          options={Object.entries(REFUND_KINDS).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      <Form.Item
        name="amount"
        label="金额（元）"
        extra="金额更正填与原记录的差额：少记了填正数，多记了在前面加减号，如 -50。"
      >
        <Input inputMode="decimal" maxLength={20} />
      </Form.Item>
      <Form.Item name="reason" label="原因">
        <Input.TextArea rows={3} maxLength={200} showCount placeholder="如：重复缴费" />
      </Form.Item>
    </CrudDrawer>
  );
}

import { type ReactElement, useCallback, useEffect, useState } from "react";
import { fenOf, moneyBrief, moneyShown } from "../../lib/text/money.ts";
import { PayPanel } from "../pay/pay-panel.tsx";
import { ApiError, callApi } from "../session/http.ts";
import { callAsMember } from "../session/member-session.ts";
import { useVisitor } from "../session/session.ts";
import { showToast } from "../shell/toast.tsx";

type Payment = {
  id: number;
  state: number;
  payAmount: string;
  receivedAmount: string;
  payTime: string;
  payerName: string;
  payerAccountTail: string;
  bankSerial: string;
  voucherLinks: string[];
  reason: string;
  isOpened: boolean;
};

/** What an order costs today, as the call tells its owner. */
type Order = {
  orderId: number;
  contactName: string;
  reference: string;
  account: string;
  bank: string;
  accountNo: string;
  isWaiting: boolean;
  isPaying: boolean;
  count: number;
  wasAmount: string;
  priceAmount: string;
  priceName: string;
  rest: string;
  invoice: { title: string; taxNo: string; email: string };
  payments: Payment[];
};

type Props = {
  readonly orderId: number;
  /** What shows whose order it is, where there is no account. */
  readonly shown: { code?: string; proof?: string };
  readonly onChange: () => Promise<void>;
};

const STATES: Readonly<Record<number, string>> = { 0: "待确认", 1: "已到账", 2: "已驳回" };

/** The fee of those who were signed up together: what is to be paid today, where to, and the voucher. */
export function OrderPay({ orderId, shown, onChange }: Props): ReactElement | null {
  const visitor = useVisitor();
  const userId = visitor.user?.userId;
  const [order, setOrder] = useState<Order>();

  const read = useCallback(async () => {
    try {
      const { data } = await callApi<{ data: Order }>("POST", "/api/activity/activities/quote", {
        body: { orderId, ...shown },
      });
      setOrder(data);
    } catch {
      // Somebody else signed this person up, and pays for them.
      setOrder(undefined);
    }
  }, [orderId, shown]);
  useEffect(() => {
    if (visitor.state !== "unknown") void read();
  }, [visitor.state, read]);

  if (!order || (!order.isWaiting && order.payments.length === 0)) return null;
  const [last] = order.payments;
  const isOther = order.priceAmount !== order.wasAmount;
  return (
    <div className="own-pay">
      {order.isWaiting ? (
        <PayPanel
          key={`${order.isPaying} ${last?.id ?? 0}`}
          what="活动费用"
          userId={userId}
          rest={moneyShown(fenOf(order.rest) ?? 0)}
          reference={order.reference}
          account={order.account}
          accountNo={order.accountNo}
          bank={order.bank}
          payerName={order.contactName}
          payment={last?.state === 0 || last?.state === 2 ? last : null}
          invoice={order.invoice}
          send={async ({ invoice, ...given }) => {
            const body = {
              orderId,
              ...shown,
              ...given,
              invoice: { ...invoice, titleType: invoice?.taxNo ? "unit" : "person" },
              dueAmount: order.rest,
            };
            try {
              if (userId === undefined) {
                await callApi("POST", "/api/activity/activities/pay", { body, isToken: false });
              } else await callAsMember(userId, "POST", "/api/activity/activities/pay", { body });
            } catch (error) {
              // The new amount stands above what was typed; to hand it in again is to agree to it.
              if (error instanceof ApiError && error.fields?.dueAmount) await read();
              throw error;
            }
            showToast("已提交，等待财务确认");
            await read();
            await onChange();
          }}
        >
          <p className="pay-note" role="status">
            {order.priceName} {moneyBrief(fenOf(order.priceAmount) ?? 0)} 元，共 {order.count} 位
            {isOther
              ? `；报名时为 ${moneyBrief(fenOf(order.wasAmount) ?? 0)} 元，以提交当日的费用为准`
              : ""}
            。
          </p>
        </PayPanel>
      ) : null}
      <ul className="pay-list">
        {order.payments.map((payment) => (
          <li key={payment.id}>
            <b>{`${payment.state === 1 ? payment.receivedAmount : payment.payAmount} 元`}</b>
            <span>{STATES[payment.state]}</span>
            <span>{payment.payTime.slice(0, 10)}</span>
            <span>{payment.payerName}</span>
            {payment.voucherLinks.map((url, at) => (
              <a key={url} className="link" href={url} target="_blank" rel="noreferrer">
                凭证{at + 1}
              </a>
            ))}
            {payment.reason ? <p>{payment.reason}</p> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { ReactElement } from "react";
import type { PaymentShape } from "../../system/sign/wire.ts";

const STATES: Readonly<Record<number, string>> = { 0: "待确认", 1: "已到账", 2: "已驳回" };

/** What was paid for the application. */
export function Payments({
  payments,
}: {
  readonly payments: readonly PaymentShape[];
}): ReactElement | null {
  if (payments.length === 0) return null;
  return (
    <section className="mine-payments">
      <h2>缴费记录</h2>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id}>
            <b>{`${payment.state === 1 ? payment.receivedAmount : payment.payAmount} 元`}</b>
            <span data-state={payment.state}>{STATES[payment.state]}</span>
            <span>{payment.payTime.slice(0, 10)}</span>
            <span>{payment.payerName}</span>
            {payment.voucherLinks.map((url, index) => (
              <a key={url} className="link" href={url} target="_blank" rel="noreferrer">
                {`凭证${payment.voucherLinks.length > 1 ? index + 1 : ""}`}
              </a>
            ))}
            {payment.reason ? <p>{payment.reason}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { ReactElement } from "react";
import { fenOf, moneyShown } from "#src/lib/text/money.ts";
import { PayPanel } from "#src/site/pay/pay-panel.tsx";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { Fee, PaymentShape, SignWhole } from "../../system/sign/wire.ts";

type Props = {
  readonly userId: number;
  readonly sign: SignWhole;
  readonly fee: Fee;
  /** The last that was handed in: one that is corrected begins with it. */
  readonly payment: PaymentShape | null;
  readonly onPaid: () => Promise<void>;
};

/** Where to transfer the dues, and the voucher of it. */
export function PayForm({ userId, sign, fee, payment, onPaid }: Props): ReactElement {
  const { reference, account, accountNo, bank } = fee;
  return (
    <PayPanel
      what="会费"
      userId={userId}
      rest={moneyShown((fenOf(fee.amount) ?? 0) - (fenOf(fee.received) ?? 0))}
      {...{ reference, account, accountNo, bank, payment }}
      payerName={sign.name}
      send={async (given) => {
        await callAsMember(userId, "PUT", "/api/system/sign/addFinance", {
          body: { id: sign.id, version: sign.version, ...given, payMethod: "bank" },
        });
        showToast("凭证已提交");
        await onPaid();
      }}
    />
  );
}

import { type ReactElement, useState } from "react";
import { formatDay } from "#src/lib/text/dates.ts";
import { checkMoney, fenOf, moneyShown } from "#src/lib/text/money.ts";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { FieldShell } from "#src/site/form/field-shell.tsx";
import { Field } from "#src/site/form/form.tsx";
import { UploadList } from "#src/site/form/upload-list.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { Fee, PaymentShape, SignWhole } from "../../system/sign/wire.ts";
import { CopyLine } from "./copy-line.tsx";

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
  const rest = (fenOf(fee.amount) ?? 0) - (fenOf(fee.received) ?? 0);
  const isCorrection = payment?.state === 0 || payment?.state === 2;
  const form = useForm({
    payAmount: isCorrection ? payment.payAmount : moneyShown(rest).replaceAll(",", ""),
    payTime: isCorrection ? payment.payTime.slice(0, 10) : formatDay(new Date()),
    payerName: isCorrection ? payment.payerName : sign.name,
    payerAccountTail: isCorrection ? payment.payerAccountTail : "",
    bankSerial: isCorrection ? payment.bankSerial : "",
  });
  const [files, setFiles] = useState<string[]>([]);
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});
  const isOpened = payment?.state === 0 && payment.isOpened;
  // A voucher that waits is seldom replaced: its form opens by a button.
  const [isShown, setShown] = useState(payment?.state !== 0);

  const handIn = form.submit(
    (values) => ({
      payAmount: checkMoney(values.payAmount),
      payTime: values.payTime ? undefined : "请选择缴费时间",
      payerName: values.payerName.trim() ? undefined : "请填写付款人名称",
      payerAccountTail: /^(\d{4})?$/.test(values.payerAccountTail)
        ? undefined
        : "请填写付款账号的后 4 位数字",
      voucherFiles: files.length > 0 ? undefined : "请上传缴费凭证",
    }),
    async (values) => {
      await callAsMember(userId, "PUT", "/api/system/sign/addFinance", {
        body: {
          id: sign.id,
          version: sign.version,
          ...values,
          payMethod: "bank",
          voucherFiles: files,
        },
      });
      showToast("凭证已提交");
      await onPaid();
    },
  );

  return (
    <section className="mine-pay" id="pay">
      <h2>{payment?.state === 0 ? "会费账户" : "缴纳会费"}</h2>
      <dl className="mine-account">
        <CopyLine
          label="应缴金额"
          value={`${moneyShown(rest)} 元`}
          copied={moneyShown(rest).replaceAll(",", "")}
          isLarge
        />
        <CopyLine label="附言（参考码）" value={fee.reference} isLarge />
        <CopyLine label="收款户名" value={fee.account} />
        <CopyLine label="收款账号" value={fee.accountNo} />
        <CopyLine label="开户行" value={fee.bank} />
      </dl>
      <p className="mine-meta">
        转账时请在附言中只填写参考码，便于自动核对。学会不会通过短信链接或个人账户收取会费。
      </p>
      {isOpened ? (
        <p role="status">财务人员正在核对您的凭证，暂时不能更换。</p>
      ) : !isShown ? (
        <button type="button" className="btn btn-outline" onClick={() => setShown(true)}>
          更换凭证
        </button>
      ) : (
        <form ref={form.formRef} className="form" noValidate onSubmit={handIn}>
          <h3>转账后上传凭证</h3>
          <Field {...form.field("payAmount")} label="缴费金额（元）" inputMode="decimal" />
          <FieldShell id="pay-time" label="缴费日期" error={form.errors.payTime}>
            <input
              id="pay-time"
              type="date"
              className="input"
              value={form.values.payTime}
              max={formatDay(new Date())}
              aria-invalid={form.errors.payTime ? true : undefined}
              onChange={(event) => form.set("payTime", event.target.value)}
            />
          </FieldShell>
          <Field {...form.field("payerName")} label="付款人名称" help="与转账账户的户名一致" />
          <Field
            {...form.field("payerAccountTail")}
            label="付款账号后 4 位（选填）"
            inputMode="numeric"
            maxLength={4}
          />
          <Field
            {...form.field("bankSerial")}
            label="银行流水号（选填）"
            help="回单上的交易流水号"
          />
          <UploadList
            id="pay-voucher"
            label="缴费凭证"
            userId={userId}
            purpose="voucher"
            types={PURPOSES.voucher.types}
            max={3}
            files={files}
            links={links}
            error={form.errors.voucherFiles}
            help="银行回单或转账成功的截图"
            onChange={(next, link) => {
              setFiles(next);
              form.clear("voucherFiles");
              if (link) setLinks((before) => ({ ...before, [link[0]]: link[1] }));
            }}
          />
          {form.message ? (
            <p className="field-error" role="alert">
              {form.message}
            </p>
          ) : null}
          <button type="submit" className="btn btn-primary" aria-disabled={form.isBusy}>
            {form.isBusy ? "正在提交…" : "提交凭证"}
          </button>
        </form>
      )}
    </section>
  );
}

import { type ReactElement, type ReactNode, useState } from "react";
import { formatDay } from "#src/lib/text/dates.ts";
import { checkMoney } from "#src/lib/text/money.ts";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { FieldShell } from "../form/field-shell.tsx";
import { Field } from "../form/form.tsx";
import { UploadList } from "../form/upload-list.tsx";
import { forgetTyped, useTypedFiles, useTypedForm } from "../form/use-typed.ts";
import { CopyLine } from "./copy-line.tsx";
import "./pay.css";

/** A payment as its payer sees it. */
type Payment = {
  state: number;
  payAmount: string;
  payTime: string;
  payerName: string;
  payerAccountTail: string;
  bankSerial: string;
  isOpened: boolean;
};

type Invoice = { title: string; taxNo: string; email: string };

type HandedIn = {
  payAmount: string;
  payTime: string;
  payerName: string;
  payerAccountTail: string;
  bankSerial: string;
  voucherFiles: string[];
  invoice?: Invoice;
};

type Props = {
  /** 会费, 活动费用. */
  readonly what: string;
  /** Whose uploads the vouchers are; undefined for a guest, who names the transfer instead. */
  readonly userId: number | undefined;
  /** Yuan that are still to be paid. */
  readonly rest: string;
  readonly reference: string;
  readonly account: string;
  readonly accountNo: string;
  readonly bank: string;
  readonly payerName: string;
  /** The last that was handed in: one that is corrected begins with it. */
  readonly payment: Payment | null;
  /** For whom the paper is made out, where that is asked here. */
  readonly invoice?: Invoice;
  /** Stands above the form: what has changed since. */
  readonly children?: ReactNode;
  readonly send: (given: HandedIn) => Promise<void>;
};

/** Where to transfer money, and the voucher of it. */
export function PayPanel(props: Props): ReactElement {
  const { what, userId, rest, payment, invoice } = props;
  const isGuest = userId === undefined;
  const isCorrection = payment?.state === 0 || payment?.state === 2;
  // A voucher that is corrected is another form than the first one.
  const name = `pay:${userId ?? "guest"}:${props.reference}:${payment?.state ?? "new"}`;
  const form = useTypedForm(name, {
    payAmount: isCorrection ? payment.payAmount : rest.replaceAll(",", ""),
    payTime: isCorrection ? payment.payTime.slice(0, 10) : formatDay(new Date()),
    payerName: isCorrection ? payment.payerName : props.payerName,
    payerAccountTail: isCorrection ? payment.payerAccountTail : "",
    bankSerial: isCorrection ? payment.bankSerial : "",
    "invoice.title": invoice?.title ?? "",
    "invoice.taxNo": invoice?.taxNo ?? "",
    "invoice.email": invoice?.email ?? "",
  });
  const { files, links, change } = useTypedFiles(name);
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
      bankSerial:
        isGuest && !values.bankSerial.trim() ? "请填写银行流水号，便于财务核对" : undefined,
      voucherFiles: isGuest || files.length > 0 ? undefined : "请上传缴费凭证",
    }),
    async ({ payAmount, payTime, payerName, payerAccountTail, bankSerial, ...of }) => {
      const plain = { payAmount, payTime, payerName, payerAccountTail, bankSerial };
      const { "invoice.title": title, "invoice.taxNo": taxNo, "invoice.email": email } = of;
      const made = invoice ? { invoice: { title, taxNo, email } } : {};
      await props.send({ ...plain, ...made, voucherFiles: files });
      forgetTyped(name);
      setShown(false);
    },
  );

  return (
    <section className="pay-panel" id="pay">
      <h2>{payment?.state === 0 ? `${what}账户` : `缴纳${what}`}</h2>
      <dl className="pay-account">
        <CopyLine label="应缴金额" value={`${rest} 元`} copied={rest.replaceAll(",", "")} isLarge />
        <CopyLine label="附言（参考码）" value={props.reference} isLarge />
        <CopyLine label="收款户名" value={props.account} />
        <CopyLine label="收款账号" value={props.accountNo} />
        <CopyLine label="开户行" value={props.bank} />
      </dl>
      <p className="pay-note">
        转账时请在附言中只填写参考码，便于自动核对。学会不会通过短信链接或个人账户收取{what}。
      </p>
      {props.children}
      {isOpened ? (
        <p role="status">财务人员正在核对您的凭证，暂时不能更换。</p>
      ) : !isShown ? (
        <button type="button" className="btn btn-outline" onClick={() => setShown(true)}>
          更换凭证
        </button>
      ) : (
        <form ref={form.formRef} className="form" noValidate onSubmit={handIn}>
          <h3>{isGuest ? "转账后填写付款信息" : "转账后上传凭证"}</h3>
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
            label={isGuest ? "银行流水号" : "银行流水号（选填）"}
            help="回单上的交易流水号"
          />
          {isGuest ? null : (
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
                change(next, link);
                form.clear("voucherFiles");
              }}
            />
          )}
          {invoice ? (
            <>
              <Field
                {...form.field("invoice.title")}
                label="发票抬头（选填）"
                help="不填写时为付款人名称"
              />
              <Field {...form.field("invoice.taxNo")} label="税号（单位填写）" />
              <Field {...form.field("invoice.email")} label="收票邮箱（选填）" inputMode="email" />
            </>
          ) : null}
          {form.errors.dueAmount || form.message ? (
            <p className="field-error" role="alert">
              {form.errors.dueAmount || form.message}
            </p>
          ) : null}
          <button type="submit" className="btn btn-primary" aria-disabled={form.isBusy}>
            {form.isBusy ? "正在提交…" : isGuest ? "提交付款信息" : "提交凭证"}
          </button>
        </form>
      )}
    </section>
  );
}

import { RECEIPT_KINDS } from "#src/lib/membership/receipts.ts";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import type { ReceiptRow } from "./wire.ts";
import "./receipt.css";

/** What is typed into the program that makes out receipts. */
const linesOf = (row: ReceiptRow): readonly (readonly [label: string, value: string])[] => [
  ["抬头", row.title],
  ["税号", row.taxNo],
  ["金额", row.amount],
  ["大写", row.capitals],
  ["项目", RECEIPT_KINDS[row.kind] === "会费票据" ? "会费" : "服务费"],
  ["邮箱", row.email],
  ["电话", row.phone],
  ["付款人", row.payerName],
  ["申请号", row.applyNo],
];

/** Head of a receipt, each line and all of it to be copied: it is made out in another program. */
export function HeadBlock({ row }: { row: ReceiptRow }) {
  const lines = linesOf(row).filter(([, value]) => value !== "");
  return (
    <section className="fr-head" aria-label="开票信息">
      <header>
        <b>{RECEIPT_KINDS[row.kind]}</b>
        <CopyButton
          label="复制全部"
          text={lines.map(([label, value]) => `${label}：${value}`).join("\n")}
        />
      </header>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span>{value}</span>
              <CopyButton label={`复制${label}`} text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** States of a receipt, as `receipt.state` keeps them: product 4.6. */
export const RECEIPT_STATES = {
  0: "待开",
  1: "已开",
  2: "已寄",
  3: "申请重开",
  4: "已作废",
} as const;

/** Kinds of receipt, as `receipt.kind` keeps them: the kind of income decides (product 7.4). */
export const RECEIPT_KINDS: Readonly<Record<string, string>> = {
  dues: "会费票据",
  invoice: "发票",
  donation: "公益事业捐赠票据",
};

/** Number that stands on the paper. */
const NUMBER = /^[0-9A-Za-z][0-9A-Za-z-]{3,39}$/;

export const normaliseReceiptNo = (text: string): string =>
  text.normalize("NFKC").replaceAll(/\s/g, "").toUpperCase();

/** Why it is no number of a receipt; undefined where it is one. */
export const checkReceiptNo = (number: string): string | undefined => {
  if (number === "") return "请填写票据号码";
  return NUMBER.test(number) ? undefined : "票据号码为 4 到 40 位数字、字母或短横线";
};

/** The mark of a task that finance writes into the name of a file: T128. */
export const taskMark = (id: number): string => `T${id}`;

/** What the name of an electronic receipt says: `T128_26000012.pdf` is task 128, number 26000012. */
export function readFileName(name: string): { id: number; receiptNo: string } | undefined {
  const parts = /^T(\d{1,9})[_\s-]+([0-9A-Za-z-]+)\.pdf$/i.exec(name.normalize("NFKC").trim());
  const receiptNo = normaliseReceiptNo(parts?.[2] ?? "");
  return parts && !checkReceiptNo(receiptNo) ? { id: Number(parts[1]), receiptNo } : undefined;
}

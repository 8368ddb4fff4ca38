/** States of a payment, as `payment.state` keeps them. */
export const PAYMENT_STATES = {
  0: "待确认",
  1: "已确认",
  2: "已驳回",
  3: "已更换",
} as const;

/** How money came, as `payment.method` keeps it. */
export const METHOD_NAMES: Readonly<Record<string, string>> = {
  bank: "银行转账",
  online: "线上支付",
  cash: "现金",
};

/** Why finance refuses a voucher, as `payment.reason_code` keeps it. */
export const REFUSAL_REASONS: Readonly<Record<string, string>> = {
  amount: "金额不符",
  unreadable: "凭证看不清",
  notArrived: "款项未到账",
  wrongPayer: "付款人不符",
  duplicate: "凭证已使用过",
  other: "其他原因",
};

/** States of a refund, as `refund.state` keeps them. */
export const REFUND_STATES = {
  0: "待复核",
  1: "已同意",
  2: "已驳回",
  3: "已退款",
} as const;

/** Kinds of refund, as `refund.kind` keeps them. */
export const REFUND_KINDS: Readonly<Record<string, string>> = {
  refund: "退款",
  correction: "金额更正",
};

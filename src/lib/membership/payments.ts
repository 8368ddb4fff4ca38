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

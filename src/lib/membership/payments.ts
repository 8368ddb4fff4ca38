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

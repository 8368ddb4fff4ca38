/** Kinds of income, as `payment.income_type` keeps them: product 4.6. */
export const INCOME_KINDS: Readonly<Record<string, string>> = {
  dues: "会费",
  training: "培训",
  meeting: "会议",
  donation: "捐赠",
  other: "其他",
};

/** The pages of membership (product 4.4), and the word of each in `?tab=` of old links. */
export const TABS = [
  ["guide", "入会指南", "/Membership"],
  ["apply", "我要入会", "/Membership/apply"],
  ["mine", "我的会籍", "/Membership/mine"],
  ["directory", "会员查询", "/Membership/directory"],
] as const;

export type TabName = (typeof TABS)[number][0];

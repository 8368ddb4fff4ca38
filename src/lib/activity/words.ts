/** Kinds of activities, as the column and addresses have them (product 4.7). */
export const TYPES: Readonly<Record<string, string>> = {
  1: "会议",
  2: "培训",
  3: "讲座",
  4: "比赛",
};

export const MODES: Readonly<Record<string, string>> = { 1: "线下", 2: "线上", 3: "线上线下结合" };

/** Who may sign up. `orgMember`: an account of a unit that is a member. */
export const AUDIENCES: Readonly<Record<string, string>> = {
  all: "所有人",
  login: "注册用户",
  member: "本会会员",
  orgMember: "本会单位会员",
};

/** The most people one sign-up brings. */
export const MAX_GROUP = 50;

/** How long an offer of a place that became free holds. */
export const OFFER_HOURS = 24;

/** How long a place is kept for who has not paid. */
export const PAY_HOURS = 72;

/** Whom a programme is for: adults in each case, no other audience can be said (product 7.6). */
export const AUDIENCES: Readonly<Record<string, string>> = {
  0: "成年人",
  1: "教师与学校工作者",
  2: "家长与祖辈",
  3: "社区与社会工作者",
  4: "家庭教育指导者",
};

export const MODES: Readonly<Record<string, string>> = { 0: "线下", 1: "线上", 2: "线上线下结合" };

/** Fields of work, by the number that addresses of the public page have. */
export const WORK_FIELDS: Readonly<Record<string, string>> = {
  1: "学前家庭教育",
  2: "家校协同",
  3: "青春期教育",
  4: "隔代养育",
  5: "特殊需要支持",
  6: "心理健康",
  7: "法律与政策",
  8: "研究与评估",
};

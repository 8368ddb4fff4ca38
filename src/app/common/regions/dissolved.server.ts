/**
 * Counties that the list of codes still holds though they became others by the end of 2021: nobody chooses them,
 * and a code that was stored keeps its name. They are those without a town (a test compares).
 */
export const DISSOLVED: ReadonlySet<string> = new Set([
  "330103", // 下城区
  "330104", // 江干区
  "350402", // 梅列区
  "350403", // 三元区
  "350427", // 沙县
  "350625", // 长泰县
  "350681", // 龙海市
  "410306", // 吉利区
  "410322", // 孟津县
  "410381", // 偃师市
  "431121", // 祁阳县
  "450127", // 横县
  "513425", // 会理县
  "520522", // 黔西县
  "532331", // 禄丰县
  "610322", // 凤翔县
  "610928", // 旬阳县
  "654223", // 沙湾县
]);

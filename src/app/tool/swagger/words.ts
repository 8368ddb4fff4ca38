/** Kinds of rows of the operation log (wire 4.10), as the API's description names them. */
export const BUSINESS_WORDS: Readonly<Record<number, string>> = {
  0: "其他",
  1: "新增",
  2: "修改",
  3: "删除",
  4: "授权",
  5: "导出",
  6: "导入",
  7: "强退",
  8: "生成代码",
  9: "清空数据",
};

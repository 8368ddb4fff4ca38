export const KINDS: Readonly<Record<string, string>> = {
  1: "先行区",
  2: "示范单位",
  3: "先进典型",
};

/** Provinces by the first two digits of GB/T 2260: full name, the name on the map, column and row there. */
export const PROVINCES: Readonly<
  Record<string, readonly [name: string, short: string, column: number, row: number]>
> = {
  11: ["北京市", "京", 8, 3],
  12: ["天津市", "津", 8, 4],
  13: ["河北省", "冀", 7, 3],
  14: ["山西省", "晋", 6, 3],
  15: ["内蒙古自治区", "蒙", 6, 2],
  21: ["辽宁省", "辽", 9, 3],
  22: ["吉林省", "吉", 9, 2],
  23: ["黑龙江省", "黑", 9, 1],
  31: ["上海市", "沪", 9, 5],
  32: ["江苏省", "苏", 8, 5],
  33: ["浙江省", "浙", 8, 6],
  34: ["安徽省", "皖", 7, 5],
  35: ["福建省", "闽", 7, 7],
  36: ["江西省", "赣", 7, 6],
  37: ["山东省", "鲁", 7, 4],
  41: ["河南省", "豫", 6, 4],
  42: ["湖北省", "鄂", 6, 5],
  43: ["湖南省", "湘", 6, 6],
  44: ["广东省", "粤", 6, 7],
  45: ["广西壮族自治区", "桂", 5, 7],
  46: ["海南省", "琼", 5, 8],
  50: ["重庆市", "渝", 5, 5],
  51: ["四川省", "川", 4, 5],
  52: ["贵州省", "贵", 5, 6],
  53: ["云南省", "云", 4, 6],
  54: ["西藏自治区", "藏", 2, 5],
  61: ["陕西省", "陕", 5, 4],
  62: ["甘肃省", "甘", 4, 4],
  63: ["青海省", "青", 3, 4],
  64: ["宁夏回族自治区", "宁", 5, 3],
  65: ["新疆维吾尔自治区", "新", 2, 3],
  71: ["台湾省", "台", 9, 7],
  81: ["香港特别行政区", "港", 7, 8],
  82: ["澳门特别行政区", "澳", 6, 8],
};

/** The full names alone, as forms and lists say them. */
export const PROVINCE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PROVINCES).map(([code, [name]]) => [code, name]),
);

type Asked = { name: string; idIndex: string | null; creditCode: string };

/** What is put right, in words: 姓名、证件号码. */
export const wordsOf = ({ name, idIndex, creditCode }: Asked, memberType: string): string =>
  [
    name ? (memberType === "02" ? "单位名称" : "姓名") : "",
    idIndex === null ? "" : "证件号码",
    creditCode ? "统一社会信用代码" : "",
  ]
    .filter(Boolean)
    .join("、");

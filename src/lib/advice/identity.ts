/** What tells who somebody is, with what people call it. Numbers first: they are the surest. */
const SIGNS: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "身份证号码",
    /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX](?!\d)/i,
  ],
  ["身份证号码", /(?<!\d)[1-9]\d{5}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?!\d)/],
  ["手机号码", /(?<!\d)1[3-9]\d{9}(?!\d)/],
  ["号码", /(?<!\d)\d{9,}(?!\d)/],
  // 第三小学, 实验小学, 某某附中: a kind of school alone (小学, 幼儿园) is no name.
  ["学校名称", /第[一二三四五六七八九十百\d]+(?:小学|中学|幼儿园|高级中学)/],
  ["学校名称", /(?:实验|附属|外国语|中心|国际|希望)(?:小学|中学|学校|幼儿园)/],
  ["班级", /[一二三四五六七八九1-9]年级[（(]?[一二三四五六七八九十\d]{1,2}[）)]?班/],
  [
    "孩子的姓名",
    /(?:孩子|儿子|女儿|宝宝|学生|外甥|侄子|侄女|孙子|孙女|外孙)的?(?:名字|姓名)?(?:叫做?|是)(?!我|您|你|他|她|个|不|一|独|小|大|中|初|高|家|老|的|什|好)[\p{Script=Han}]{2,3}(?=[，。,.、；;！!\s]|$)/u,
  ],
];

/** The first thing in a text that says whose child it is; undefined where there is none. */
export function identityIn(text: string): { what: string; text: string } | undefined {
  // Numbers are written with gaps, and in full width.
  const plain = text.normalize("NFKC").replace(/(?<=\d)[\s-]+(?=[\dXx])/g, "");
  for (const [what, pattern] of SIGNS) {
    const [found] = pattern.exec(plain) ?? [];
    if (found) return { what, text: found };
  }
  return undefined;
}

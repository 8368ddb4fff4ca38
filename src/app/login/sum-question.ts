const DIGITS = "零一二三四五六七八九";

/** 0-99 in Chinese words: 14 is 十四. */
export function chineseNumber(value: number): string {
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  if (tens === 0) return DIGITS[ones] ?? "";
  return `${tens === 1 ? "" : DIGITS[tens]}十${ones === 0 ? "" : DIGITS[ones]}`;
}

export type SumQuestion = { left: number; sign: "+" | "-" | "×"; right: number; answer: number };

/** A sum a person does in the head; never below zero. `random(n)` gives a whole number under n. */
export function sumQuestion(random: (below: number) => number): SumQuestion {
  const kind = random(3);
  if (kind === 0) {
    const left = 10 + random(30);
    const right = 1 + random(9);
    return { left, sign: "+", right, answer: left + right };
  }
  if (kind === 1) {
    const left = 11 + random(30);
    const right = 1 + random(9);
    return { left, sign: "-", right, answer: left - right };
  }
  const left = 2 + random(8);
  const right = 2 + random(8);
  return { left, sign: "×", right, answer: left * right };
}

const WORDS = { "+": "加", "-": "减", "×": "乘以" };

/** The question in words, for reading aloud and for those who cannot see the picture. */
export const inWords = ({ left, sign, right }: SumQuestion): string =>
  `${chineseNumber(left)}${WORDS[sign]}${chineseNumber(right)}等于几？`;

/** Whether the typed text is the answer: digits of any width, or the number in Chinese. */
export function isAnswer(typed: string, answer: string): boolean {
  const text = typed.normalize("NFKC").replace(/\s/g, "").toLowerCase();
  if (text === "") return false;
  return text === answer.toLowerCase() || text === chineseNumber(Number(answer));
}

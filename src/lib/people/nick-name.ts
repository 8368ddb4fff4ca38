import { posingProblem } from "./posing-names.ts";
import type { Problem } from "./problem.ts";

// Latin words count only as whole words: "shitou" is a stone. The Chinese ones are chosen so that no
// ordinary name holds them by accident ("妈妈的爱", "绿色情怀").
const RUDE = ["傻逼", "傻比", "煞笔", "操你", "草泥马", "他妈的", "王八蛋", "狗屎", "贱人", "裸聊"];
const RUDE_LATIN = ["fuck", "shit", "bitch", "asshole", "cnm", "nmsl"];
const ADVERTISING = ["加微信", "代开发票", "办证", "贷款", "赌博"];

export const normaliseNickName = (text: string): string => text.normalize("NFC").trim();

/** The owner of the name: staff may use titles of the society, others may not use its name. */
type Bearer = { isStaff?: boolean; society?: string };

/** 2-20 visible characters and a small word filter (product 4.1). */
export function checkNickName(text: string, { isStaff, society }: Bearer = {}): Problem {
  const name = normaliseNickName(text);
  const length = Array.from(name).length;
  if (length < 2 || length > 20 || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(name)) {
    return "昵称长度为2-20个字符";
  }
  if (/[<>]/.test(name)) return "昵称不能包含脚本字符";
  const folded = name.normalize("NFKC").toLowerCase();
  const plain = folded.replace(/[\s\p{P}\p{S}]/gu, "");
  const words = folded.split(/[^a-z]+/);
  const holds = (chinese: string[], latin: string[]) =>
    chinese.some((word) => plain.includes(word)) || latin.some((word) => words.includes(word));
  const isUnfit = holds(RUDE, RUDE_LATIN) || holds(ADVERTISING, []);
  if (isUnfit) return "昵称包含不合适的词语，请换一个";
  return isStaff ? undefined : posingProblem(name, society);
}

import type { Problem } from "./problem.ts";

const MAX = 50;
/** Up to four parts in Han characters of any extension, or one name in Latin letters (product 4.1). */
const NAME = /^(?:\p{Script=Han}{1,20}(?:·\p{Script=Han}{1,20}){0,3}|[A-Za-z][A-Za-z .'-]{1,49})$/u;

/** What keyboards write for the dot between the parts of a name such as 买买提·艾力. */
const DOTS = /(?<=\p{Script=Han})\s*[·•・･‧∙⋅.]\s*(?=\p{Script=Han})/gu;
/** Marks that choose a shape of the character before them, and signs without any shape. */
const UNSEEN = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}\p{Cf}]/gu;

/** One width, one dot, one space in a Latin name and none in a Han one: the form that is stored and compared. */
export function normaliseRealName(text: string): string {
  return text
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replace(/[’‘]/g, "'")
    .trim()
    .replace(DOTS, "·")
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, "")
    .replace(/\s+/g, " ");
}

export function checkRealName(text: string): Problem {
  const name = normaliseRealName(text);
  const isGood = NAME.test(name) && Array.from(name).length <= MAX;
  return isGood ? undefined : "请输入真实姓名";
}

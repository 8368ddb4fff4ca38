/** One member as somebody names them: a number, a name, or both. */
export type MemberLine = {
  /** From 1, as a person counts the lines. */
  line: number;
  /** As it stands there. */
  text: string;
  /** Empty where only names are given. */
  memberNo: string;
  /** Words that may be the name. */
  words: readonly string[];
};

const NUMBER = /^[PD]\d{9}$/;
/** Headings of lists that people paste. */
const HEADINGS = new Set([
  "序号",
  "姓名",
  "名称",
  "会员",
  "编号",
  "会员编号",
  "会员号",
  "单位名称",
  "会员名称",
  "备注",
  "职务",
]);
/** Between the cells of a list, and between names in a sentence; a point in a name is none of them. */
const BETWEEN = /[\t,，、;；|\s]+/;

const narrow = (text: string): string =>
  text.replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));

/**
 * Members of a pasted list, a line each or several names in a line: `P202600001 林晓`, `林晓、陈安`, or rows of a
 * sheet. Lines of headings, running numbers and empty lines are left out.
 */
export function readMemberLines(text: string): MemberLine[] {
  return text.split(/\r?\n/).flatMap((raw, index): MemberLine[] => {
    const line = index + 1;
    const words = raw
      .trim()
      .split(BETWEEN)
      .map((word) => narrow(word).trim())
      .filter((word) => word !== "" && !/^\d{1,6}[.．]?$/.test(word) && !HEADINGS.has(word));
    const numbers = words.map((word) => word.toUpperCase()).filter((word) => NUMBER.test(word));
    const [memberNo] = numbers;
    if (numbers.length === 1 && memberNo) {
      const others = words.filter((word) => word.toUpperCase() !== memberNo);
      return [{ line, text: raw.trim(), memberNo, words: others }];
    }
    return words.map((word) => {
      const upper = word.toUpperCase();
      return NUMBER.test(upper)
        ? { line, text: word, memberNo: upper, words: [] }
        : { line, text: word, memberNo: "", words: [word] };
    });
  });
}

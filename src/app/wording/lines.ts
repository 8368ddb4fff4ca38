/** The most words that one import takes. */
export const MAX_LINES = 2_000;
export const MAX_WORD = 50;

export type WordLine = { line: number; word: string; suggestion: string };
export type BadLine = { line: number; text: string; reason: string };

/** Lines of a list: one word a line, or `词=建议`. Empty ones and those that begin with # are none. */
export function readWordLines(text: string): { good: WordLine[]; bad: BadLine[] } {
  const good: WordLine[] = [];
  const bad: BadLine[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const plain = raw.trim();
    if (plain === "" || plain.startsWith("#")) continue;
    const [, word = "", suggestion = ""] = /^([^=＝]*)(?:[=＝](.*))?$/.exec(plain) ?? [];
    const found = { line: index + 1, word: word.trim(), suggestion: suggestion.trim() };
    const reason = problemOf(found, seen);
    if (reason) bad.push({ line: found.line, text: plain.slice(0, 60), reason });
    else {
      seen.add(found.word);
      good.push(found);
    }
  }
  return { good, bad };
}

function problemOf({ word, suggestion }: WordLine, seen: ReadonlySet<string>): string | undefined {
  if (word === "") return "等号前没有词语";
  if ([...word].length > MAX_WORD) return `词语长度不能超过${MAX_WORD}个字符`;
  if ([...suggestion].length > 100) return "建议长度不能超过100个字符";
  if (`${word}${suggestion}`.includes("\0")) return "含有无法保存的字符";
  return seen.has(word) ? "与前面的一行重复" : undefined;
}

const words = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * A Chinese title cut where a line may break: between words, never before a closing mark or after an
 * opening one, nor between a number and what it counts. Joined again it is the title. Done on the server: browsers cut differently.
 */
export function titleWords(title: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const { segment, isWordLike } of words.segment(title)) {
    const last = parts.length - 1;
    const opens = /^[“‘（《〈「『【(]/.test(segment);
    const counts = /[\d一二三四五六七八九十两几第]$/.test(parts[last] ?? "");
    const joins = isOpen || (!isWordLike && !opens) || (counts && isWordLike);
    if (joins && last >= 0) parts[last] += segment;
    else parts.push(segment);
    isOpen = opens;
  }
  return parts;
}

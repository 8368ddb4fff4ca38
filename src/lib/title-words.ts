const words = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * A Chinese title cut where a line may break: between words, never before a closing mark or after an
 * opening one. Joined again it is the title. Done on the server: browsers cut differently.
 */
export function titleWords(title: string): string[] {
  const parts: string[] = [];
  let isOpen = false;
  for (const { segment, isWordLike } of words.segment(title)) {
    const last = parts.length - 1;
    const opens = /^[“‘（《〈「『【(]/.test(segment);
    const joins = isOpen || (!isWordLike && !opens);
    if (joins && last >= 0) parts[last] += segment;
    else parts.push(segment);
    isOpen = opens;
  }
  return parts;
}

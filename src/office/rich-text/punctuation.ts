/** Han characters and the full-width marks around them. */
const HAN =
  "\\u3400-\\u9fff\\uf900-\\ufaff\\u3001-\\u3002\\u300a-\\u3011\\uff01-\\uff60\\u2018-\\u201d";
const isHan = (letter: string | undefined) =>
  letter !== undefined && new RegExp(`[${HAN}]`).test(letter);

const WIDE: Readonly<Record<string, string>> = {
  ",": "，",
  ";": "；",
  ":": "：",
  "?": "？",
  "!": "！",
  ".": "。",
};

/**
 * Half-width punctuation of a Chinese line made full-width, letter for letter, so that places in the
 * line stay what they are: marks between Chinese characters or at the end of a line behind one,
 * brackets and quotes around Chinese text. Numbers, times, addresses and Western text keep theirs.
 */
export function wideMarks(line: string): string {
  const letters = [...line].length === line.length ? line.split("") : undefined;
  // Letters beyond the first plane are two places long.
  if (!letters) return line;
  pair(letters, line, "(", ")", "（", "）");
  pair(letters, line, '"', '"', "“", "”");
  for (const [index, letter] of letters.entries()) {
    const wide = WIDE[letter];
    if (!wide || !isHan(letters[index - 1])) continue;
    const next = letters[index + 1];
    if (next === undefined || isHan(next) || (letter !== "." && letter !== ":" && next === " ")) {
      letters[index] = wide;
    }
  }
  return letters.join("");
}

function pair(
  letters: string[],
  line: string,
  open: string,
  close: string,
  wideOpen: string,
  wideClose: string,
): void {
  for (let at = 0; at < line.length; ) {
    const from = line.indexOf(open, at);
    const to = from < 0 ? -1 : line.indexOf(close, from + 1);
    if (to < 0) return;
    const inside = line.slice(from + 1, to);
    const isOwn = !inside.includes(open) && new RegExp(`[${HAN}]`).test(inside);
    if (isOwn) {
      letters[from] = wideOpen;
      letters[to] = wideClose;
    }
    at = isOwn || open === close ? to + 1 : from + 1;
  }
}

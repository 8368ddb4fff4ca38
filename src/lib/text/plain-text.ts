const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  middot: "·",
  ldquo: "“",
  rdquo: "”",
  lsquo: "‘",
  rsquo: "’",
};

function decode(entity: string, body: string): string {
  if (body[0] !== "#") return NAMED[body] ?? entity;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/**
 * The text of clean HTML, one line a block; for search, summaries and counting. Never HTML again.
 * Numbers of footnotes are left out: they would read as the text's own.
 */
export function plainText(html: string): string {
  // Behind the last `>` is no tag: each `<` there would be read to the end in vain.
  const end = html.lastIndexOf(">") + 1;
  return html
    .slice(0, end)
    .replace(/<sup data-note="\d+">\d*<\/sup>/g, "")
    .replace(/<(br|hr)\b[^>]*>|<\/(p|h\d|li|tr|caption|figcaption|blockquote|pre)>/g, "\n")
    .replace(/<\/t[dh]>/g, " ")
    .replace(/<[^>]*>/g, "")
    .concat(html.slice(end))
    .replace(/&(#?\w{1,10});/g, decode)
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** Text between tags as browsers and sanitize-html write it: quotes stay. */
export const escapeTags = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes text for use in HTML or XML, quotes included. */
export const escapeText = (text: string): string =>
  escapeTags(text).replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** The beginning of a text of at most `max` characters, ended at a sentence where one ends late enough. */
export function opening(text: string, max: number): string {
  const lines = text.split("\n").map((each) => each.trim());
  const line = lines.filter((each) => each !== "").join(" ");
  const letters = [...line];
  if (letters.length <= max) return line;
  const head = letters.slice(0, max).join("");
  const end = Math.max(...["。", "！", "？", "；"].map((mark) => head.lastIndexOf(mark)));
  if (end >= head.length / 2) return head.slice(0, end + 1).replace(/；$/, "。");
  return `${letters.slice(0, max - 1).join("")}…`;
}

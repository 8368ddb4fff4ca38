/** Longest text of a statement that a monitor shows. */
const MAX_LENGTH = 400;

// In this order: a quote inside of a comment is no text, and the other way round.
const HIDDEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)|[eE]'(?:\\[\s\S]|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|"(?:""|[^"])*(?:"|$)|\$\d+|\b\d[\w.]*/g;

/**
 * A statement without what was written into it: texts and numbers become question marks, comments go,
 * names stay. A text that was cut off is hidden to its end. One line, at most 400 characters.
 */
export function bareSql(statement: string): string {
  const bare = statement
    .replace(HIDDEN, (found) => {
      if (found.startsWith("--") || found.startsWith("/*")) return " ";
      if (found.startsWith('"') || /^\$\d+$/.test(found)) return found;
      return "?";
    })
    .replace(/\s+/g, " ")
    .trim();
  return bare.length > MAX_LENGTH ? `${bare.slice(0, MAX_LENGTH)}…` : bare;
}

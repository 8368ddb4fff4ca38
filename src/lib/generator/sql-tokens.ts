/** The fault of a text of CREATE TABLE statements, in Chinese, and its place. */
export class SqlError extends Error {
  /** From 1. */
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export type Token = {
  /** A bare word, a quoted name, a string, a number, a sign, or the end of the text. */
  kind: "word" | "name" | "string" | "number" | "sign" | "end";
  /** Without its quotes. */
  text: string;
  line: number;
};

const QUOTES: Readonly<Record<string, Token["kind"]>> = { "'": "string", '"': "name", "`": "name" };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

const BLANK = /(?:\s+|--[^\n]*|#[^\n]*)/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d+(?:\.\d+)?/y;

/** The match at exactly that place. */
function at(pattern: RegExp, text: string, place: number): string | undefined {
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0];
}

/**
 * Cuts SQL into tokens. Comments are left out, but for MySQL's conditional ones, which a server would
 * run. @throws SqlError for what has no end.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  let line = 1;
  const skip = (length: number) => {
    for (let end = place + length; place < end; place++) if (sql[place] === "\n") line++;
  };
  while (place < sql.length) {
    const blank = at(BLANK, sql, place);
    if (blank) {
      skip(blank.length);
      continue;
    }
    if (sql.startsWith("/*", place)) {
      if (/[!+]/.test(sql[place + 2] ?? "")) {
        throw new SqlError(line, "不支持 /*! … */ 这样的条件注释");
      }
      const end = sql.indexOf("*/", place);
      if (end < 0) throw new SqlError(line, "注释没有结束");
      skip(end + 2 - place);
      continue;
    }
    const kind = QUOTES[sql.charAt(place)];
    if (kind) {
      const { text, length } = quoted(sql, place, kind, line);
      tokens.push({ kind, text, line });
      skip(length);
      continue;
    }
    const word = at(WORD, sql, place);
    const number = at(NUMBER, sql, place);
    // Any other sign is a token as well: the reader says that it does not belong there.
    const text = word ?? number ?? String.fromCodePoint(sql.codePointAt(place) ?? 0);
    tokens.push({ kind: word ? "word" : number ? "number" : "sign", text, line });
    skip(text.length);
  }
  tokens.push({ kind: "end", text: "", line });
  return tokens;
}

/** A quoted piece at that place: doubled quotes stand for one, in strings a backslash for the next. */
function quoted(
  sql: string,
  place: number,
  kind: Token["kind"],
  line: number,
): { text: string; length: number } {
  const quote = sql.charAt(place);
  let text = "";
  for (let index = place + 1; index < sql.length; index++) {
    const sign = sql.charAt(index);
    if (sign === "\\" && kind === "string") {
      index++;
      const next = sql.charAt(index);
      text += ESCAPES[next] ?? next;
    } else if (sign !== quote) text += sign;
    else if (sql.charAt(index + 1) === quote) {
      text += quote;
      index++;
    } else return { text, length: index + 1 - place };
  }
  throw new SqlError(line, `引号 ${quote} 没有成对`);
}

/** What a text of CREATE TABLE statements is wrong about, in Chinese, and where. */
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

/**
 * Cuts SQL into tokens. Comments are left out, but for MySQL's conditional ones, which a server would
 * run. @throws SqlError for what has no end.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  const skip = (length: number) => {
    line += sql.slice(at, at + length).split("\n").length - 1;
    at += length;
  };
  while (at < sql.length) {
    const rest = sql.slice(at);
    const blank = /^(\s+|--[^\n]*|#[^\n]*)/.exec(rest)?.[0];
    if (blank) {
      skip(blank.length);
      continue;
    }
    if (rest.startsWith("/*")) {
      if (/^\/\*[!+]/.test(rest)) throw new SqlError(line, "不支持 /*! … */ 这样的条件注释");
      const end = rest.indexOf("*/");
      if (end < 0) throw new SqlError(line, "注释没有结束");
      skip(end + 2);
      continue;
    }
    const kind = QUOTES[rest.charAt(0)];
    if (kind) {
      const { text, length } = quoted(rest, kind, line);
      tokens.push({ kind, text, line });
      skip(length);
      continue;
    }
    const word = /^[\p{L}_][\p{L}\p{N}_$]*/u.exec(rest)?.[0];
    const number = /^\d+(\.\d+)?/.exec(rest)?.[0];
    // Any other sign is a token as well: the reader says that it does not belong there.
    const text = word ?? number ?? [...rest][0] ?? "";
    tokens.push({ kind: word ? "word" : number ? "number" : "sign", text, line });
    skip(text.length);
  }
  tokens.push({ kind: "end", text: "", line });
  return tokens;
}

/** A quoted piece at the start: doubled quotes stand for one, in strings a backslash for the next. */
function quoted(rest: string, kind: Token["kind"], line: number): { text: string; length: number } {
  const quote = rest.charAt(0);
  let text = "";
  for (let index = 1; index < rest.length; index++) {
    const sign = rest.charAt(index);
    if (sign === "\\" && kind === "string") {
      index++;
      const next = rest.charAt(index);
      text += ESCAPES[next] ?? next;
    } else if (sign !== quote) text += sign;
    else if (rest.charAt(index + 1) === quote) {
      text += quote;
      index++;
    } else return { text, length: index + 1 };
  }
  throw new SqlError(line, `引号 ${quote} 没有成对`);
}

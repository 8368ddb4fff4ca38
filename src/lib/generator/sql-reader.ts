import { SqlError, type Token } from "./sql-tokens.ts";

/** Takes tokens one after another; an error names the missing one. */
export type Reader = {
  peek: () => Token;
  next: () => Token;
  takeSign: (sign: string) => boolean;
  /** Takes these bare words, in any case, if they come next. */
  takeWords: (...words: string[]) => boolean;
  needSign: (sign: string) => void;
  needString: (what: string) => string;
  needNumber: (what: string) => number;
};

export function readerOf(tokens: readonly Token[]): Reader {
  let at = 0;
  const END: Token = { kind: "end", text: "", line: 1 };
  const peek = (ahead = 0) => tokens[at + ahead] ?? tokens.at(-1) ?? END;
  const next = () => {
    const token = peek();
    at++;
    return token;
  };
  const isSign = (sign: string) => peek().kind === "sign" && peek().text === sign;
  const said = (token: Token) => (token.kind === "end" ? "结尾" : token.text);
  return {
    peek: () => peek(),
    next,
    takeSign(sign) {
      const isIt = isSign(sign);
      if (isIt) at++;
      return isIt;
    },
    takeWords(...words) {
      const isIt = words.every((word, index) => {
        const token = peek(index);
        return token.kind === "word" && token.text.toUpperCase() === word;
      });
      if (isIt) at += words.length;
      return isIt;
    },
    needSign(sign) {
      const token = next();
      if (token.kind !== "sign" || token.text !== sign) {
        throw new SqlError(token.line, `这里应为 ${sign}，而不是 ${said(token)}`);
      }
    },
    needString(what) {
      const token = next();
      if (token.kind !== "string") throw new SqlError(token.line, `${what}应写在单引号里`);
      return token.text;
    },
    needNumber(what) {
      const token = next();
      if (token.kind !== "number" || !/^\d{1,9}$/.test(token.text)) {
        throw new SqlError(token.line, `${what}应为数字`);
      }
      return Number(token.text);
    },
  };
}

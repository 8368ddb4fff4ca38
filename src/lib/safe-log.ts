// Makes texts safe for logs, error rows and terminals, which operators read.

const DIGIT = "[\\d０-９]";
const SPACE = "(?:[-\\s]|%20)?";
const NUMBER = `([1１][3-9３-９]${DIGIT})${SPACE}${DIGIT}{4}${SPACE}(${DIGIT}{4})(?!${DIGIT})`;
const PHONE = new RegExp(`(?<!${DIGIT})${NUMBER}`, "g");
const WITH_COUNTRY = new RegExp(`(?<!${DIGIT})(0?0?86)${SPACE}${NUMBER}`, "g");
/** Region, birthday, order and check sign of an identity number; its beginning and end may be seen. */
const IDENTITY = new RegExp(
  `(?<!${DIGIT})([1-9１-９]${DIGIT}{3})${DIGIT}{2}${SPACE}[12１２][09０９]${DIGIT}{2}[01０１]${DIGIT}[0-3０-３]${DIGIT}` +
    `${SPACE}(${DIGIT}{3}(?:${DIGIT}|[XxＸｘ]))(?!${DIGIT})`,
  "g",
);
const MAIL = /([a-z\d])[\w.%+-]{0,63}(@|%40)([a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4})/gi;
const HASH = /\$(?:argon2\w{0,4}|2[aby])\$[\w$+/=,.-]+/g;

/** The text with identity and phone numbers, mail addresses and password hashes made unreadable. */
export const maskPersonal = (text: string): string =>
  text
    .replace(IDENTITY, "$1**********$2")
    .replace(WITH_COUNTRY, "$1$2****$3")
    .replace(PHONE, "$1****$2")
    .replace(MAIL, "$1***$2$3")
    .replace(HASH, "$…");

/** An error as it may be written down. */
export type SafeError = {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
};

/** These properties of an error tell where it comes from; others hold people's texts. */
const KEPT = [
  "code",
  "statusCode",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "syscall",
  "errno",
  "address",
  "port",
  "path",
];

const MAX_DEPTH = 4;
const MAX_QUERY = 2_000;

type Raw = Error & Readonly<Record<string, unknown>>;

/** The message without values: a failed query brings its parameters, PostgreSQL what it could not read. */
function messageOf(error: Raw): string {
  const isQuery = typeof error.query === "string" && "params" in error;
  if (isQuery) return `Failed query: ${String(error.query).slice(0, MAX_QUERY)}`;
  const isServers = typeof error.severity === "string" && typeof error.code === "string";
  const plain = isServers ? error.message.replace(/: "[\s\S]*"/, ': "…"') : error.message;
  return maskPersonal(plain);
}

/**
 * An error with what it is, where it comes from and what caused it, and without what it was about:
 * parameters of queries, rows in PostgreSQL's details, phones, addresses, hashes. For every logger, for
 * errors that are kept in rows, and for the terminal.
 */
export function safeError(thrown: unknown, depth = 0): SafeError {
  if (!(thrown instanceof Error)) {
    const message = maskPersonal(typeof thrown === "string" ? thrown : `thrown: ${typeof thrown}`);
    return { type: typeof thrown, message, stack: "" };
  }
  const error = thrown as Raw;
  const message = messageOf(error);
  // The first lines of a stack repeat the message.
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const type = error.constructor?.name || error.name;
  const causes = error instanceof AggregateError ? error.errors : [];
  const isDeep = depth >= MAX_DEPTH;
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...frames].join("\n"),
    ...Object.fromEntries(
      KEPT.filter((key) => /^(string|number)$/.test(typeof error[key])).map((key) => {
        const value = error[key];
        return [key, typeof value === "string" ? maskPersonal(value) : value];
      }),
    ),
    ...(error.cause === undefined || isDeep ? {} : { cause: safeError(error.cause, depth + 1) }),
    ...(causes.length === 0 || isDeep
      ? {}
      : { errors: causes.slice(0, 10).map((each) => safeError(each, depth + 1)) }),
  };
}

/** The same on one line, for a row or a message: the error and its causes. */
export function errorLine(thrown: unknown): string {
  const { message, type, cause } = safeError(thrown);
  const why = cause ? `（${(cause as SafeError).message}）` : "";
  return `${message || type}${why}`;
}

/** The same for a terminal, with its stack and those of its causes. */
export function errorText(thrown: unknown): string {
  const { stack, message, cause } = safeError(thrown);
  const why = thrown instanceof Error && cause ? `\n${errorText(thrown.cause)}` : "";
  return `${stack || message}${why}`;
}

/** Fields of a log line beside its text: errors and texts made safe. */
export const safeFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error
        ? safeError(value)
        : typeof value === "string"
          ? maskPersonal(value)
          : value,
    ]),
  );

import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { errorLine, maskPersonal, safeError, safeFields } from "../../lib/safe-log.ts";

const asWritten = (value: unknown) => (value instanceof Error ? safeError(value) : value);

/**
 * The only maker of loggers: what it writes holds no parameters of queries, phones, addresses or
 * hashes, whatever is handed to it. `destination`: standard output where there is none.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    formatters: { log: safeFields },
    serializers: { err: asWritten, error: asWritten },
    hooks: {
      logMethod(given, method) {
        const [first, text, ...rest] = given as unknown[];
        // An error alone would have its message for a text.
        const [fields, said] =
          first instanceof Error ? [{ err: first }, text ?? errorLine(first)] : [first, text];
        const masked = [fields, said].map((each) =>
          typeof each === "string" ? maskPersonal(each) : each,
        );
        method.apply(this, [...masked, ...rest] as Parameters<typeof method>);
      },
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

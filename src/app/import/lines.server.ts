import type { Readable } from "node:stream";

/** One line of a file: its number from 1 on, and its bytes, or undefined when it is too long. */
export type Line = { number: number; bytes: Buffer | undefined };

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Cuts a stream at newlines; a line longer than `maxBytes` is passed over, never held in memory. */
export async function* linesOf(stream: Readable, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  const take = (chunk: Buffer) => {
    length += chunk.length;
    if (length > maxBytes) parts = [];
    else parts.push(chunk);
  };
  const finished = (): Line => {
    const whole = Buffer.concat(parts);
    const bytes = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
    const line = { number, bytes: length > maxBytes ? undefined : bytes };
    parts = [];
    length = 0;
    number++;
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      yield finished();
      from = end + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  }
  if (length > 0) yield finished();
}

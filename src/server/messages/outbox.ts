import fs from "node:fs/promises";
import path from "node:path";
import { formatDateTime } from "../../lib/text/dates.ts";

export type Message = {
  to: string;
  scene: string;
  /** Of a letter. */
  title?: string;
  text: string;
  code?: string;
  /** A provider of short messages sends its own text of this number, with these values in their order. */
  template?: { id: string; params: readonly string[] };
};

/**
 * Sends one message; resolves, when the provider has taken it, with the number that the provider gives
 * it. `signal` gives the call up.
 * @throws MessageRefused where the provider says no.
 */
type Send = (message: Message, signal?: AbortSignal) => Promise<string | undefined>;

export type Outbox = { sms: Send; mail: Send };

/** A provider's refusal in words for staff; final: another try would be refused as well. */
export class MessageRefused extends Error {
  readonly isFinal: boolean;
  constructor(text: string, { isFinal }: { isFinal: boolean }) {
    super(text);
    this.isFinal = isFinal;
  }
}

/** What is said of a provider that does not answer in time. */
const SLOW = "服务商没有及时回答";

/**
 * A call of a provider that is over after `limitMs`, whatever the provider does.
 * @throws MessageRefused when it took longer.
 */
export async function withinTime<T>(
  limitMs: number,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new MessageRefused(SLOW, { isFinal: false }));
    stop.abort();
  }, limitMs);
  try {
    return await Promise.race([send(stop.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The `outbox` provider: each message is one JSON line `{at,to,scene,title,text,code,template}` in
 * DATA_DIR/outbox/sms.jsonl or mail.jsonl, readable by the owner only.
 */
export function fileOutbox(dataDir: string): Outbox {
  const append = async (name: string, message: Message) => {
    const directory = path.join(dataDir, "outbox");
    await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    const line = JSON.stringify({ at: formatDateTime(new Date()), ...message });
    await fs.appendFile(path.join(directory, name), `${line}\n`, { mode: 0o600 });
    return undefined;
  };
  return {
    sms: (message) => append("sms.jsonl", message),
    mail: (message) => append("mail.jsonl", message),
  };
}

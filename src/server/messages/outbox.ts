import fs from "node:fs/promises";
import path from "node:path";
import { formatDateTime } from "../../lib/text/dates.ts";

type Message = { to: string; scene: string; text: string; code?: string };

/** Sends one message; resolves when the provider has taken it. */
export type Outbox = {
  sms(message: Message): Promise<void>;
  mail(message: Message): Promise<void>;
};

/**
 * The `outbox` provider: each message is one JSON line `{at,to,scene,text,code}` in
 * DATA_DIR/outbox/sms.jsonl or mail.jsonl, readable by the owner only.
 */
export function fileOutbox(dataDir: string): Outbox {
  const append = async (name: string, message: Message) => {
    const directory = path.join(dataDir, "outbox");
    await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    const line = JSON.stringify({ at: formatDateTime(new Date()), ...message });
    await fs.appendFile(path.join(directory, name), `${line}\n`, { mode: 0o600 });
  };
  return {
    sms: (message) => append("sms.jsonl", message),
    mail: (message) => append("mail.jsonl", message),
  };
}

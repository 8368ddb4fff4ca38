import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { makeOnce } from "./key-file.ts";

/** AES-256-GCM for the few values that must be read back but never lie open in the database. */
export type SecretBox = { seal(plain: string): Buffer; open(sealed: Buffer): string };

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The installation's key is made at the first use in DATA_DIR/secret.key (mode 0600). Machines that
 * share a database must share this file; a backup of the database alone does not hold it.
 */
export function secretBox(dataDir: string): SecretBox {
  const key = readKey(path.join(dataDir, "secret.key"));
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
  };
}

/**
 * Marks of texts that only this installation can make, as hex of HMAC-SHA-256; each purpose has a key
 * of its own, made from the one in DATA_DIR.
 */
export function textMark(dataDir: string, purpose: string): (text: string) => string {
  const root = readKey(path.join(dataDir, "secret.key"));
  const key = createHmac("sha256", root).update(purpose).digest();
  return (text) => createHmac("sha256", key).update(text).digest("hex");
}

/** By file. The key is never replaced: the one that is rotated is that of field-keys.ts. */
const roots = new Map<string, Buffer>();

function readKey(file: string): Buffer {
  const known = roots.get(file);
  if (known) return known;
  if (!fs.existsSync(file)) makeOnce(file, randomBytes(KEY_BYTES).toString("base64"));
  const key = Buffer.from(fs.readFileSync(file, "utf8"), "base64");
  if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold a key of 32 bytes`);
  roots.set(file, key);
  return key;
}

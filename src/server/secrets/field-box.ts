import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { BODY_AT, HEAD_BYTES, NONCE_BYTES, SEALED_FORM } from "../../db/sealed-column.ts";
import { AppError } from "../http/errors.ts";
import { fieldKeys } from "./field-keys.ts";
import type { SecretBox } from "./secret-box.ts";

// The name of the field is signed with it, so a value that is put into the place of another field does not open.

const headOf = (id: string) => Buffer.concat([Buffer.of(SEALED_FORM), Buffer.from(id, "hex")]);

/** How what the newest key seals begins. */
export const newestHead = (dataDir: string): Buffer =>
  headOf(fieldKeys(dataDir).keys.at(-1)?.id ?? "");

const DAMAGED = "这项内容已损坏，无法解密";

/**
 * AES-256-GCM for a field that lies sealed in a column (bytea): an identity number, an account. `name`: what the
 * field is, `identity`; columns between which values are carried as they are have one name. The slice tells its
 * columns in sealed.server.ts, so that a rotation of keys reaches them.
 */
export function fieldBox(dataDir: string, name: string): SecretBox {
  const signed = Buffer.from(name);
  return {
    seal(plain) {
      const { keys } = fieldKeys(dataDir);
      const { id, key } = keys.at(-1) ?? keys[0];
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(signed);
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([headOf(id), nonce, cipher.getAuthTag(), body]);
    },
    /** @throws AppError where its key is not in the file, and where it is not as it was sealed. */
    open(sealed) {
      if (sealed.length < BODY_AT || sealed[0] !== SEALED_FORM) throw new AppError(DAMAGED);
      const id = sealed.subarray(1, HEAD_BYTES).toString("hex");
      const found = fieldKeys(dataDir).keys.find((each) => each.id === id);
      if (!found) throw new AppError(keyMissing(id));
      const nonce = sealed.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", found.key, nonce)
        .setAAD(signed)
        .setAuthTag(sealed.subarray(HEAD_BYTES + NONCE_BYTES, BODY_AT));
      try {
        const body = sealed.subarray(BODY_AT);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        throw new AppError(DAMAGED);
      }
    },
  };
}

export const keyMissing = (id: string): string =>
  `密钥文件 field.keys 里没有解密所需的密钥（编号 ${id}），请用备份恢复该文件`;

/**
 * Marks (hex, 64 signs) by which equal values are found without opening any: give it the normalised value. Columns
 * whose values are compared, of an application and of a member, have one `purpose`, such as `identity`.
 */
export function blindIndex(dataDir: string, purpose: string): (value: string) => string {
  const { indexKey } = fieldKeys(dataDir);
  const key = createHmac("sha256", indexKey).update(`blind index\0${purpose}`).digest();
  return (value) => createHmac("sha256", key).update(value).digest("hex");
}

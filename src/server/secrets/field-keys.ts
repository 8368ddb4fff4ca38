import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { KEY_ID_BYTES } from "../../db/sealed-column.ts";
import { AppError } from "../http/errors.ts";
import { makeOnce, replaceWhole } from "./key-file.ts";

const KEY_BYTES = 32;

/** A key, named by its own mark: keys of two installations are never taken for each other. */
type FieldKey = { id: string; key: Buffer };

export type FieldKeys = {
  /** Oldest first; the last one seals. */
  keys: readonly [FieldKey, ...FieldKey[]];
  /** Of blind indexes; never changed, since what is equal must stay equal. */
  indexKey: Buffer;
  /** A new key was made, and not all fields are sealed with it yet. */
  isRotating: boolean;
};

type Stored = { keys: string[]; index: string; rotating: boolean };

const keyOf = (text: string): FieldKey => {
  const key = Buffer.from(text, "base64");
  const id = createHash("sha256").update("field key\0").update(key).digest("hex");
  return { id: id.slice(0, 2 * KEY_ID_BYTES), key };
};

/** Beside secret.key: machines that share a database share this file, and a backup needs it. */
const fieldKeysFile = (dataDir: string): string => path.join(dataDir, "field.keys");

export const hasFieldKeys = (dataDir: string): boolean => fs.existsSync(fieldKeysFile(dataDir));

const newKey = () => randomBytes(KEY_BYTES).toString("base64");

/** Makes the first key where there is no file. */
function makeFirst(dataDir: string): void {
  const first: Stored = { keys: [newKey()], index: newKey(), rotating: false };
  makeOnce(fieldKeysFile(dataDir), JSON.stringify(first, null, 1));
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== "object" || value === null) return false;
  const { keys, index, rotating } = value as Partial<Record<keyof Stored, unknown>>;
  const isKey = (text: unknown) =>
    typeof text === "string" && Buffer.from(text, "base64").length === KEY_BYTES;
  return Array.isArray(keys) && keys.every(isKey) && isKey(index) && typeof rotating === "boolean";
}

function readStored(file: string): Stored {
  let value: unknown;
  try {
    value = JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isStored(value) || value.keys.length === 0)
    throw new AppError("字段密钥文件 field.keys 已损坏，请用备份恢复");
  return value;
}

const read = new Map<string, { mark: string; keys: FieldKeys }>();

/**
 * The keys as they are in DATA_DIR/field.keys now: a rotation beside a running server is seen at once. The file is
 * made at the first use.
 * @throws AppError where the file is not whole.
 */
export function fieldKeys(dataDir: string): FieldKeys {
  const file = fieldKeysFile(dataDir);
  if (!hasFieldKeys(dataDir)) makeFirst(dataDir);
  const { ino, mtimeMs, size } = fs.statSync(file);
  const mark = `${ino} ${mtimeMs} ${size}`;
  const known = read.get(file);
  if (known?.mark === mark) return known.keys;
  const stored = readStored(file);
  const [first = "", ...others] = stored.keys;
  const keys: FieldKeys = {
    keys: [keyOf(first), ...others.map(keyOf)],
    indexKey: Buffer.from(stored.index, "base64"),
    isRotating: stored.rotating,
  };
  read.set(file, { mark, keys });
  return keys;
}

/** Adds a key, which seals from now on. One at a time: see reseal.ts. */
export function addKey(dataDir: string): void {
  const file = fieldKeysFile(dataDir);
  const stored = readStored(file);
  const next: Stored = { ...stored, keys: [...stored.keys, newKey()], rotating: true };
  replaceWhole(file, JSON.stringify(next, null, 1));
}

/** Notes that all fields are sealed with the newest key; the older ones stay for backups. */
export function endRotation(dataDir: string): void {
  const file = fieldKeysFile(dataDir);
  replaceWhole(file, JSON.stringify({ ...readStored(file), rotating: false }, null, 1));
}

import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import bcrypt from "bcryptjs";
import { AppError } from "../http/errors.ts";

const derive = promisify(argon2);

/** argon2id, 19 MiB, two passes, one lane: security 4.5. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

const MAX_RUNNING = 2;
const MAX_WAITING = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** Hashing is the one expensive thing strangers can ask for: two at a time, the rest in a short queue. */
async function queued<T>(task: () => Promise<T>): Promise<T> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING) throw new AppError("系统繁忙，请稍后再试");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const derived = (password: string, salt: Buffer, memory: number, passes: number) =>
  derive("argon2id", {
    message: Buffer.from(password.normalize("NFKC")),
    nonce: salt,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory,
    passes,
  });

const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/** PHC string `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
export function hashPassword(password: string): Promise<string> {
  return queued(async () => {
    const salt = randomBytes(16);
    const tag = await derived(password, salt, MEMORY_KIB, PASSES);
    return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encode(salt)}$${encode(tag)}`;
  });
}

/** A hash without a password: unknown users take as long as known ones. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(TAG_BYTES))}`;

/** A hash from an import of accounts; a cost that would take seconds is refused unread. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-3])\$[./A-Za-z0-9]{53}$/;

/** Whether a hash that has just proved right is to be replaced by hashPassword's. */
export const isOldHash = (stored: string): boolean => BCRYPT.test(stored);

/** Compares in constant time; an undefined or unreadable hash costs the same and never matches. */
export function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  return queued(async () => {
    if (stored && BCRYPT.test(stored)) return bcrypt.compare(password, stored);
    const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/;
    const match = pattern.exec(stored ?? "") ?? pattern.exec(NOBODY);
    const [memory, passes, salt, tag] = match?.slice(1) ?? [];
    if (!memory || !passes || !salt || !tag) return false;
    const expected = Buffer.from(tag, "base64");
    const actual = await derived(
      password,
      Buffer.from(salt, "base64"),
      Number(memory),
      Number(passes),
    );
    return expected.length === actual.length && timingSafeEqual(expected, actual) && !!stored;
  });
}

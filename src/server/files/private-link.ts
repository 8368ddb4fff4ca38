import { timingSafeEqual } from "node:crypto";
import { textMark } from "../secrets/secret-box.ts";

/** wire 0, "Uploads". */
const LIFE_SECONDS = 600;

const KEY = /^private\/(\d{4})\/(\d{2})\/(\d{2})\/([\da-f]{32})\.[a-z\d]{2,4}$/;
const ID = /^(\d{4})(\d{2})(\d{2})([\da-f]{32})$/;

const markOf = (dataDir: string, id: string, expires: number) =>
  textMark(dataDir, "private-file")(`${id}\n${expires}`);

/**
 * The address of a private file for the next 10 minutes, below this site's origin. Whoever has it can
 * read the file: make it after checking that this person may, and only for this person.
 * `key`: what storeFile called fileName, `private/2026/11/20/<id>.pdf`.
 */
export function privateLink(dataDir: string, key: string): string {
  const parts = KEY.exec(key);
  if (!parts) throw new Error("no key of a private file");
  const id = parts.slice(1).join("");
  const expires = Math.floor(Date.now() / 1_000) + LIFE_SECONDS;
  const query = new URLSearchParams({
    expires: String(expires),
    signature: markOf(dataDir, id, expires),
  });
  return `/prod-api/common/private/${id}?${query}`;
}

/**
 * The key of the file without its extension (and the dot before it), where the link was made here for
 * this file and still lives.
 */
export function readLink(
  dataDir: string,
  id: string,
  { expires, signature }: { expires: string; signature: string },
): string | undefined {
  if (!/^\d{10}$/.test(expires) || !/^[\da-f]{64}$/.test(signature)) return undefined;
  const isReal = timingSafeEqual(
    Buffer.from(markOf(dataDir, id, Number(expires))),
    Buffer.from(signature),
  );
  if (!isReal || Number(expires) <= Date.now() / 1_000) return undefined;
  const parts = ID.exec(id);
  return parts ? `private/${parts.slice(1).join("/")}` : undefined;
}

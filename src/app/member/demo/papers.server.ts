import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { openFileStore } from "#src/server/files/open-file-store.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import type { Env } from "#src/server/start/env.ts";

const DIRECTORY = "src/app/member/demo/files";
const VOUCHERS = 10;

/** Keys of the drawn pictures, as an upload of theirs would have left them. */
export type DemoPapers = {
  photos: string[];
  licence: string;
  stamped: string;
  vouchers: { key: string; hash: string }[];
};

/** Puts the drawn pictures into the store: portraits, a licence, a stamped form and vouchers. */
export async function storePapers(db: Db, env: Env): Promise<DemoPapers> {
  const files = await openFileStore(env);
  const day = formatDay(new Date()).replaceAll("-", "/");
  const rows: (typeof storedFile.$inferInsert)[] = [];
  const store = async (
    name: string,
    title: string,
    purpose: "identity" | "licence" | "voucher",
  ) => {
    const bytes = await fs.readFile(path.join(env.rootDir, DIRECTORY, `${name}.png`));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    // Named by what it is: the same at every installation.
    const key = `private/${day}/${createHash("md5").update(name).digest("hex")}.png`;
    await withTemporary(env.dataDir, async (nameFile) => {
      const file = nameFile();
      await fs.writeFile(file, bytes, { mode: 0o600 });
      await files.put(key, file);
    });
    rows.push({
      path: key,
      originalName: `${title}.png`,
      mime: "image/png",
      bytes: bytes.length,
      sha256,
      sourceSha256: sha256,
      purpose,
      createBy: "system",
      width: bytes.readUInt32BE(16),
      height: bytes.readUInt32BE(20),
    });
    return { key, hash: sha256 };
  };
  const photos: string[] = [];
  for (const nth of [1, 2, 3, 4]) {
    photos.push((await store(`portrait-${nth}`, "一寸照片", "identity")).key);
  }
  const licence = (await store("licence", "登记证书", "licence")).key;
  const stamped = (await store("stamped-form", "盖章申请表", "licence")).key;
  const vouchers: DemoPapers["vouchers"] = [];
  for (let nth = 1; nth <= VOUCHERS; nth++) {
    vouchers.push(await store(`voucher-${nth}`, "转账回单", "voucher"));
  }
  await db.insert(storedFile).values(rows).onConflictDoNothing();
  return { photos, licence, stamped, vouchers };
}

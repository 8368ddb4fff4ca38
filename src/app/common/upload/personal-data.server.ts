import { asc, eq, sql } from "drizzle-orm";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { PURPOSE_NAMES, sizeText } from "#src/lib/upload/upload-rules.ts";
import type { PersonalPart } from "#src/server/personal/personal-data.ts";
import { removeUnused } from "./service.server.ts";
import { storedFile } from "./table.server.ts";

/** Files that one has uploaded. Those that are part of the books (vouchers of payments) stay, with nobody's name. */
export const part: PersonalPart = {
  name: "files",
  title: "上传的文件",
  // When the account and its applications use none of them any more.
  order: 90,
  columns: ["stored_file.owner_id"],
  async read({ db }, userId) {
    const rows = await db
      .select()
      .from(storedFile)
      .where(eq(storedFile.ownerId, userId))
      .orderBy(asc(storedFile.id));
    return rows.map((row) => ({
      文件名: row.originalName,
      用途: PURPOSE_NAMES[row.purpose] ?? "其他",
      大小: sizeText(row.bytes),
      上传时间: formatDateTime(row.createdAt),
    }));
  },
  async erase(tx, userId) {
    const gone = await removeUnused(tx, eq(storedFile.ownerId, userId));
    await tx
      .update(storedFile)
      .set({
        ownerId: null,
        originalName: sql`'已注销用户的文件' || substring(${storedFile.path} from '[.][^.]+$')`,
        createBy: "",
      })
      .where(eq(storedFile.ownerId, userId));
    return gone;
  },
};

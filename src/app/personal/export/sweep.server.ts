import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Context } from "#src/server/start/context.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { removeBytes, removeUnused } from "../../common/upload/service.server.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { KEPT_DAYS } from "./make.server.ts";
import { dataExport } from "./table.server.ts";

/** Removes copies of data that were kept for their time. */
export async function sweep(db: Db, { files, log }: Pick<Context, "files" | "log">): Promise<void> {
  const gone = await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: dataExport.id, file: dataExport.file })
      .from(dataExport)
      .where(
        and(
          eq(dataExport.state, 1),
          lt(dataExport.readyAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
        ),
      )
      .orderBy(dataExport.id)
      .for("update", { skipLocked: true });
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    await tx.update(dataExport).set({ state: 3, file: "" }).where(inArray(dataExport.id, ids));
    await noteFileUse(tx, "data_export", ids, []);
    const paths = rows.map(({ file }) => file);
    return removeUnused(tx, inArray(storedFile.path, paths));
  });
  // Of a process that died between the file and its row.
  const lost = await removeUnused(
    db,
    and(
      eq(storedFile.purpose, "personal"),
      lt(storedFile.createdAt, sql`now() - interval '1 day'`),
    ),
  );
  for (const path of [...gone, ...lost]) {
    await removeBytes(files, path).catch((error: unknown) =>
      log.error({ err: error, path }, "the bytes of a copy of data stay"),
    );
  }
}

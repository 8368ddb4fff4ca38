import { and, eq, inArray, lt, ne, notInArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import type { Context } from "#src/server/start/context.ts";
import { user } from "../../system/user/table.server.ts";
import { removeBytes, removeUnused } from "./service.server.ts";
import { storedFile } from "./table.server.ts";

/** Long enough for a form that is filled in over a week's evenings. */
const DAYS = 8;

/**
 * Removes what people who are no staff have uploaded and put to no use. An avatar is used by its
 * account without a row; what staff upload stands in the library, where they remove it themselves.
 */
export async function sweep(db: Db, { files, log }: Pick<Context, "files" | "log">): Promise<void> {
  const members = db.select({ userId: user.userId }).from(user).where(ne(user.userType, "00"));
  const gone = await removeUnused(
    db,
    and(
      inArray(storedFile.ownerId, members),
      notInArray(storedFile.purpose, ["avatar", "demo"]),
      eq(storedFile.isInLibrary, false),
      lt(storedFile.createdAt, sql`now() - make_interval(days => ${DAYS})`),
    ),
  );
  for (const path of gone) {
    await removeBytes(files, path).catch((error: unknown) =>
      log.error({ err: error, path }, "the bytes of an unused file stay"),
    );
  }
}

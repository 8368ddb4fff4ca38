import type { Db } from "#src/db/client.ts";
import { dropOffers } from "#src/server/files/download.ts";
import type { Context } from "#src/server/start/context.ts";

/** Exports that nobody came for. */
export const sweep = (db: Db, { files }: Pick<Context, "files">): Promise<void> =>
  dropOffers({ db, files });

import type { Db } from "../../../db/client.ts";
import type { Context } from "../../../server/context.ts";
import { dropOffers } from "../../../server/download.ts";

/** Exports that nobody came for. */
export const sweep = (db: Db, { files }: Pick<Context, "files">): Promise<void> =>
  dropOffers({ db, files });

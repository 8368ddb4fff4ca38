import { index, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "#src/db/columns.ts";

/** Files that exports have offered by name (server/files/download.ts): each is fetched once. */
export const offeredDownload = pgTable(
  "offered_download",
  {
    /** The random part of the name. */
    id: text().primaryKey(),
    takenAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index("offered_download_created").on(table.createdAt)],
);

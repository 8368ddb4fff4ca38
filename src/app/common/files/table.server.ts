import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { reference } from "#src/db/columns.ts";
import { storedFile } from "../upload/table.server.ts";

/** Where a stored file is used: a row a place. Written by the slice that saves the place. */
export const fileUse = pgTable(
  "file_use",
  {
    /** As `stored_file.path`: `upload/2026/11/20/<id>.png`. */
    path: text()
      .notNull()
      .references(() => storedFile.path),
    /** article, article_copy … */
    subject: text().notNull(),
    subjectId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.subjectId, table.path] }),
    index("file_use_path").on(table.path),
  ],
);

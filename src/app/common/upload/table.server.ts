import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "../../../db/columns.ts";

/** Every stored file. `path` is what `/profile/**` shows, e.g. `upload/2026/11/20/<id>.png`. */
export const storedFile = pgTable(
  "stored_file",
  {
    id: identity(),
    path: text().notNull().unique(),
    originalName: text().notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    /** content, avatar, demo; later the private ones. */
    purpose: text().notNull(),
    ownerId: reference(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index("stored_file_owner").on(table.ownerId)],
);

import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { fileFolder } from "../files/desk/folders/table.server.ts";

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
    /** content, avatar, demo; voucher, licence, identity and declaration are private. */
    purpose: text().notNull(),
    ownerId: reference(),
    /** Hash of the bytes as they were sent, before a picture was drawn again: finds duplicates. */
    sourceSha256: text().notNull().default(""),
    /** Folder of the media library; null: in none. */
    folderId: reference().references(() => fileFolder.id),
    /** false: not shown in the media library (pictures of people, private ones). */
    isInLibrary: boolean().notNull().default(false),
    /** Alternative text that goes along when the picture is chosen. */
    alt: text().notNull().default(""),
    /** Pixels of a picture, else 0. */
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    /** The file it was cut out of. */
    cropOf: reference(),
    createBy: text().notNull().default(""),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("stored_file_owner").on(table.ownerId),
    index("stored_file_source").on(table.sourceSha256),
    index("stored_file_library").on(table.folderId, table.id).where(sql`is_in_library`),
  ],
);

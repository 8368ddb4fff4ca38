import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";

/** Folders of the media library. */
export const fileFolder = pgTable("file_folder", {
  id: identity(),
  /** 0 on top. */
  parentId: reference().notNull().default(0),
  folderName: text().notNull(),
  orderNum: integer().notNull().default(0),
  ...audit,
});

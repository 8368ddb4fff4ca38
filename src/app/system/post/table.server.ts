import { char, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";
import { user } from "../user/table.server.ts";

/** Posts: field names and lengths of wire 5. */
export const post = pgTable("sys_post", {
  postId: identity(),
  postCode: text().notNull().unique(),
  postName: text().notNull().unique(),
  postSort: integer().notNull().default(0),
  status: char({ length: 1 }).notNull().default("0"),
  remark: text().notNull().default(""),
  ...audit,
});

export const userPost = pgTable(
  "sys_user_post",
  {
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    postId: reference()
      .notNull()
      .references(() => post.postId),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] })],
);

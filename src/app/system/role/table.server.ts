import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";
import { user } from "../user/table.server.ts";

/** Field names and lengths: wire 5. Role 1 is the administrator. */
export const role = pgTable(
  "sys_role",
  {
    roleId: identity(),
    roleName: text().notNull(),
    roleKey: text().notNull(),
    roleSort: integer().notNull().default(0),
    /** 1 all, 2 chosen departments, 3 own, 4 own and below, 5 self. */
    dataScope: char({ length: 1 }).notNull().default("1"),
    menuCheckStrictly: boolean().notNull().default(true),
    deptCheckStrictly: boolean().notNull().default(true),
    status: char({ length: 1 }).notNull().default("0"),
    delFlag: char({ length: 1 }).notNull().default("0"),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [uniqueIndex("sys_role_key").on(table.roleKey).where(sql`del_flag = '0'`)],
);

export const userRole = pgTable(
  "sys_user_role",
  {
    userId: reference()
      .notNull()
      .references(() => user.userId, { onDelete: "cascade" }),
    roleId: reference()
      .notNull()
      .references(() => role.roleId),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.roleId] }),
    index("sys_user_role_role").on(table.roleId),
  ],
);

import { char, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";
import { role } from "../role/table.server.ts";

/** Menu rows: field names and lengths of wire 5. */
export const menu = pgTable(
  "sys_menu",
  {
    menuId: identity(),
    menuName: text().notNull(),
    /** 0 for a top row. */
    parentId: reference().notNull().default(0),
    orderNum: integer().notNull().default(0),
    path: text().notNull().default(""),
    component: text().notNull().default(""),
    /** JSON text of fixed query parameters. */
    query: text().notNull().default(""),
    routeName: text().notNull().default(""),
    /** 0 external link, 1 not. */
    isFrame: char({ length: 1 }).notNull().default("1"),
    /** 0 kept alive, 1 not. */
    isCache: char({ length: 1 }).notNull().default("0"),
    /** M directory, C page, F button. */
    menuType: char({ length: 1 }).notNull(),
    visible: char({ length: 1 }).notNull().default("0"),
    status: char({ length: 1 }).notNull().default("0"),
    perms: text().notNull().default(""),
    icon: text().notNull().default("#"),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [index("sys_menu_parent").on(table.parentId, table.orderNum)],
);

/**
 * Rows of the program's own menu that were ever put into this installation, by the number that the program
 * gives them. `menuId`: the row they became; null once staff have removed it, and it does not come back.
 */
export const menuSeed = pgTable("sys_menu_seed", {
  seedId: reference().primaryKey(),
  menuId: reference()
    .unique()
    .references(() => menu.menuId, { onDelete: "set null" }),
  putInAt: moment().notNull().defaultNow(),
});

export const roleMenu = pgTable(
  "sys_role_menu",
  {
    roleId: reference()
      .notNull()
      .references(() => role.roleId, { onDelete: "cascade" }),
    menuId: reference()
      .notNull()
      .references(() => menu.menuId),
  },
  (table) => [
    primaryKey({ columns: [table.roleId, table.menuId] }),
    index("sys_role_menu_menu").on(table.menuId),
  ],
);

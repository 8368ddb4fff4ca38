import { char, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";
import { role } from "../role/table.server.ts";

/** Departments: field names and lengths of wire 5. */
export const dept = pgTable(
  "sys_dept",
  {
    deptId: identity(),
    parentId: reference().notNull().default(0),
    /** Ids from the root to the parent: `0,100,101`. */
    ancestors: text().notNull().default(""),
    deptName: text().notNull(),
    orderNum: integer().notNull().default(0),
    leader: text().notNull().default(""),
    phone: text().notNull().default(""),
    email: text().notNull().default(""),
    status: char({ length: 1 }).notNull().default("0"),
    delFlag: char({ length: 1 }).notNull().default("0"),
    ...audit,
  },
  (table) => [index("sys_dept_parent").on(table.parentId)],
);

export const roleDept = pgTable(
  "sys_role_dept",
  {
    roleId: reference()
      .notNull()
      .references(() => role.roleId, { onDelete: "cascade" }),
    deptId: reference()
      .notNull()
      .references(() => dept.deptId),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.deptId] })],
);

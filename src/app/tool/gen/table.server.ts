import { char, integer, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity, reference } from "#src/db/columns.ts";

/** A table the generator knows: field names and lengths of wire 5, "GenTable". */
export const genTable = pgTable("gen_table", {
  tableId: identity(),
  tableName: text().notNull().unique(),
  tableComment: text().notNull().default(""),
  subTableName: text().notNull().default(""),
  subTableFkName: text().notNull().default(""),
  className: text().notNull().default(""),
  /** crud, tree or sub. */
  tplCategory: text().notNull().default("crud"),
  tplWebType: text().notNull().default(""),
  packageName: text().notNull().default(""),
  moduleName: text().notNull().default(""),
  businessName: text().notNull().default(""),
  functionName: text().notNull().default(""),
  functionAuthor: text().notNull().default(""),
  formColNum: integer().notNull().default(1),
  /** 0 zip; 1, a path on the server, is kept for the contract and refused. */
  genType: char({ length: 1 }).notNull().default("0"),
  genPath: text().notNull().default("/"),
  /** JSON text: treeCode, treeParentCode, treeName, parentMenuId, genView. */
  options: text().notNull().default(""),
  remark: text().notNull().default(""),
  ...audit,
});

/** A column of such a table: wire 5, "GenColumn"; flags are "1", "0" or null. */
export const genColumn = pgTable("gen_table_column", {
  columnId: identity(),
  tableId: reference()
    .notNull()
    .references(() => genTable.tableId, { onDelete: "cascade" }),
  columnName: text().notNull(),
  columnComment: text().notNull().default(""),
  columnType: text().notNull(),
  javaType: text().notNull(),
  javaField: text().notNull(),
  isPk: char({ length: 1 }),
  isIncrement: char({ length: 1 }),
  isRequired: char({ length: 1 }),
  isInsert: char({ length: 1 }),
  isEdit: char({ length: 1 }),
  isList: char({ length: 1 }),
  isQuery: char({ length: 1 }),
  /** EQ NE GT GTE LT LTE LIKE BETWEEN. */
  queryType: text().notNull().default("EQ"),
  /** input textarea select radio checkbox datetime imageUpload fileUpload editor. */
  htmlType: text().notNull().default("input"),
  dictType: text().notNull().default(""),
  sort: integer().notNull().default(0),
  ...audit,
});

import { asc, eq, inArray } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import type { GenTable } from "#src/lib/generator/config.ts";
import { Nullable } from "#src/lib/wire.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { menu } from "../../system/menu/table.server.ts";
import { genColumn, genTable } from "./table.server.ts";

export type TableRow = typeof genTable.$inferSelect;
export type ColumnRow = typeof genColumn.$inferSelect;

/** What the column `options` holds as JSON text (wire 2.12). */
export type Options = {
  treeCode: string;
  treeParentCode: string;
  treeName: string;
  parentMenuId: number;
  genView: "0" | "1";
};

const NO_OPTIONS: Options = {
  treeCode: "",
  treeParentCode: "",
  treeName: "",
  parentMenuId: 3,
  genView: "0",
};

/** Reads `options`; whatever is missing or wrong counts as unsaid. */
export function optionsOf({ options }: Pick<TableRow, "options">): Options {
  try {
    const read = JSON.parse(options || "{}") as Record<string, unknown>;
    const text = (name: string) => (typeof read[name] === "string" ? (read[name] as string) : "");
    const parent = Number(read.parentMenuId);
    return {
      treeCode: text("treeCode"),
      treeParentCode: text("treeParentCode"),
      treeName: text("treeName"),
      parentMenuId: Number.isSafeInteger(parent) && parent >= 0 ? parent : NO_OPTIONS.parentMenuId,
      genView: read.genView === "1" ? "1" : "0",
    };
  } catch {
    return NO_OPTIONS;
  }
}

export const columnSchema = rowSchema(genColumn);
export const tableSchema = rowSchema(genTable);

/** GenTable with what is derived (wire 5). */
export const infoSchema = Type.Object({
  ...tableSchema.properties,
  columns: Type.Array(columnSchema),
  pkColumn: Nullable(columnSchema),
  treeCode: Type.String(),
  treeParentCode: Type.String(),
  treeName: Type.String(),
  parentMenuId: Type.Integer(),
  parentMenuName: Nullable(Type.String()),
  view: Type.Boolean(),
});

/** One configuration as the contract sends it. */
export function infoOf(
  row: TableRow,
  columns: readonly ColumnRow[],
  menuNames: ReadonlyMap<number, string>,
) {
  const { genView, ...options } = optionsOf(row);
  const own = columns.filter(({ tableId }) => tableId === row.tableId).map(rowBody);
  return {
    ...rowBody(row),
    ...options,
    columns: own,
    pkColumn: own.find(({ isPk }) => isPk === "1") ?? own[0] ?? null,
    parentMenuName: menuNames.get(options.parentMenuId) ?? null,
    view: genView === "1",
  };
}

/** Names of the menu rows that configurations hang their pages below. */
export async function menuNamesOf(db: Db, rows: readonly TableRow[]): Promise<Map<number, string>> {
  const ids = [...new Set(rows.map((row) => optionsOf(row).parentMenuId))];
  const found = await db
    .select({ id: menu.menuId, name: menu.menuName })
    .from(menu)
    .where(inArray(menu.menuId, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** @throws AppError 404 where there is none. */
export async function readTable(db: Db, tableId: number): Promise<TableRow> {
  const [row] = await db.select().from(genTable).where(eq(genTable.tableId, tableId));
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

export const readColumns = (db: Db, tableIds: readonly number[]): Promise<ColumnRow[]> =>
  db
    .select()
    .from(genColumn)
    .where(inArray(genColumn.tableId, [...tableIds]))
    .orderBy(asc(genColumn.sort), asc(genColumn.columnId));

/** A configuration as the generator takes it. */
export const tableModel = (row: TableRow): GenTable => ({ ...row, ...optionsOf(row) });

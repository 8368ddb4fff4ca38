import { asc, eq, inArray } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import type { Db } from "#src/db/client.ts";
import { joinPath } from "#src/lib/address/route-path.ts";
import { archiveFiles, type SliceFile } from "#src/lib/generator/files.ts";
import {
  type DictEntries,
  GeneratorError,
  type Model,
  modelOf,
  tie,
} from "#src/lib/generator/model.ts";
import { label } from "#src/lib/generator/words.ts";
import { AppError } from "#src/server/http/errors.ts";
import { dictData } from "../../system/dict/data/table.server.ts";
import { menu } from "../../system/menu/table.server.ts";
import { type ColumnRow, readColumns, type TableRow, tableModel } from "./info.server.ts";
import { genTable } from "./table.server.ts";

/** Configurations by their tables' names. @throws AppError that names the first that is missing. */
export async function tablesNamed(db: Db, names: readonly string[]): Promise<TableRow[]> {
  // No table's name holds a NUL, and PostgreSQL would complain of it.
  const possible = names.filter((name) => !name.includes("\0"));
  const rows = await db.select().from(genTable).where(inArray(genTable.tableName, possible));
  return names.map((name) => {
    const row = rows.find(({ tableName }) => tableName === name);
    if (!row) throw new AppError(`表 ${name.slice(0, 63)} 没有导入`);
    return row;
  });
}

/** Entries of the dictionaries that columns name, in use or not: a row may still hold them. */
async function dictsOf(db: Db, columns: readonly ColumnRow[]): Promise<Map<string, DictEntries>> {
  const types = [...new Set(columns.map(({ dictType }) => dictType))].filter(Boolean);
  const rows = await db
    .select({ type: dictData.dictType, value: dictData.dictValue, name: dictData.dictLabel })
    .from(dictData)
    .where(inArray(dictData.dictType, types))
    .orderBy(asc(dictData.dictSort), asc(dictData.dictCode));
  const found = new Map<string, { value: string; label: string }[]>();
  for (const { type, value, name } of rows) {
    const entries = found.get(type) ?? [];
    if (entries.some((entry) => entry.value === value)) continue;
    found.set(type, [...entries, { value, label: label(name, 20) || "？" }]);
  }
  return found;
}

/** Address of a page below a menu row, by the rows above it. */
async function pathBelow(db: Db, menuId: number, page: string): Promise<string> {
  const parts = [page];
  const seen = new Set<number>();
  for (let id = menuId; id !== 0 && !seen.has(id); ) {
    seen.add(id);
    const [row] = await db
      .select({ parentId: menu.parentId, path: menu.path })
      .from(menu)
      .where(eq(menu.menuId, id));
    if (!row) break;
    parts.unshift(row.path);
    id = row.parentId;
  }
  return joinPath("", parts.join("/"));
}

/**
 * The slices of these tables; a sub template brings the one of its sub table along, which must have
 * been imported. @throws AppError with the reason where a table cannot become a slice.
 */
export async function modelsOf(db: Db, rows: readonly TableRow[]): Promise<Model[]> {
  const models: Model[] = [];
  for (const row of rows) {
    const isSub = row.tplCategory === "sub";
    const subs = isSub ? await tablesNamed(db, [row.subTableName]) : [];
    const columns = await readColumns(
      db,
      [row, ...subs].map(({ tableId }) => tableId),
    );
    const dicts = await dictsOf(db, columns);
    const modelFor = (table: TableRow) =>
      modelOf(
        { ...tableModel(table), ...(table === row ? {} : { tplCategory: "crud" }) },
        columns.filter(({ tableId }) => tableId === table.tableId),
        dicts,
      );
    try {
      const main = modelFor(row);
      const [sub] = subs.map(modelFor);
      if (!sub) models.push(main);
      else {
        const page = await pathBelow(db, sub.parentMenuId, sub.business);
        const tied = tie(main, sub, page);
        models.push(tied.main, tied.sub);
      }
    } catch (error) {
      if (error instanceof GeneratorError) throw new AppError(error.message);
      throw error;
    }
  }
  return onePerFolder(models);
}

/** A table that was asked for beside its main one is written once, as its part. */
function onePerFolder(models: readonly Model[]): Model[] {
  const found = new Map<string, Model>();
  for (const model of models) {
    const folder = `${model.module}/${model.business}`;
    const other = found.get(folder);
    if (other && other.table.tableName !== model.table.tableName) {
      throw new AppError(
        `表 ${other.table.tableName} 和 ${model.table.tableName} 的模块名和业务名相同：${folder}`,
      );
    }
    if (!other?.owner) found.set(folder, model);
  }
  return [...found.values()];
}

/** A zip of slices, in memory: nothing is ever written on the server (security 5). */
export const zipOf = (models: readonly Model[]): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        archiveFiles(models).map(({ path, text }: SliceFile) => [path, strToU8(text)]),
      ),
    ),
  );

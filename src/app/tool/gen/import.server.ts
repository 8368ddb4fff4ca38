import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import {
  columnDefaults,
  type GenColumn,
  type GenTable,
  tableDefaults,
} from "#src/lib/generator/config.ts";
import { AppError } from "#src/server/http/errors.ts";
import { columnsOf, findTable } from "./catalog.server.ts";
import { readColumns, type TableRow } from "./info.server.ts";
import { genColumn, genTable } from "./table.server.ts";

/** Most tables in one call. */
const MAX_NAMES = 50;

/** Table names of a query: a comma list (wire 1.2). @throws AppError where there is none. */
export function namesOf(given: unknown): string[] {
  const text = typeof given === "string" ? given : "";
  const names = [...new Set(text.split(",").map((each) => each.trim()))].filter(Boolean);
  if (names.length === 0) throw new AppError("请选择表");
  if (names.length > MAX_NAMES) throw new AppError(`一次最多选择 ${MAX_NAMES} 张表`);
  return names;
}

/** The columns of gen_table that are not kept in `options`. */
function withOptions(table: GenTable) {
  const { treeCode, treeParentCode, treeName, parentMenuId, ...columns } = table;
  const options = { treeCode, treeParentCode, treeName, parentMenuId, genView: "0" };
  return { ...columns, options: JSON.stringify(options) };
}

/** Takes tables of the database into the generator, with the defaults of wire 4.9. */
export async function importTables(
  tx: Db,
  names: readonly string[],
  { userName, tplWebType }: { userName: string; tplWebType: string },
): Promise<void> {
  const failed = (reason: string) => new AppError(`导入失败：${reason}`);
  for (const name of names) {
    const found = name.includes("\0") ? undefined : await findTable(tx, name);
    if (!found) throw failed(`数据库中没有表 ${name.slice(0, 63)}`);
    const [row] = await tx
      .insert(genTable)
      .values({
        ...withOptions(tableDefaults(name, found.comment, userName)),
        tplWebType,
        createBy: userName,
      })
      .onConflictDoNothing({ target: genTable.tableName })
      .returning({ tableId: genTable.tableId });
    if (!row) throw failed(`表 ${name} 已经导入`);
    const columns = columnDefaults(await columnsOf(tx, found));
    if (columns.length === 0) throw failed(`表 ${name} 没有字段`);
    await tx
      .insert(genColumn)
      .values(columns.map((column) => ({ ...column, ...row, createBy: userName })));
  }
}

/** The database's facts of a column, against a person's choices. */
const factsOf = ({ columnType, isPk, isIncrement }: GenColumn) => ({
  columnType,
  isPk,
  isIncrement,
});

/**
 * Follows the table as it is now: new columns come with defaults, those that are gone go, types and
 * comments are the database's; what a person chose for a column stays. @throws AppError with the
 * contract's text where there is no table any more.
 */
export async function followTable(tx: Db, row: TableRow, userName: string): Promise<void> {
  const found = await findTable(tx, row.tableName);
  const columns = found ? await columnsOf(tx, found) : [];
  if (columns.length === 0) throw new AppError("同步数据失败，原表结构不存在");
  const kept = new Map(
    (await readColumns(tx, [row.tableId])).map((column) => [column.columnName, column]),
  );
  const taken = new Set<string>();
  const signed = { updateBy: userName, updateTime: sql`now()` };
  for (const column of columnDefaults(columns)) {
    const known = kept.get(column.columnName);
    kept.delete(column.columnName);
    if (!known) continue;
    taken.add(known.javaField);
    const isSameType = known.columnType === column.columnType;
    await tx
      .update(genColumn)
      .set({
        ...factsOf(column),
        columnComment: column.columnComment || known.columnComment,
        sort: column.sort,
        // Another type needs another kind of field.
        ...(isSameType ? {} : { javaType: column.javaType, htmlType: column.htmlType }),
        ...signed,
      })
      .where(eq(genColumn.columnId, known.columnId));
  }
  const known = await readColumns(tx, [row.tableId]);
  const names = new Set(known.map(({ columnName }) => columnName));
  for (const column of columnDefaults(columns)) {
    if (names.has(column.columnName)) continue;
    let { javaField } = column;
    for (let copy = 2; taken.has(javaField); copy++) javaField = `${column.javaField}${copy}`;
    taken.add(javaField);
    await tx
      .insert(genColumn)
      .values({ ...column, javaField, tableId: row.tableId, createBy: userName });
  }
  const gone = [...kept.values()].map(({ columnId }) => columnId);
  if (gone.length > 0) {
    await tx
      .delete(genColumn)
      .where(and(eq(genColumn.tableId, row.tableId), inArray(genColumn.columnId, gone)));
  }
  await tx.update(genTable).set(signed).where(eq(genTable.tableId, row.tableId));
}

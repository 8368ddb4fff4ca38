import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { type DeclaredTable, parseTables } from "#src/lib/generator/create-table.ts";
import { ddlOf } from "#src/lib/generator/ddl.ts";
import { SqlError } from "#src/lib/generator/sql-tokens.ts";
import { AppError } from "#src/server/http/errors.ts";
import { WORKSHOP } from "./catalog.server.ts";
import { genTable } from "./table.server.ts";

/** Owns the tables of the workshop and can do nothing elsewhere (migration 0005). */
const ROLE = "xuehui_workshop";
/** wire 2.12. */
const FAILED = "创建表结构异常";

const refused = (reason: string, detail?: unknown) =>
  new AppError(`${FAILED}：${reason}`, { fields: { sql: reason }, detail });

/** Reads a person's CREATE TABLE statements. @throws AppError that names the line. */
export function declaredTables(text: string): DeclaredTable[] {
  try {
    return parseTables(text);
  } catch (error) {
    if (error instanceof SqlError) throw refused(`第 ${error.line} 行，${error.message}`);
    throw error;
  }
}

/**
 * Makes the declared tables in the workshop by statements of our own. A draft that nobody imported and
 * that holds no rows gives way to a new one of its name. Runs inside the caller's transaction; the
 * caller's rights are back afterwards.
 */
export async function makeTables(tx: Db, tables: readonly DeclaredTable[]): Promise<void> {
  // Two at once with the same name: the second one sees the first.
  await lockInTransaction(tx, "workshop");
  for (const table of tables) await clearPlace(tx, table.name);
  const canChange = await tx.execute(
    sql`select 1 from pg_roles where rolname = ${ROLE} and pg_has_role(current_user, oid, 'member')
      and has_schema_privilege(oid, ${WORKSHOP}, 'create')`,
  );
  // An account that may make no roles goes without: the statements are ours in any case.
  const hasRole = canChange.rowCount === 1;
  if (hasRole) await tx.execute(sql.raw(`set local role "${ROLE}"`));
  for (const table of tables) {
    for (const statement of ddlOf(WORKSHOP, table)) {
      try {
        await tx.execute(sql.raw(statement));
      } catch (error) {
        throw refused(
          `数据库不接受表 ${table.name} 的定义，请检查字段的默认值和长度`,
          (error as { cause?: unknown }).cause ?? error,
        );
      }
    }
  }
  if (hasRole) await tx.execute(sql`reset role`);
}

async function clearPlace(tx: Db, name: string): Promise<void> {
  const { rows } = await tx.execute<{ schema: string }>(sql`select n.nspname as schema
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', ${WORKSHOP}) and c.relname = ${name}
    order by n.nspname`);
  const [found] = rows;
  if (!found) return;
  const taken = refused(`表 ${name} 已存在`);
  if (found.schema !== WORKSHOP) throw taken;
  const imported = await tx.execute(
    sql`select 1 from ${genTable} where ${genTable.tableName} = ${name}`,
  );
  const draft = sql`${sql.identifier(WORKSHOP)}.${sql.identifier(name)}`;
  const filled = await tx.execute(sql`select 1 from ${draft} limit 1`);
  if (imported.rowCount || filled.rowCount) throw taken;
  await tx.execute(sql`drop table ${draft}`);
}

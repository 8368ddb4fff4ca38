import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import type { FoundColumn } from "#src/lib/generator/config.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { genTable } from "./table.server.ts";

// What the database itself says of its tables. Our own are in public; those that people made for the
// generator in the workshop.

export const WORKSHOP = "workshop";

/** A table of the database, and where it is. */
export type FoundTable = { schema: string; name: string; comment: string; oid: number };

/** Tables that are nobody's to generate from: the generator's own. Job engine and migrations have schemas of their own. */
const tables = sql`(
  select distinct on (c.relname) c.oid::int as oid, n.nspname as schema, c.relname as name,
    coalesce(obj_description(c.oid, 'pg_class'), '') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname in ('public', ${WORKSHOP}) and c.relname not like 'gen\\_%'
  order by c.relname, n.nspname)`;

/** A page of the tables that are not imported yet. */
export async function freeTables(
  db: Db,
  input: ListInput,
): Promise<{ rows: FoundTable[]; total: number }> {
  const free = sql`from ${tables} found
    where not exists (select 1 from ${genTable} where ${genTable.tableName} = found.name)
    and found.name ilike ${likePattern(inputText(input, "tableName"))}
    and found.comment ilike ${likePattern(inputText(input, "tableComment"))}`;
  const { pageNum, pageSize } = pageOf(input);
  const counted = await db.execute<{ total: number }>(sql`select count(*) as total ${free}`);
  const total = Number(counted.rows[0]?.total ?? 0);
  const { rows } = await db.execute<FoundTable>(sql`select found.* ${free} order by found.name
    limit ${pageSize} offset ${offsetOf(pageNum, pageSize, total)}`);
  return { rows, total };
}

/** The table of a name; one in public hides a draft of the same name. */
export async function findTable(db: Db, name: string): Promise<FoundTable | undefined> {
  const { rows } = await db.execute<FoundTable>(
    sql`select found.* from ${tables} found where found.name = ${name}`,
  );
  return rows[0];
}

/** Its columns in their order, types as the contract shows them. */
export async function columnsOf(db: Db, table: FoundTable): Promise<FoundColumn[]> {
  const { rows } = await db.execute<FoundColumn>(sql`
    select a.attname as name,
      coalesce(col_description(a.attrelid, a.attnum), '') as comment,
      format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable",
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary
        and a.attnum = any(i.indkey)) as "isPk",
      (a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') like 'nextval(%')
        as "isIncrement"
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${table.oid} and a.attnum > 0 and not a.attisdropped
    order by a.attnum`);
  return rows.map((row) => ({ ...row, type: shortType(row.type) }));
}

/** `character varying(64)` as `varchar(64)`, `timestamp(3) with time zone` as `timestamptz(3)`. */
const shortType = (type: string): string =>
  type
    .replace(/^character varying/, "varchar")
    .replace(/^character/, "char")
    .replace(/^timestamp(.*) with time zone$/, "timestamptz$1")
    .replace(/ without time zone$/, "")
    .slice(0, 100);

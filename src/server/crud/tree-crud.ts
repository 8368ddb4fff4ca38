import { and, asc, eq, getTableColumns, inArray, not, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { Type } from "typebox";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import type { NounWith, RegularVerb } from "../../lib/menu/permission.ts";
import { type Field, fillBody, readFields } from "../fields/fields.ts";
import { accountOf } from "../http/access.ts";
import { AppError, NOT_FOUND } from "../http/errors.ts";
import { ok, okSchema } from "../http/reply.ts";
import { looseQuery, pathParts } from "../http/request-schemas.ts";
import type { App, Context } from "../start/context.ts";
import { parseId } from "./ids.ts";
import { conditionOf } from "./list-query.ts";
import { primaryKey, queryWords, rowBody, rowSchema } from "./listing.ts";
import { notSorted, placesOf } from "./sort-places.ts";

type Row = Record<string, unknown>;
type Key<T extends PgTable> = keyof T["$inferSelect"] & string;

type TreeVerb = Exclude<RegularVerb, "export">;

/** What tells one tree from another. */
export type TreeOptions<T extends PgTable> = {
  /** Below /prod-api, e.g. `/library/shelf`. */
  path: string;
  /** First two parts of the permissions. */
  noun: NounWith<TreeVerb>;
  /** The primary key is the id. */
  table: T;
  /** Column with the id of the row above; 0 on top. */
  parent: Key<T>;
  /** Column with the place among siblings. */
  order: Key<T>;
  /** Name of a row in refusals, and title in the operation log. */
  label: string;
  log: string;
  /** What a person may write, `parent` and `order` among them. */
  fields: { [K in Key<T>]?: Field };
  list: { like?: Key<T>[]; equals?: Key<T>[] };
};

/**
 * The regular verbs of a tree, as its page (office/tree/tree-page.tsx) asks for them: list, list
 * without a branch, get, add, edit, order, remove. A row moves nowhere below itself, and goes only
 * when nothing is below it. Texts: those of departments (wire 2.6).
 */
export function treeCrud<T extends PgTable>(
  app: App,
  { db }: Pick<Context, "db">,
  options: TreeOptions<T>,
): void {
  const { noun, label, list } = options;
  const base = `/prod-api${options.path}`;
  const table: PgTable = options.table;
  const fields = options.fields as Record<string, Field>;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const columnOf = (name: string): PgColumn => {
    const column = columns[name];
    if (!column) throw new Error(`a tree without ${name}`);
    return column;
  };
  const [idName, id] = primaryKey(table);
  const parent = columnOf(options.parent);
  const order = columnOf(options.order);
  const row = rowSchema(table);
  const may = (verb: TreeVerb) => ({ access: `${noun}:${verb}` as const });
  const written = (verb: TreeVerb, business: 1 | 2 | 3) =>
    ({ ...may(verb), log: [options.log, business] }) as const;
  const listSchema = { response: okSchema({ data: Type.Array(row) }) };
  const body = Type.Object(
    Object.fromEntries(
      [idName, `${idName}s`, "orderNums", ...Object.keys(fields)].map((name) => [
        name,
        Type.Optional(Type.Unknown()),
      ]),
    ),
  );
  const rowsOf = async (condition: SQL | undefined) => {
    const rows = await db.select().from(table).where(condition).orderBy(asc(order), asc(id));
    return ok({ data: rows.map(rowBody) });
  };
  const readRow = async (where: Db, key: number): Promise<Row> => {
    const [found] = await where.select().from(table).where(eq(id, key));
    if (!found) throw new AppError(NOT_FOUND, { code: 404 });
    return found;
  };
  const child: Record<string, PgColumn> = getTableColumns(alias(table, "child"));
  /** The row and all below it. */
  const branchOf = (key: number) => sql`${id} in (with recursive branch(id) as (
    select ${key}::bigint union select ${child[idName]} from ${table} as child
    join branch on ${child[options.parent]} = branch.id) select branch.id from branch)`;
  // Two moves at once could make a circle of two rows that each was free of.
  const lock = (tx: Db) => lockInTransaction(tx, "trees", { subject: noun });
  const wrongParent = (text: string) => new AppError(text, { fields: { [options.parent]: text } });
  const checkParent = async (tx: Db, next: Row, key: number | undefined) => {
    const above = Number(next[options.parent] ?? 0);
    if (above === 0) return;
    const [there] = await tx.select({ id }).from(table).where(eq(id, above));
    if (!there) throw wrongParent(`上级${label}不存在`);
    if (key === undefined) return;
    const [inside] = await tx
      .select({ id })
      .from(table)
      .where(and(eq(id, above), branchOf(key)));
    if (inside) throw wrongParent(`上级${label}不能是自己或自己的下级`);
  };

  app.get(
    `${base}/list`,
    {
      config: may("list"),
      schema: { querystring: looseQuery(queryWords(list, {})), ...listSchema },
    },
    async (request) => rowsOf(conditionOf(table, list, request.query)),
  );

  app.get(
    `${base}/list/exclude/:${idName}`,
    { config: may("list"), schema: { params: pathParts(idName), ...listSchema } },
    async (request) => {
      const key = parseId(request.params[idName]);
      return rowsOf(not(branchOf(key)));
    },
  );

  app.get(
    `${base}/:${idName}`,
    {
      config: may("query"),
      schema: { params: pathParts(idName), response: okSchema({ data: row }) },
    },
    async (request) => {
      const key = parseId(request.params[idName]);
      return ok({ data: rowBody(await readRow(db, key)) });
    },
  );

  app.post(
    base,
    {
      config: written("add", 1),
      preValidation: fillBody,
      schema: { body, response: okSchema() },
    },
    async (request) => {
      const next = readFields(fields, request.body, true);
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await lock(tx);
        await checkParent(tx, next, undefined);
        await tx.insert(table).values({ ...next, createBy: userName });
      });
      return ok();
    },
  );

  app.put(
    base,
    {
      config: written("edit", 2),
      preValidation: fillBody,
      schema: { body, response: okSchema() },
    },
    async (request) => {
      const given = request.body;
      const key = parseId(given[idName]);
      const patch = readFields(fields, given, false);
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await lock(tx);
        const was = await readRow(tx, key);
        await checkParent(tx, { ...was, ...patch }, key);
        const next = { ...patch, updateBy: userName, updateTime: sql`now()` };
        await tx.update(table).set(next).where(eq(id, key));
      });
      return ok();
    },
  );

  app.put(
    `${base}/updateSort`,
    {
      config: written("edit", 2),
      preValidation: fillBody,
      schema: { body, response: okSchema() },
    },
    async (request) => {
      const given = request.body;
      const places = placesOf(given[`${idName}s`], given.orderNums);
      const ids = [...places.keys()];
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        const there = await tx
          .select({ id })
          .from(table)
          .where(inArray(id, ids))
          .orderBy(asc(id))
          .for("update");
        if (there.length < ids.length) throw notSorted();
        for (const [key, place] of places) {
          const next = { [options.order]: place, updateBy: userName, updateTime: sql`now()` };
          await tx.update(table).set(next).where(eq(id, key));
        }
      });
      return ok();
    },
  );

  app.delete(
    `${base}/:${idName}`,
    { config: written("remove", 3), schema: { params: pathParts(idName), response: okSchema() } },
    async (request) => {
      const key = parseId(request.params[idName]);
      await db.transaction(async (tx) => {
        await lock(tx);
        await readRow(tx, key);
        const [under] = await tx.select({ id }).from(table).where(eq(parent, key)).limit(1);
        if (under) throw new AppError(`存在下级${label},不允许删除`, { code: 601 });
        await tx.delete(table).where(eq(id, key));
      });
      return ok();
    },
  );
}

import { and, asc, count, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type TSchema, Type } from "typebox";
import type { Db } from "../db/client.ts";
import { formatDateTime } from "../lib/dates.ts";
import { accountOf } from "./access.ts";
import type { App, Context } from "./context.ts";
import { offerDownload } from "./download.ts";
import { AppError, NOT_FOUND } from "./errors.ts";
import { type SheetColumn, toXlsx, XLSX } from "./excel.ts";
import { type Field, readFields } from "./fields.ts";
import { parseIds } from "./ids.ts";
import { conditionOf, type ListInput, offsetOf, orderOf, pageOf } from "./list-query.ts";
import { Nullable, ok, okSchema, table as tableBody, tableSchema } from "./reply.ts";
import { publishTags, type Tag } from "./tags.ts";

type Row = Record<string, unknown>;
type Key<T extends PgTable> = keyof T["$inferSelect"] & string;

/** What tells the regular verbs of one entity from those of another: these eight, and no more. */
export type CrudOptions<T extends PgTable> = {
  /** Below /prod-api, e.g. `/system/post`. */
  path: string;
  /** First two parts of the permissions: `system:post` gives `system:post:list` and so on. */
  noun: `${string}:${string}`;
  /** All its columns are sent; the primary key is the id. */
  table: T;
  /** What a person may write. */
  fields: { [K in Key<T>]?: Field };
  list: { like?: Key<T>[]; equals?: Key<T>[]; order: SQL[] };
  /** Sheet of the export. */
  sheet: { name: string; columns: SheetColumn<Key<T>>[] };
  /** `新增<label>'<row[name]>'失败，<text of the key that is taken>`. */
  unique?: { label: string; name: Key<T>; keys: { [K in Key<T>]?: string } };
  hooks?: {
    /** Dropped from every cache with each write. */
    tags?: Tag[];
    /** Refuses by throwing; `before` is the row as it was, undefined for a new one. */
    checkSave?: (
      tx: Db,
      next: T["$inferInsert"],
      before: T["$inferSelect"] | undefined,
    ) => Promise<void> | void;
    /** What else a change brings about, in the same transaction. */
    edited?: (tx: Db, next: T["$inferSelect"], before: T["$inferSelect"]) => Promise<void>;
    checkRemove?: (tx: Db, rows: T["$inferSelect"][]) => Promise<void> | void;
  };
};

/** More rows are no file anybody opens, and would hold the process. */
const MAX_EXPORT_ROWS = 50_000;

/** Schema of one row as it is sent: columns by name, moments as the contract's date-times. */
export function rowSchema(table: PgTable) {
  const schemas: Record<string, (column: PgColumn) => TSchema> = {
    number: () => Type.Integer(),
    boolean: () => Type.Boolean(),
  };
  const entries = Object.entries<PgColumn>(getTableColumns(table)).map(
    ([name, column]): [string, TSchema] => {
      const schema = schemas[column.dataType]?.(column) ?? Type.String();
      return [name, column.notNull ? schema : Nullable(schema)];
    },
  );
  return Type.Object(Object.fromEntries(entries));
}

/** A row as it is sent. */
export const rowBody = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value instanceof Date ? formatDateTime(value) : value,
    ]),
  );

/**
 * The regular verbs of an entity: list, get, add, edit, remove, export by POST (the file) and by GET
 * (its name, see download.ts). Texts and shapes: wire-contract 1 and 8.
 */
export function crud<T extends PgTable>(
  app: App,
  { db, env }: Pick<Context, "db" | "env">,
  options: CrudOptions<T>,
): void {
  const { noun, fields, list, sheet, unique, hooks = {} } = options;
  const base = `/prod-api${options.path}`;
  const table: PgTable = options.table;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const [idName, id] = Object.entries(columns).find(([, column]) => column.primary) ?? [];
  if (!idName || !id) throw new Error(`${options.path}: no primary key`);
  const row = rowSchema(table);
  const rowFields = fields as Record<string, Field>;
  const may = (verb: string) => ({ access: `${noun}:${verb}` }) as const;
  const readRow = async (where: Db, key: number, isLocked = false): Promise<Row> => {
    const query = where.select().from(table).where(eq(id, key)).$dynamic();
    const [found] = await (isLocked ? query.for("update") : query);
    if (!found) throw new AppError(NOT_FOUND, { code: 404 });
    return found;
  };
  const keyOf = (value: unknown): number => {
    const [key] = parseIds(String(value ?? ""));
    if (key === undefined) throw new AppError(NOT_FOUND, { code: 404 });
    return key;
  };
  const select = (input: ListInput, where: SQL | undefined) => {
    const asked = orderOf(table, input);
    return db
      .select()
      .from(table)
      .where(where)
      .orderBy(...(asked ? [asked] : list.order), asc(id));
  };

  app.get(
    `${base}/list`,
    { config: may("list"), schema: { response: tableSchema(row) } },
    async (request) => {
      const input = request.query as ListInput;
      const where = conditionOf(table, list, input);
      const { pageNum, pageSize } = pageOf(input);
      const [counted] = await db.select({ total: count() }).from(table).where(where);
      const total = counted?.total ?? 0;
      const rows = await select(input, where)
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return tableBody(rows.map(rowBody), total);
    },
  );

  const fileOf = async (input: ListInput): Promise<Buffer> => {
    const rows = await select(input, conditionOf(table, list, input)).limit(MAX_EXPORT_ROWS + 1);
    if (rows.length > MAX_EXPORT_ROWS) {
      throw new AppError(`一次最多导出 ${MAX_EXPORT_ROWS} 行，请缩小筛选范围`);
    }
    return toXlsx(sheet.name, sheet.columns, rows);
  };

  app.post(
    `${base}/export`,
    { config: may("export"), schema: { response: { 200: Type.Any() } } },
    async (request, reply) => {
      const file = await fileOf((request.body ?? {}) as ListInput);
      return reply
        .headers({
          "content-type": XLSX,
          "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(sheet.name)}.xlsx`,
        })
        .send(file);
    },
  );

  app.get(
    `${base}/export`,
    { config: may("export"), schema: { response: okSchema() } },
    async (request) => {
      const file = await fileOf(request.query as ListInput);
      return ok(undefined, await offerDownload(env, sheet.name, file));
    },
  );

  app.get(
    `${base}/:${idName}`,
    { config: may("query"), schema: { response: okSchema({ data: row }) } },
    async (request) => {
      const { [idName]: key } = request.params as Record<string, string>;
      return ok({ data: rowBody(await readRow(db, keyOf(key))) });
    },
  );

  /** Refuses a value that another row has; `key` is the row's own id. */
  const checkUnique = async (where: Db, next: Row, key: number | undefined) => {
    for (const [name, taken] of Object.entries<string | undefined>(unique?.keys ?? {})) {
      const column = columns[name];
      if (!unique || !column || !taken) continue;
      const others = and(eq(column, next[name]), key === undefined ? undefined : ne(id, key));
      const [other] = await where.select({ id }).from(table).where(others).limit(1);
      if (!other) continue;
      const verb = key === undefined ? "新增" : "修改";
      const message = `${verb}${unique.label}'${String(next[unique.name])}'失败，${taken}`;
      throw new AppError(message, { fields: { [name]: taken } });
    }
  };

  /** One write: its checks, itself and the dropped caches hold together or not at all. */
  const write = async (next: Row, before: Row | undefined, act: (tx: Db) => Promise<void>) => {
    const key = before && Number(before[idName]);
    try {
      await db.transaction(async (tx) => {
        await checkUnique(tx, next, key);
        await hooks.checkSave?.(tx, next, before);
        await act(tx);
        if (hooks.tags) await publishTags(tx, hooks.tags);
      });
    } catch (error) {
      // Someone was faster by a moment: now the row can be seen and named.
      const { cause } = error as { cause?: { code?: string } };
      if (cause?.code === "23505") await checkUnique(db, next, key);
      throw error;
    }
  };

  const bodySchema = (names: string[]) =>
    Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown())])));
  // No body at all is an empty one: the fields say what is missing.
  const fillBody = async (request: { body: unknown }) => {
    request.body ??= {};
  };

  app.post(
    base,
    {
      config: may("add"),
      preValidation: fillBody,
      schema: { body: bodySchema(Object.keys(fields)), response: okSchema() },
    },
    async (request) => {
      const next = readFields(rowFields, request.body, true);
      const { userName } = accountOf(request);
      await write(next, undefined, async (tx) => {
        await tx.insert(table).values({ ...next, createBy: userName });
      });
      return ok();
    },
  );

  app.put(
    base,
    {
      config: may("edit"),
      preValidation: fillBody,
      schema: { body: bodySchema([idName, ...Object.keys(fields)]), response: okSchema() },
    },
    async (request) => {
      const body = request.body as Row;
      const key = keyOf(body[idName]);
      const patch = readFields(rowFields, body, false);
      const { userName } = accountOf(request);
      const before = await readRow(db, key);
      await write({ ...before, ...patch }, before, async (tx) => {
        const was = await readRow(tx, key, true);
        const next = { ...patch, updateBy: userName, updateTime: sql`now()` };
        await tx.update(table).set(next).where(eq(id, key));
        await hooks.edited?.(tx, { ...was, ...patch }, was);
      });
      return ok();
    },
  );

  app.delete(
    `${base}/:ids`,
    { config: may("remove"), schema: { response: okSchema() } },
    async (request) => {
      const ids = parseIds((request.params as { ids: string }).ids);
      await db.transaction(async (tx) => {
        const rows = await tx.select().from(table).where(inArray(id, ids)).for("update");
        if (rows.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        await hooks.checkRemove?.(tx, rows);
        await tx.delete(table).where(inArray(id, ids));
        if (hooks.tags) await publishTags(tx, hooks.tags);
      });
      return ok();
    },
  );
}

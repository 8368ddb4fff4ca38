import { and, asc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { hasCode } from "../../lib/causes.ts";
import type { NounWith, RegularVerb } from "../../lib/menu/permission.ts";
import { publishTags, type Tag } from "../cache/tags.ts";
import { type Field, fieldsBody, fillBody, readFields } from "../fields/fields.ts";
import { usesFiles } from "../files/file-users.ts";
import { type Account, accountOf } from "../http/access.ts";
import { AppError, NOT_FOUND } from "../http/errors.ts";
import { ok, okSchema } from "../http/reply.ts";
import { pathParts } from "../http/request-schemas.ts";
import type { BusinessType, LogMark } from "../log/oper-log.ts";
import type { App, Context } from "../start/context.ts";
import { MONEY, type SheetColumn } from "../workbook/sheet-writing.ts";
import { parseIds, plainText } from "./ids.ts";
import { listing, moneySent, primaryKey, rowBody, rowSchema } from "./listing.ts";

type Row = Record<string, unknown>;
type Key<T extends PgTable> = keyof T["$inferSelect"] & string;

/** What tells the regular verbs of one entity from those of another: these nine, and no more. */
export type CrudOptions<T extends PgTable> = {
  /** Below /prod-api, e.g. `/system/post`. */
  path: string;
  /** First two parts of the permissions: `system:post` gives `system:post:list` and so on. */
  noun: NounWith<RegularVerb>;
  /** All its columns are sent; the primary key is the id. */
  table: T;
  /** Titles of the verbs' rows in the operation log; one for all, where they do not differ. */
  log: string | Readonly<Record<keyof typeof BUSINESS, string>>;
  /** What a person may write. */
  fields: { [K in Key<T>]?: Field };
  list: { like?: Key<T>[]; equals?: Key<T>[]; order: SQL[]; sortable?: Key<T>[] };
  /** A row as people read it, where that differs from what is kept. */
  shown?: (row: T["$inferSelect"]) => T["$inferSelect"];
  /** Sheet of the export; a field alone is headed by its label, its values in its words. */
  sheet: { name: string; columns: (SheetColumn<Key<T>> | Key<T>)[] };
  /** Where stored files are used, in words, where that is not `log`. */
  place?: string;
  /**
   * `新增<label>'<row[name]>'失败，<text of the key that is taken>`. Each key has a unique index of its
   * own: looking first tells the person, the index is what holds.
   */
  unique?: { label: string; name: Key<T>; keys: { [K in Key<T>]?: string } };
  hooks?: {
    /** Dropped from every cache with each write. */
    tags?: Tag[];
    /** Refuses by throwing; `before` is the row as it was, undefined for a new one. */
    checkSave?: (
      tx: Db,
      next: T["$inferInsert"],
      before: T["$inferSelect"] | undefined,
      account: Account,
    ) => Promise<void> | void;
    /** What else a new row or a change brings about, in the same transaction. */
    added?: (tx: Db, row: T["$inferSelect"]) => Promise<void>;
    edited?: (tx: Db, next: T["$inferSelect"], before: T["$inferSelect"]) => Promise<void>;
    checkRemove?: (tx: Db, rows: T["$inferSelect"][]) => Promise<void> | void;
    /** What every write, a removal too, brings about in its transaction, when it is done. */
    changed?: (tx: Db) => Promise<void>;
  };
};

const BUSINESS = { add: 1, edit: 2, remove: 3, export: 5 } as const satisfies Record<
  string,
  BusinessType
>;

/**
 * The regular verbs of an entity: list, get, add, edit, remove, export by POST (the file) and by GET
 * (its name, see download.ts). Texts and shapes: wire 1 and 8.
 */
export function crud<T extends PgTable>(
  app: App,
  context: Pick<Context, "db" | "env" | "files" | "fileUsers" | "noteFileUse">,
  options: CrudOptions<T>,
): void {
  const { db } = context;
  const { noun, fields, list, unique, hooks = {} } = options;
  const base = `/prod-api${options.path}`;
  const table: PgTable = options.table;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const [idName, id] = primaryKey(table);
  const rowFields = fields as Record<string, Field>;
  for (const name of Object.keys(unique?.keys ?? {})) requireUnique(table, name);
  const uses = fileUsesOf(context, options);
  const sheet = {
    ...options.sheet,
    columns: options.sheet.columns.map((column): SheetColumn => {
      if (typeof column !== "string") return column;
      const { label = "", short = label, words, isMoney } = rowFields[column] ?? {};
      if (isMoney) return [short, column, MONEY];
      return words ? [short, column, words] : [short, column];
    }),
  };
  const money = Object.keys(rowFields).filter((name) => rowFields[name]?.isMoney);
  const shown = (row: Row) => moneySent(money, options.shown?.(row as T["$inferSelect"]) ?? row);
  const labels = Object.entries(rowFields).map(([name, { label }]) => [name, label]);
  const row = rowSchema(table, Object.fromEntries(labels), money);
  const mark = (verb: keyof typeof BUSINESS): LogMark => [
    typeof options.log === "string" ? options.log : options.log[verb],
    BUSINESS[verb],
  ];
  const may = (verb: keyof typeof BUSINESS) =>
    ({ access: `${noun}:${verb}`, log: mark(verb) }) as const;
  const readRow = async (where: Db, key: number, isLocked = false): Promise<Row> => {
    const query = where.select().from(table).where(eq(id, key)).$dynamic();
    const [found] = await (isLocked ? query.for("update") : query);
    if (!found) throw new AppError(NOT_FOUND, { code: 404 });
    return found;
  };
  const keyOf = (value: unknown): number => {
    const [key] = parseIds(plainText(value));
    if (key === undefined) throw new AppError(NOT_FOUND, { code: 404 });
    return key;
  };

  listing(app, context, {
    path: options.path,
    noun,
    table,
    list,
    sheet,
    exportLog: mark("export"),
    shown,
    money,
  });

  app.get(
    `${base}/:${idName}`,
    {
      config: { access: `${noun}:query` as const },
      schema: { params: pathParts(idName), response: okSchema({ data: row }) },
    },
    async (request) => {
      const found = await readRow(db, keyOf(request.params[idName]));
      return ok({ data: rowBody(shown(found)) });
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
  const write = async (
    given: Row,
    key: number | undefined,
    account: Account,
    act: (tx: Db, before: Row | undefined) => Promise<void>,
  ) => {
    let next = given;
    try {
      await db.transaction(async (tx) => {
        // Judged as it is now, and held until it is changed.
        const before = key === undefined ? undefined : await readRow(tx, key, true);
        next = { ...before, ...given };
        await checkUnique(tx, next, key);
        await hooks.checkSave?.(tx, next, before, account);
        await act(tx, before);
        await hooks.changed?.(tx);
        if (hooks.tags) await publishTags(tx, hooks.tags);
      });
    } catch (error) {
      // Someone was faster by a moment: now the row can be seen and named.
      if (hasCode(error, /^23505$/)) await checkUnique(db, next, key);
      throw error;
    }
  };

  const removeRows = async (tx: Db, rows: readonly Row[], ids: number[]) => {
    try {
      await tx.delete(table).where(inArray(id, ids));
    } catch (error) {
      // The database knows who refers to a row; it says no more than that somebody does.
      if (!hasCode(error, /^23503$/)) throw error;
      const label = unique?.label ?? mark("remove")[0];
      const [only, another] = rows;
      const said = only && !another && unique ? `${label}「${String(only[unique.name])}」` : label;
      throw new AppError(`${said}已被使用，不能删除，可以改为停用`, { detail: error });
    }
  };

  app.post(
    base,
    {
      config: may("add"),
      preValidation: fillBody,
      schema: { body: fieldsBody(rowFields, Object.keys(fields)), response: okSchema() },
    },
    async (request) => {
      const next = readFields(rowFields, request.body, true);
      const account = accountOf(request);
      await write(next, undefined, account, async (tx) => {
        const row = { ...next, createBy: account.userName };
        const [added] = await tx.insert(table).values(row).returning();
        if (!added) return;
        await hooks.added?.(tx, added as T["$inferSelect"]);
        await uses?.note(tx, Number(added[idName]), added);
      });
      return ok();
    },
  );

  app.put(
    base,
    {
      config: may("edit"),
      preValidation: fillBody,
      schema: {
        body: fieldsBody(rowFields, [idName, ...Object.keys(fields)], idName),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const key = keyOf(body[idName]);
      const patch = readFields(rowFields, body, false);
      const account = accountOf(request);
      await write(patch, key, account, async (tx, was) => {
        const next = { ...patch, updateBy: account.userName, updateTime: sql`now()` };
        const [saved] = await tx.update(table).set(next).where(eq(id, key)).returning();
        if (!was || !saved) return;
        await hooks.edited?.(tx, saved as T["$inferSelect"], was);
        await uses?.note(tx, key, saved);
      });
      return ok();
    },
  );

  app.delete(
    `${base}/:ids`,
    { config: may("remove"), schema: { params: pathParts("ids"), response: okSchema() } },
    async (request) => {
      const ids = parseIds(request.params.ids);
      await db.transaction(async (tx) => {
        const rows = await tx
          .select()
          .from(table)
          .where(inArray(id, ids))
          .orderBy(asc(id))
          .for("update");
        if (rows.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        await hooks.checkRemove?.(tx, rows);
        await uses?.forget(tx, ids);
        await removeRows(tx, rows, ids);
        await hooks.changed?.(tx);
        if (hooks.tags) await publishTags(tx, hooks.tags);
      });
      return ok();
    },
  );
}

/** undefined where no field of the entity names stored files. */
function fileUsesOf<T extends PgTable>(
  context: Pick<Context, "fileUsers" | "noteFileUse">,
  { table, fields, unique, log, place }: CrudOptions<T>,
) {
  const names = Object.keys(fields) as Key<T>[];
  const texts = names.filter((name) => fields[name]?.namesFiles);
  // The first field is what people know a row by, where nothing else is said.
  const name = unique?.name ?? names[0];
  if (texts.length === 0 || name === undefined) return undefined;
  const title = typeof log === "string" ? log : log.edit;
  return usesFiles(context, { table, place: place ?? title, name, texts });
}

/** @throws when two rows could have the same value: the start ends with the table and the column. */
function requireUnique(table: PgTable, name: string): void {
  const { columns, indexes, uniqueConstraints, name: tableName } = getTableConfig(table);
  const column = getTableColumns(table)[name];
  const isAlone = (parts: readonly unknown[]) => parts.length === 1 && parts[0] === column;
  const isHeld =
    columns.some((each) => each === column && (each.isUnique || each.primary)) ||
    uniqueConstraints.some((each) => isAlone(each.columns)) ||
    indexes.some(
      ({ config }) =>
        config.unique &&
        !config.where &&
        config.columns.length === 1 &&
        (config.columns[0] as { name?: string }).name === column?.name,
    );
  if (!isHeld) throw new Error(`${tableName}.${name} is said to be unique, and no index says so`);
}

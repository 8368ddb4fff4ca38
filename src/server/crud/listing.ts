import { and, asc, count, desc, getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type TObject, type TSchema, type TUnsafe, Type } from "typebox";
import type { Db } from "../../db/client.ts";
import type { NounWith } from "../../lib/menu/permission.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { moneyText } from "../../lib/text/money.ts";
import { Nullable } from "../../lib/wire.ts";
import { table as tableBody, tableSchema } from "../http/reply.ts";
import { looseQuery } from "../http/request-schemas.ts";
import type { LogMark } from "../log/oper-log.ts";
import type { App, Context } from "../start/context.ts";
import { exporting } from "../workbook/exporting.ts";
import type { SheetColumn } from "../workbook/sheet-writing.ts";
import {
  conditionOf,
  type Filters,
  type ListInput,
  offsetOf,
  orderOf,
  pageOf,
} from "./list-query.ts";

type Row = Record<string, unknown>;

/** A list with its export: of crud(), and of the logs, which nobody writes. */
export type ListingOptions = {
  /** Below /prod-api, e.g. `/monitor/operlog`. */
  path: string;
  /** First two parts of the permissions. */
  noun: NounWith<"list" | "export">;
  /** All its columns are sent; the primary key settles the order of equal rows. */
  table: PgTable;
  /** `newest`: equal rows in falling order of their ids. */
  list: Filters & { order: SQL[]; newest?: boolean; sortable?: readonly string[] };
  /** A row as people read it, in lists and files. */
  shown?: (row: never) => Row;
  /** Columns that `shown` makes a decimal text of, kept as fen. */
  money?: readonly string[];
  sheet: { name: string; columns: readonly SheetColumn[] };
  /** Row of the operation log that an export leaves. */
  exportLog?: LogMark;
  /** The rows that are listed at all. */
  base?: SQL;
  /** How many those are, where it can be known without counting a million. */
  baseTotal?: () => Promise<number>;
  /** Narrows them beside the filters. */
  where?: (input: ListInput) => SQL | undefined;
};

/** Labels of columns, as the sheet of the export heads them. */
export const labelsOf = (columns: readonly SheetColumn[]): Record<string, string> =>
  Object.fromEntries(columns.map(([label, key]) => [key, label]));

/** The query of a list in words: its filters, its range, its page and order (list-query.ts). */
export function queryWords(list: Filters, labels: Record<string, string>): Record<string, string> {
  const label = (key: string) => labels[key] ?? key;
  return {
    ...Object.fromEntries((list.like ?? []).map((key) => [key, `${label(key)}，含有即可`])),
    ...Object.fromEntries((list.equals ?? []).map((key) => [key, `${label(key)}，等于`])),
    beginTime: "起始日期，yyyy-MM-dd",
    endTime: "截止日期，yyyy-MM-dd，含当天",
    pageNum: "页码，从 1 开始",
    pageSize: "每页行数，1 到 100",
    orderByColumn: "排序的列",
    isAsc: "ascending 或 descending",
  };
}

/** A row as it is sent: moments are texts. */
type Sent<R> = { [K in keyof R]: Date extends R[K] ? Exclude<R[K], Date> | string : R[K] };

type RowSchema<R> = TObject<{ [K in keyof R]: TUnsafe<Sent<R>[K]> }>;

/**
 * Schema of one row as it is sent: columns by name, moments as the contract's date-times. Labels tell
 * a reader of the API's description what a column is; `money` names those that are sent as decimal texts.
 */
export function rowSchema<T extends PgTable>(
  table: T,
  labels: Readonly<Record<string, string>> = {},
  money: readonly string[] = [],
): RowSchema<T["$inferSelect"]> {
  const schemas: Record<string, (column: PgColumn) => TSchema> = {
    number: () => Type.Integer(),
    boolean: () => Type.Boolean(),
  };
  const entries = Object.entries<PgColumn>(getTableColumns(table)).map(
    ([name, column]): [string, TSchema] => {
      const schema = money.includes(name)
        ? Type.String({ description: "元，两位小数" })
        : (schemas[column.dataType]?.(column) ?? Type.String());
      const title = labels[name];
      const told = title ? { ...schema, title } : schema;
      return [name, column.notNull ? told : Nullable(told)];
    },
  );
  return Type.Object(Object.fromEntries(entries)) as unknown as RowSchema<T["$inferSelect"]>;
}

/** A row whose columns of fen are decimal texts, as money is outside (product 4.1). */
export const moneySent = (money: readonly string[], row: Row): Row =>
  money.length === 0
    ? row
    : { ...row, ...Object.fromEntries(money.map((name) => [name, moneyText(Number(row[name]))])) };

/** A row as it is sent. */
export const rowBody = <R extends object>(row: R): Sent<R> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value instanceof Date ? formatDateTime(value) : value,
    ]),
  ) as Sent<R>;

/** Name and column of a table's primary key. */
export function primaryKey(table: PgTable): [name: string, column: PgColumn] {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const found = columns.find(([, column]) => column.primary);
  if (!found) throw new Error("a table without a primary key has no list");
  return found;
}

/**
 * GET list, and the export by POST (the file) and by GET (its name, see download.ts). Shapes:
 * wire 1.3, 1.6 and 8.
 */
export function listing(
  app: App,
  context: Pick<Context, "db" | "env" | "files">,
  { noun, table, list, sheet, exportLog, ...options }: ListingOptions,
): void {
  const { db } = context;
  const base = `/prod-api${options.path}`;
  const [, id] = primaryKey(table);
  const labels = labelsOf(sheet.columns);
  const askedOf = (input: ListInput) =>
    and(options.where?.(input), conditionOf(table, list, input));
  const totalOf = async (asked: SQL | undefined) => {
    if (asked === undefined && options.baseTotal) return options.baseTotal();
    const [counted] = await db
      .select({ total: count() })
      .from(table)
      .where(and(options.base, asked));
    return counted?.total ?? 0;
  };
  const shown = (options.shown ?? ((row: Row) => row)) as (row: Row) => Row;
  const select = (from: Db, input: ListInput, where = askedOf(input)) => {
    const asked = orderOf(table, input, list.sortable);
    return from
      .select()
      .from(table)
      .where(and(options.base, where))
      .orderBy(...(asked ? [asked] : list.order), list.newest ? desc(id) : asc(id));
  };

  app.get(
    `${base}/list`,
    {
      config: { access: `${noun}:list` as const },
      schema: {
        querystring: looseQuery(queryWords(list, labels)),
        response: tableSchema(rowSchema(table, labels, options.money)),
      },
    },
    async (request) => {
      const input = request.query;
      const where = askedOf(input);
      const { pageNum, pageSize } = pageOf(input);
      const total = await totalOf(where);
      const rows = await select(db, input, where)
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return tableBody(
        rows.map((row) => rowBody(shown(row))),
        total,
      );
    },
  );

  exporting(app, context, {
    path: options.path,
    noun,
    log: exportLog,
    sheet,
    rows: async (tx, input, _request, { limit, offset }) =>
      (await select(tx, input).limit(limit).offset(offset)).map(shown),
  });
}

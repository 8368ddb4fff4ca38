import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  lt,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { likePattern } from "../../db/like.ts";
import { parseDateTime } from "../../lib/text/dates.ts";
import { AppError } from "../http/errors.ts";

/** A query string or a form: strings, and below `params` one level of strings. */
export type ListInput = Record<string, unknown>;

/** Which columns a list can be narrowed by: texts by what they contain, the others by equality. */
export type Filters = {
  like?: readonly string[];
  equals?: readonly string[];
  /** The moment that `beginTime` and `endTime` mean; createTime where nothing is said. */
  time?: string;
};

/** The contract's clients ask for up to 100 rows (wire 1.6). */
const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 10;
const MAX_FILTER_LENGTH = 200;
const DAY_MS = 86_400_000;
const BAD_SORT = "参数不符合规范，不能进行查询";

/** A value by its name, flat or as `params[name]`; a form comes with the brackets in its keys. */
export function inputText(input: ListInput, name: string): string {
  const { params } = input;
  const nested =
    typeof params === "object" && params !== null
      ? (params as ListInput)[name]
      : input[`params[${name}]`];
  const value = input[name] ?? nested;
  // A NUL can be in no row, and PostgreSQL would complain of it.
  return typeof value === "string"
    ? value.trim().slice(0, MAX_FILTER_LENGTH).replaceAll("\0", "")
    : "";
}

/** Page and size of a list call; anything unreadable counts as unsaid. */
export function pageOf(input: ListInput): { pageNum: number; pageSize: number } {
  const read = (name: string, fallback: number) => {
    const value = Number(inputText(input, name) || fallback);
    return Number.isInteger(value) ? Math.max(1, value) : fallback;
  };
  return {
    pageNum: read("pageNum", 1),
    pageSize: Math.min(read("pageSize", DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE),
  };
}

/** "Reasonable" paging: past the end is the last page (wire 1.6). Returns the rows to skip. */
export const offsetOf = (pageNum: number, pageSize: number, total: number): number =>
  (Math.min(pageNum, Math.max(1, Math.ceil(total / pageSize))) - 1) * pageSize;

/**
 * The condition a list call asks for: its filters, and ranges over every moment of the table as
 * `begin{X}`/`end{X}`, where `beginTime`/`endTime` mean the filters' `time`. A day is meant whole.
 */
export function conditionOf(table: PgTable, filters: Filters, input: ListInput): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const conditions: SQL[] = [];
  for (const name of filters.like ?? []) {
    const value = inputText(input, name);
    if (value && columns[name]) conditions.push(ilike(columns[name], likePattern(value)));
  }
  for (const name of filters.equals ?? []) {
    const value = inputText(input, name);
    const column = columns[name];
    if (!value || !column) continue;
    // A value that is not a number equals none; PostgreSQL would refuse it, or one beyond an int4.
    const isNever = column.dataType === "number" && !/^\d{1,9}$/.test(value);
    conditions.push(isNever ? sql`false` : eq(column, value));
  }
  for (const [name, column] of Object.entries(columns)) {
    if (column.dataType !== "date") continue;
    const suffix = name.charAt(0).toUpperCase() + name.slice(1);
    const ends = (edge: "begin" | "end") =>
      (name === (filters.time ?? "createTime") && inputText(input, `${edge}Time`)) ||
      inputText(input, edge + suffix);
    const begin = ends("begin");
    const end = ends("end");
    if (begin) conditions.push(gte(column, momentOf(begin)));
    if (end && end.length <= 10) {
      conditions.push(lt(column, new Date(momentOf(end).getTime() + DAY_MS)));
    } else if (end) conditions.push(lte(column, new Date(momentOf(end).getTime() + 999)));
  }
  return and(...conditions);
}

function momentOf(text: string): Date {
  const date = parseDateTime(text);
  if (!date) throw new AppError("日期格式不正确，应为 yyyy-MM-dd");
  return date;
}

/**
 * The order a list call asks for by `orderByColumn` and `isAsc`; the white list is the table's own
 * columns, or those of them that `allowed` names. undefined: it asks for none.
 */
export function orderOf(
  table: PgTable,
  input: ListInput,
  allowed?: readonly string[],
): SQL | undefined {
  const name = inputText(input, "orderByColumn");
  if (!name) return undefined;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const isOpen = allowed?.includes(name) ?? Object.hasOwn(columns, name);
  const column = isOpen ? columns[name] : undefined;
  const direction = inputText(input, "isAsc") || "asc";
  if (!column || !/^(asc|desc)(ending)?$/.test(direction)) throw new AppError(BAD_SORT);
  return direction.startsWith("desc") ? desc(column) : asc(column);
}

/** The order a list call asks for, of those that the list names; nothing where it asks for no such one. */
export function orderIn(orders: Readonly<Record<string, SQL>>, input: ListInput): SQL[] {
  const name = inputText(input, "orderByColumn");
  const order = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!order) return [];
  return [inputText(input, "isAsc").startsWith("desc") ? desc(order) : asc(order)];
}

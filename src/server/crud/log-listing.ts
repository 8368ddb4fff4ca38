import { and, desc, getTableColumns, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { largeTable, largeTableSchema } from "../http/reply.ts";
import { looseQuery } from "../http/request-schemas.ts";
import type { App, Context } from "../start/context.ts";
import { exporting } from "../workbook/exporting.ts";
import { countUpTo, fewValues, idsOfPage, keptCount, MOST_COUNTED } from "./large-list.ts";
import { conditionOf, inputText, type ListInput, offsetOf, orderOf, pageOf } from "./list-query.ts";
import {
  type ListingOptions,
  labelsOf,
  primaryKey,
  queryWords,
  rowBody,
  rowSchema,
} from "./listing.ts";

type LogOptions = Omit<ListingOptions, "list" | "baseTotal"> & {
  list: {
    like: readonly string[];
    equals: readonly string[];
    /** The moment of a row: what `beginTime` and `endTime` mean. */
    time: string;
    /** Those of `like` whose columns hold few different values, each with an index of its own. */
    few?: readonly string[];
    /** The columns it may be sorted by (wire 1.6): a million long texts sort for minutes. */
    sorts: readonly string[];
  };
  /** true: the log tells what persons did, see ExportOptions. */
  isOfPersons?: boolean;
  /** Name of the log for publishCount. */
  countName: string;
  /** How many rows are listed, where it can be known without counting. */
  baseTotal?: () => Promise<number>;
};

/**
 * The list of a log with its export: like listing(), newest first, and quick with a million rows. A
 * narrowed list is counted up to MOST_COUNTED; past it `isMore` is true and `total` that bound.
 */
export function logListing(
  app: App,
  context: Pick<Context, "db" | "env" | "files" | "memo">,
  { noun, table, list, sheet, exportLog, base, ...options }: LogOptions,
): void {
  const { db } = context;
  const [, id] = primaryKey(table);
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const time = columns[list.time];
  if (!time) throw new Error(`no column ${list.time}`);
  const few = list.few ?? [];
  const plain = { ...list, like: list.like.filter((name) => !few.includes(name)) };
  const labels = labelsOf(sheet.columns);
  const baseTotal = options.baseTotal ?? keptCount(context, options.countName, table, id, base);

  const askedOf = async (input: ListInput): Promise<SQL | undefined> => {
    const conditions = [options.where?.(input), conditionOf(table, plain, input)];
    for (const name of few) {
      const text = inputText(input, name);
      const column = columns[name];
      if (!text || !column) continue;
      conditions.push(
        (await fewValues(db, table, column, text)) ??
          conditionOf(table, { like: [name] }, { [name]: text }),
      );
    }
    return and(...conditions);
  };
  /** Rows of a time are found by it; ids tell the same order and the order of equal moments. */
  const orderFor = (input: ListInput): SQL[] => {
    const asked = orderOf(table, input, list.sorts);
    const isRange = ["beginTime", "endTime"].some((name) => inputText(input, name));
    return [...(asked ? [asked] : isRange ? [desc(time)] : []), desc(id)];
  };
  const select = (from: Db, input: ListInput, asked: SQL | undefined) =>
    from
      .select()
      .from(table)
      .where(and(base, asked))
      .orderBy(...orderFor(input));

  app.get(
    `/prod-api${options.path}/list`,
    {
      config: { access: `${noun}:list` as const },
      schema: {
        querystring: looseQuery(queryWords(list, labels)),
        response: largeTableSchema(rowSchema(table, labels)),
      },
    },
    async (request) => {
      const input = request.query;
      const { pageNum, pageSize } = pageOf(input);
      const asked = await askedOf(input);
      const order = orderFor(input);
      const found = asked ? await countUpTo(db, table, and(base, asked)) : await baseTotal();
      const isMore = asked !== undefined && found > MOST_COUNTED;
      const total = isMore ? MOST_COUNTED : found;
      const offset = offsetOf(pageNum, pageSize, total);
      if (asked || order.length > 1) {
        const rows = await select(db, input, asked).limit(pageSize).offset(offset);
        return largeTable(rows.map(rowBody), total, isMore);
      }
      const ids = await idsOfPage(db, table, id, base, { pageSize, offset, total });
      const rows = await db.select().from(table).where(inArray(id, ids)).orderBy(desc(id));
      return largeTable(rows.map(rowBody), total, isMore);
    },
  );

  exporting(app, context, {
    path: options.path,
    noun,
    isOfPersons: options.isOfPersons ?? false,
    log: exportLog,
    sheet,
    rows: async (tx, input, _request, { limit, offset }) =>
      select(tx, input, await askedOf(input))
        .limit(limit)
        .offset(offset),
  });
}

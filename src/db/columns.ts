import { bigint, customType, text, timestamp } from "drizzle-orm/pg-core";

/** Server-made number id, as the contract wants ids: JSON numbers, from 1 unless a seed says more. */
export const identity = () =>
  bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity();

export const reference = () => bigint({ mode: "number" });

/** Money, in whole fen. */
export const fen = () => bigint({ mode: "number" });

export const moment = () => timestamp({ withTimezone: true, precision: 3 });

/** createBy, createTime, updateBy, updateTime of wire 5. */
export const audit = {
  createBy: text().notNull().default(""),
  createTime: moment().notNull().defaultNow(),
  updateBy: text().notNull().default(""),
  updateTime: moment(),
};

export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

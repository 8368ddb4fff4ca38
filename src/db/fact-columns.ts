import { type SQL, sql } from "drizzle-orm";
import { bigint, boolean, check, integer, type PgColumn, text } from "drizzle-orm/pg-core";
import { MAX_ADDRESS } from "../lib/address/site-address.ts";
import type { FieldFact, FieldFacts } from "../lib/fields/facts.ts";
import { MAX_FEN } from "../lib/text/money.ts";
import { moment } from "./columns.ts";

const words = () => text().notNull().default("");

/** The column of each kind of field. */
const BUILD = {
  text: words,
  whole: () => integer().notNull().default(0),
  money: () => bigint({ mode: "number" }).notNull().default(0),
  choice: words,
  flag: () => boolean().notNull().default(false),
  address: words,
  picture: words,
  moment,
  html: words,
  id: () => bigint({ mode: "number" }).notNull().default(0),
};

type Columns<F extends FieldFacts> = {
  [K in keyof F]: ReturnType<(typeof BUILD)[F[K]["kind"]]>;
};

function columnOf(fact: FieldFact) {
  if (fact.kind === "choice") return words().default(fact.values[0] ?? "");
  if (fact.kind === "whole") return BUILD.whole().default(fact.min ?? 0);
  return fact.kind === "text" && fact.isUnique ? words().unique() : BUILD[fact.kind]();
}

/** The columns of an entity's fields, beside its id and `audit`. */
export const columnsOf = <F extends FieldFacts>(facts: F): Columns<F> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, columnOf(fact)]),
  ) as Columns<F>;

const listed = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");

/** What a value of the field always is, whatever wrote it. */
function boundOf(fact: FieldFact, column: PgColumn): SQL | undefined {
  const is = (told: string) => sql`${column} ${sql.raw(told)}`;
  const least = fact.isRequired ? 1 : 0;
  const within = (max: number) =>
    sql`char_length(${column}) ${sql.raw(`between ${least} and ${max}`)}`;
  switch (fact.kind) {
    case "text":
    case "html":
      return within(fact.max);
    case "address":
      return within(MAX_ADDRESS);
    case "picture":
      return within(MAX_PATH);
    case "whole":
      return is(`between ${fact.min ?? 0} and ${fact.max ?? MAX_WHOLE}`);
    case "money":
      return is(`between 0 and ${MAX_FEN}`);
    case "choice":
      return is(`in (${listed(fact.values)})`);
    default:
      return undefined;
  }
}

const MAX_WHOLE = 999_999;
const MAX_PATH = 200;

/** Checks that hold the bounds of an entity's fields in the database, named `<table>_<column>_bounds`. */
export const checksOf = (
  table: string,
  facts: FieldFacts,
  columns: Readonly<Record<string, PgColumn>>,
) =>
  Object.entries(facts).flatMap(([name, fact]) => {
    const column = columns[name];
    const bound = column && boundOf(fact, column);
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return bound ? [check(`${table}_${snake}_bounds`, bound)] : [];
  });

import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";
import { checksOf, columnsOf } from "#src/db/fact-columns.ts";
import { ENTITY } from "./entity.ts";

/** The State Council's arrangement of holidays, as staff keep it. */
export const declareHoliday = pgTable(
  "declare_holiday",
  { id: identity(), ...columnsOf(ENTITY.facts), ...audit },
  (columns) => [
    ...checksOf("declare_holiday", ENTITY.facts, columns),
    check("declare_holiday_day", sql`${columns.day} = to_char(${columns.day}::date, 'YYYY-MM-DD')`),
  ],
);

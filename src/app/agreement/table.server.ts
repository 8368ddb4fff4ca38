import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "../../db/columns.ts";

/** Versioned texts people agree to; a changed text is a new version. */
export const agreement = pgTable(
  "agreement",
  {
    /** user, privacy or accessibility. */
    doc: text().notNull(),
    version: text().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    effectiveAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.doc, table.version] })],
);

/** Who agreed to which version, when, from where (PIPL 13-16). */
export const consent = pgTable("consent", {
  id: identity(),
  userId: reference().notNull(),
  doc: text().notNull(),
  version: text().notNull(),
  scene: text().notNull(),
  ipaddr: text().notNull(),
  agreedAt: moment().notNull().defaultNow(),
});

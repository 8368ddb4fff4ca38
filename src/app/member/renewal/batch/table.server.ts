import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { audit, identity } from "#src/db/columns.ts";

/** 团体代缴: renewals that one payer pays for together (product 7.4); `sign.renewalBatchId` names them. */
export const renewalBatch = pgTable(
  "renewal_batch",
  {
    id: identity(),
    payerName: text().notNull(),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    check("renewal_batch_payer", sql`char_length(${table.payerName}) between 1 and 100`),
    check("renewal_batch_remark", sql`char_length(${table.remark}) <= 200`),
  ],
);

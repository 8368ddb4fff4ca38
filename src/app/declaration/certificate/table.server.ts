import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { declareItem } from "../item/table.server.ts";

/** What a certificate of a declaration says is kept as it was issued: lib/declare/certificates.ts. */
export const declareCertificate = pgTable(
  "declare_certificate",
  {
    id: identity(),
    /** 22 characters that cannot be guessed, in `/verify/{code}`. */
    code: text().notNull().unique(),
    /** R, year, five digits. */
    certNo: text().notNull().unique(),
    itemId: reference()
      .notNull()
      .references(() => declareItem.id),
    /** award, project, closing, unit. */
    kind: text().notNull(),
    itemNo: text().notNull(),
    title: text().notNull(),
    /** Of who leads it, others after `、`; of a unit its own. */
    name: text().notNull(),
    unitName: text().notNull(),
    batchName: text().notNull(),
    /** 一等奖, 优秀; empty for a project or a unit that was approved. */
    level: text().notNull().default(""),
    issuedOn: date().notNull(),
    issuedBy: text().notNull().default(""),
    revokedAt: moment(),
    revokedBy: text().notNull().default(""),
    revokeReason: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    check("declare_certificate_code", sql`${table.code} ~ '^[0-9A-Za-z_-]{22}$'`),
    check(
      "declare_certificate_kind",
      sql`${table.kind} in ('award', 'project', 'closing', 'unit')`,
    ),
    check(
      "declare_certificate_level",
      sql`(${table.kind} in ('project', 'unit')) = (${table.level} = '')`,
    ),
    check(
      "declare_certificate_revoked",
      sql`(${table.revokedAt} is null) = (${table.revokeReason} = '')`,
    ),
    uniqueIndex("declare_certificate_one")
      .on(table.itemId, table.kind)
      .where(sql`revoked_at is null`),
    index("declare_certificate_of_item").on(table.itemId, table.id),
  ],
);

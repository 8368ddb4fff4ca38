import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { pairsOf } from "#src/db/like.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";

/** What a certificate says is kept as it was issued; whether it holds is asked when it is looked up. */
export const memberCertificate = pgTable(
  "member_certificate",
  {
    id: identity(),
    /** 22 characters that cannot be guessed, in `/verify/{code}` (product 4.5). */
    code: text().notNull().unique(),
    memberId: reference()
      .notNull()
      .references(() => member.id),
    termId: reference()
      .notNull()
      .references(() => memberTerm.id),
    memberNo: text().notNull(),
    name: text().notNull(),
    levelName: text().notNull(),
    fromOn: date().notNull(),
    toOn: date().notNull(),
    issuedOn: date().notNull(),
    revokedAt: moment(),
    revokedBy: text().notNull().default(""),
    revokeReason: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    check("member_certificate_code", sql`${table.code} ~ '^[0-9A-Za-z_-]{22}$'`),
    check(
      "member_certificate_revoked",
      sql`${table.revokedAt} is null or char_length(${table.revokeReason}) > 0`,
    ),
    uniqueIndex("member_certificate_one").on(table.termId).where(sql`revoked_at is null`),
    index("member_certificate_member").on(table.memberId),
    index("member_certificate_number").on(table.memberNo, table.id),
    index("member_certificate_revoked_list").on(table.id).where(sql`revoked_at is not null`),
    index("member_certificate_list")
      .on(table.id, table.toOn, table.memberId)
      .where(sql`revoked_at is null`),
    index("member_certificate_name_pairs").using("gin", pairsOf(table.name)),
  ],
);

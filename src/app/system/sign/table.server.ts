import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { audit, bytea, fen, identity, moment, reference } from "#src/db/columns.ts";
import { pairsOf } from "#src/db/like.ts";
import { isOfPaper, isSealed } from "#src/db/sealed-column.ts";
import type { SignForm } from "#src/lib/membership/form.ts";
import { memberLevel } from "../../member/level/table.server.ts";
import { renewalBatch } from "../../member/renewal/batch/table.server.ts";
import { member } from "../../member/table.server.ts";
import { user } from "../user/table.server.ts";

/** An application for membership: product 4.3. Its money is in `payment`, its outcome in `member_term`. */
export const sign = pgTable(
  "sign",
  {
    id: identity(),
    /** S, year and month of its beginning, four digits. */
    applyNo: text().notNull().unique(),
    /** NEW, RENEW, UPGRADE, REJOIN. */
    kind: text().notNull().default("NEW"),
    /** 01 a person, 02 a unit. */
    memberType: text().notNull(),
    userId: reference()
      .notNull()
      .references(() => user.userId),
    memberId: reference().references(() => member.id),
    /** null: not chosen yet. */
    levelId: reference().references(() => memberLevel.id),
    years: smallint().notNull().default(1),
    /** lib/membership/sign-life.ts */
    state: smallint().notNull().default(0),
    version: integer().notNull().default(1),
    /** All that is filled in, but for the identity number. */
    form: jsonb().$type<SignForm>().notNull().default({}),
    name: text().notNull().default(""),
    /** A key of PAPERS where there is a number: one number on papers of two kinds tells of two persons. */
    idType: text().notNull().default(""),
    /** Identity number: sealed, and its blind index. */
    idSealed: bytea(),
    idIndex: text(),
    creditCode: text().notNull().default(""),
    region: text().notNull().default(""),
    /** The first of the branches: its administrators reach the application. */
    deptId: reference(),
    branchIds: bigint({ mode: "number" }).array().notNull().default([]),
    directoryVisible: boolean().notNull().default(false),
    /** In fen; fixed when the payment is asked for, so that a new price does not change it. */
    dueFen: fen().notNull().default(0),
    waiverReason: text().notNull().default(""),
    /** Asked for as the transfer's remark: product 4.6. */
    reference: text().unique(),
    submittedAt: moment(),
    /** Until when the owner has to act; what runs out is closed. */
    deadlineAt: moment(),
    /** Days after the beginning of the waiting at which a reminder went out last. */
    remindedDay: smallint().notNull().default(0),
    checkedBy: reference().references(() => user.userId),
    checkedAt: moment(),
    /** What the owner is told with the last return, refusal or closing. */
    opinion: text().notNull().default(""),
    /** Names of the fields that are to be mended. */
    returnedFields: text().array().notNull().default([]),
    /** Who pays for it together with others. */
    renewalBatchId: reference().references(() => renewalBatch.id),
    resolutionNo: text().notNull().default(""),
    resolutionOn: date(),
    /** The state in which time ran out. */
    closedFrom: smallint(),
    revokeAskedBy: reference().references(() => user.userId),
    revokeReason: text().notNull().default(""),
    doneAt: moment(),
    /** When its owner's account was closed: it says no more than the books of money need. */
    erasedAt: moment(),
    ...audit,
  },
  (table) => [
    check("sign_state_bounds", sql`${table.state} between 0 and 11`),
    check("sign_kind", sql`${table.kind} in ('NEW', 'RENEW', 'UPGRADE', 'REJOIN')`),
    check("sign_member_type", sql`${table.memberType} in ('01', '02')`),
    check("sign_years_bounds", sql`${table.years} between 1 and 5`),
    check("sign_due_bounds", sql`${table.dueFen} between 0 and 999999999`),
    check("sign_id_sealed", isSealed(table.idSealed)),
    check("sign_id_whole", sql`(${table.idSealed} is null) = (${table.idIndex} is null)`),
    check("sign_id_of_paper", isOfPaper(table.idIndex, table.idType)),
    check("sign_of_member", sql`${table.kind} = 'NEW' or ${table.memberId} is not null`),
    check(
      "sign_handed_in",
      sql`${table.state} = 0 or (${table.levelId} is not null and ${table.name} <> ''
        and ${table.submittedAt} is not null)`,
    ),
    check(
      "sign_identified",
      sql`${table.state} = 0 or (case ${table.memberType} when '01' then ${table.idIndex} is not null
        else ${table.creditCode} <> '' end) or (${table.erasedAt} is not null
        and ${table.state} not between 1 and 6)`,
    ),
    check(
      "sign_erased",
      sql`${table.erasedAt} is null or (${table.idSealed} is null and ${table.form} = '{}'::jsonb)`,
    ),
    check(
      "sign_asked_to_pay",
      sql`${table.state} not in (4, 5, 6) or (${table.dueFen} > 0
        and ${table.reference} is not null and ${table.deadlineAt} is not null)`,
    ),
    check(
      "sign_done",
      sql`(${table.state} not in (7, 11)) or (${table.memberId} is not null
        and ${table.doneAt} is not null)`,
    ),
    uniqueIndex("sign_one_open").on(table.userId).where(sql`state <= 6`),
    uniqueIndex("sign_one_open_id")
      .on(table.idIndex, table.idType)
      .where(sql`state between 1 and 6`),
    uniqueIndex("sign_one_open_credit_code")
      .on(table.creditCode)
      .where(sql`credit_code <> '' and state between 1 and 6`),
    uniqueIndex("sign_one_open_member").on(table.memberId).where(sql`state between 1 and 6`),
    index("sign_queue").on(table.state, table.submittedAt, table.id),
    // The whole queue in its order, with what it is narrowed by: it is paged without the wide rows.
    index("sign_list")
      .on(
        table.submittedAt,
        table.id,
        table.state,
        table.memberType,
        table.kind,
        table.levelId,
        table.deptId,
      )
      .where(sql`state > 0`),
    // Its other orders.
    index("sign_by_change").on(table.updateTime, table.id).where(sql`state > 0`),
    index("sign_by_deadline").on(table.deadlineAt, table.id).where(sql`state > 0`),
    index("sign_by_name").on(table.name, table.id).where(sql`state > 0`),
    index("sign_kinds").on(table.state, table.memberType, table.deptId),
    index("sign_credit_code").on(table.creditCode).where(sql`credit_code <> ''`),
    index("sign_user").on(table.userId, table.id),
    index("sign_member").on(table.memberId),
    index("sign_renewal_batch").on(table.renewalBatchId),
    index("sign_dept").on(table.deptId),
    index("sign_deadline").on(table.deadlineAt).where(sql`state in (2, 4, 6)`),
    index("sign_name_pairs").using("gin", pairsOf(table.name)),
  ],
);

import { sql } from "drizzle-orm";
import { bigint, char, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { audit, identity, moment, reference } from "#src/db/columns.ts";

/** Staff and members alike. Field names and lengths: wire 5. */
export const user = pgTable(
  "sys_user",
  {
    userId: identity(),
    deptId: reference(),
    userName: text().notNull(),
    nickName: text().notNull(),
    /** 00 staff, 01 individual, 02 unit. */
    userType: char({ length: 2 }).notNull().default("00"),
    email: text().notNull().default(""),
    phonenumber: text().notNull().default(""),
    sex: char({ length: 1 }).notNull().default("2"),
    /** Path below the API, empty for the default picture. */
    avatar: text().notNull().default(""),
    /** PHC string of argon2id, or bcrypt of an import until the first log-in. */
    password: text().notNull().default(""),
    /** 0 normal, 1 disabled. */
    status: char({ length: 1 }).notNull().default("0"),
    /** 0 there, 2 removed. */
    delFlag: char({ length: 1 }).notNull().default("0"),
    loginIp: text().notNull().default(""),
    loginDate: moment(),
    /** null until the person has chosen the password. */
    pwdUpdateDate: moment(),
    remark: text().notNull().default(""),
    ...audit,
  },
  (table) => [
    uniqueIndex("sys_user_name").on(sql`lower(${table.userName})`).where(sql`del_flag = '0'`),
    uniqueIndex("sys_user_phone")
      .on(table.phonenumber)
      .where(sql`phonenumber <> '' and del_flag = '0'`),
    uniqueIndex("sys_user_email").on(table.email).where(sql`email <> '' and del_flag = '0'`),
    index("sys_user_dept").on(table.deptId),
    // All that the list can be narrowed by: it is counted and paged without the wide rows.
    index("sys_user_list")
      .on(
        table.userId,
        table.status,
        table.deptId,
        table.createTime,
        table.userName,
        table.phonenumber,
      )
      .where(sql`del_flag = '0'`),
    // Parts of names and numbers are looked for; they need the extension pg_trgm.
    index("sys_user_name_part").using("gin", table.userName.op("gin_trgm_ops")),
    index("sys_user_phone_part").using("gin", table.phonenumber.op("gin_trgm_ops")),
    index("sys_user_created").on(table.createTime, table.userId).where(sql`del_flag = '0'`),
  ],
);

/** Sequence behind the user names `u` + number of people who register by phone. */
export const memberNumber = pgTable("member_number", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity({ startWith: 100_001 }),
});

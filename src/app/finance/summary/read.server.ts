import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { memberLevel } from "../../member/level/table.server.ts";
import type { Reach } from "../../system/reach/service.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { payment, refund } from "../table.server.ts";
import type { SummaryRow } from "./wire.ts";

/** Money belongs to the branch of its application; that of activities is for who reaches all. */
const MONEY = { dept: sign.deptId };

type Permission = "finance:summary:list" | "finance:summary:export";

const monthOf = (time: SQL) => sql`to_char(${time} at time zone 'Asia/Shanghai', 'YYYY-MM')`;

/** From the first moment of a year in Shanghai to that of the next. */
const within = (time: SQL, year: number) =>
  sql`${time} >= ${`${year}-01-01 00:00:00+08`}::timestamptz
    and ${time} < ${`${year + 1}-01-01 00:00:00+08`}::timestamptz`;

type Found = {
  month: string;
  kind: string;
  member_type: string;
  level_name: string;
  count: number;
  received: number;
  refunded: number;
};

/**
 * Income of a year by month, kind, persons or units, and level: what was confirmed in a month with the
 * corrections that were agreed to in it, and what was agreed in it to be given back (product 4.6).
 */
export async function incomeOf(
  db: Db,
  { where }: Reach,
  permission: Permission,
  year: number,
): Promise<SummaryRow[]> {
  const reach = where(permission, MONEY);
  const facts = sql`${payment}.income_type as kind, coalesce(${sign}.member_type, '') as member_type, ${memberLevel}.level_name`;
  const joined = sql`left join ${sign} on ${sign}.id = ${payment}.sign_id
    left join ${memberLevel} on ${memberLevel}.id = ${sign}.level_id`;
  const confirmed = sql`${payment}.confirmed_at`;
  const decided = sql`${refund}.decided_at`;
  const { rows } = await db.execute<Found>(sql`
    select month, kind, member_type, coalesce(level_name, '') as level_name,
      sum(count)::int as count, sum(received)::float8 as received, sum(refunded)::float8 as refunded
    from (
      select ${monthOf(confirmed)} as month, ${facts}, 1 as count,
        ${payment}.received_fen as received, 0 as refunded
      from ${payment} ${joined}
      where ${payment}.state = 1 and ${within(confirmed, year)} and ${reach}
      union all
      select ${monthOf(decided)}, ${facts}, 0,
        case ${refund}.kind when 'correction' then ${refund}.amount_fen else 0 end,
        case ${refund}.kind when 'refund' then ${refund}.amount_fen else 0 end
      from ${refund} join ${payment} on ${payment}.id = ${refund}.payment_id ${joined}
      where ${refund}.state in (1, 3) and ${within(decided, year)} and ${reach}
    ) as parts
    group by month, kind, member_type, level_name
    order by month, kind, member_type, level_name`);
  return rows.map(({ member_type, level_name, received, refunded, ...row }) => ({
    ...row,
    memberType: member_type,
    levelName: level_name,
    received: moneyText(received),
    refunded: moneyText(refunded),
    net: moneyText(received - refunded),
  }));
}

/** Years in which money was confirmed, the newest first. */
export async function yearsOfIncome(
  db: Db,
  { where }: Reach,
  permission: Permission,
): Promise<number[]> {
  const yearOf = (end: SQL) => sql`extract(year from (${end}) at time zone 'Asia/Shanghai')::int`;
  const startOf = (year: SQL) => sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Shanghai')`;
  const end = (which: "min" | "max") =>
    yearOf(sql`select ${sql.raw(which)}(confirmed_at) from ${payment} where state = 1`);
  // From year to year in the index: each has its first payment, or none.
  const { rows } = await db.execute<{ year: number }>(sql`
    select year from generate_series(${end("min")}, ${end("max")}) as year
    where exists (select 1 from ${payment} left join ${sign} on ${sign}.id = ${payment}.sign_id
      where ${payment}.state = 1 and ${payment}.confirmed_at >= ${startOf(sql`year`)}
        and ${payment}.confirmed_at < ${startOf(sql`year + 1`)} and ${where(permission, MONEY)})
    order by year desc`);
  return rows.map(({ year }) => year);
}

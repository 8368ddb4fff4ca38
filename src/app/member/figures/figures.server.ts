import { and, isNull, type SQL, sql } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { daysAfter, GRACE_DAYS } from "#src/lib/membership/terms.ts";
import { member } from "../table.server.ts";
import type { MemberFigures, MembersNow } from "./wire.ts";

const YEARS = 10;

const listed = (reach: SQL | undefined): SQL => and(isNull(member.mergedInto), reach) ?? sql`true`;

/** Members within reach by what they are on a day, `yyyy-MM-dd` in Shanghai, and who joined in its month. */
export async function membersNow(
  db: Db,
  reach: SQL | undefined,
  today: string,
): Promise<MembersNow> {
  const graceFrom = sql`${daysAfter(today, -GRACE_DAYS)}::date`;
  const { rows } = await db.execute<MembersNow>(sql`
    select count(*) filter (where manual_state = '' and valid_to >= ${today}::date)::int as valid,
      count(*) filter (where manual_state = '' and valid_to >= ${graceFrom}
        and valid_to < ${today}::date)::int as grace,
      count(*) filter (where manual_state = ''
        and coalesce(valid_to < ${graceFrom}, true))::int as lapsed,
      count(*) filter (where manual_state <> '')::int as left,
      count(*) filter (where joined_on between date_trunc('month', ${today}::date)
        and ${today}::date)::int as "joinedThisMonth"
    from member where ${listed(reach)}`);
  return rows[0] ?? { valid: 0, grace: 0, lapsed: 0, left: 0, joinedThisMonth: 0 };
}

/**
 * The numbers of members within reach.
 * @param today yyyy-MM-dd in Shanghai.
 * @param year whose months are asked for.
 */
export async function figuresOf(
  db: Db,
  reach: SQL | undefined,
  today: string,
  year: number,
): Promise<MemberFigures> {
  const where = listed(reach);
  const graceFrom = daysAfter(today, -GRACE_DAYS);
  const isMember = sql`manual_state = '' and valid_to >= ${graceFrom}::date`;
  const levels = await db.execute<{ name: string; persons: number; units: number }>(sql`
    select l.level_name as name, count(*) filter (where member.member_type = '01')::int as persons,
      count(*) filter (where member.member_type = '02')::int as units
    from member join member_level l on l.id = member.level_id
    where ${where} and ${isMember}
    group by l.id, l.level_name, l.order_num order by l.order_num, l.id`);
  const provinces = await db.execute<{ code: string; persons: number; units: number }>(sql`
    select left(region, 2) as code, count(*) filter (where member_type = '01')::int as persons,
      count(*) filter (where member_type = '02')::int as units
    from member where ${where} and ${isMember} group by 1 order by count(*) desc, 1`);
  const thisYear = Number(today.slice(0, 4));
  const years = await db.execute<Period & { year: number; members: number }>(sql`
    ${movements(where, "year", today, graceFrom)},
    at_end as (
      select y as year, count(distinct t.member_id)::int as members
      from generate_series(${thisYear - YEARS + 1}::int, ${thisYear}::int) y
      left join term t on least(make_date(y, 12, 31), ${today}::date) between t.from_on and t.to_on
      group by y)
    select at_end.year, at_end.members, ${SUMS}
    from at_end left join movement on movement.period = at_end.year
    group by at_end.year, at_end.members order by at_end.year`);
  const months = await db.execute<Period & { month: number }>(sql`
    ${movements(where, "month", today, graceFrom, year)}
    select m as month, ${SUMS} from generate_series(1, 12) m
    left join movement on movement.period = m group by m order by m`);
  return {
    now: await membersNow(db, reach, today),
    byLevel: levels.rows,
    byRegion: await Promise.all(
      provinces.rows.map(async ({ code, persons, units }) => ({
        name: (code && (await regionName(`${code}0000`))) || "未填写",
        persons,
        units,
      })),
    ),
    byYear: years.rows,
    byMonth: months.rows,
  };
}

type Period = Record<"joined" | "renewed" | "lapsed", number>;

const SUMS = sql`coalesce(sum(joined), 0)::int as joined, coalesce(sum(renewed), 0)::int as renewed,
  coalesce(sum(lapsed), 0)::int as lapsed`;

/**
 * Who joined, renewed and lapsed, by years or by the months of one. A renewal is a term with another before it, on
 * the day of its application's end, or on its first day where it is of older books. Somebody lapses when the
 * grace is over.
 */
function movements(
  where: SQL,
  unit: "year" | "month",
  today: string,
  graceFrom: string,
  year?: number,
): SQL {
  const part = (day: SQL) =>
    unit === "year" ? sql`extract(year from ${day})::int` : sql`extract(month from ${day})::int`;
  const within = (day: SQL) =>
    year === undefined ? sql`true` : sql`extract(year from ${day}) = ${year}::int`;
  const renewedOn = sql`coalesce((done_at at time zone 'Asia/Shanghai')::date, from_on)`;
  const lapsedOn = sql`(valid_to + ${GRACE_DAYS + 1}::int)`;
  return sql`with own as materialized (
      select id, joined_on, valid_to, manual_state from member where ${where}),
    term as materialized (
      select t.member_id, t.from_on, t.to_on, s.done_at,
        row_number() over (partition by t.member_id order by t.from_on) as nth
      from member_term t join own on own.id = t.member_id left join sign s on s.id = t.sign_id
      where t.voided_at is null),
    movement as (
      select ${part(sql`joined_on`)} as period, count(*) as joined, 0 as renewed, 0 as lapsed
      from own where joined_on <= ${today}::date and ${within(sql`joined_on`)} group by 1
      union all
      select ${part(renewedOn)}, 0, count(*), 0 from term
      where nth > 1 and ${renewedOn} <= ${today}::date and ${within(renewedOn)} group by 1
      union all
      select ${part(lapsedOn)}, 0, 0, count(*) from own
      where manual_state = '' and valid_to < ${graceFrom}::date and ${within(lapsedOn)} group by 1)`;
}

import { and, asc, count, desc, eq, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { containsPairs } from "#src/db/like.ts";
import { webProblem } from "#src/lib/address/site-address.ts";
import { daysAfter, GRACE_DAYS } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Context } from "#src/server/start/context.ts";
import { regionName, regionPrefix } from "../../common/regions/service.server.ts";
import { memberLevel } from "../../member/level/table.server.ts";
import { member } from "../../member/table.server.ts";

/** What somebody looks for among the members; `region` is a code of GB/T 2260 or empty. */
export type DirectoryAsk = {
  name: string;
  region: string;
  kind: "" | "unit" | "person";
  pageNum: number;
  pageSize: number;
};

/** All that the public directory says of a member (product 4.4); of a person only with consent. */
export type DirectoryEntry = {
  isUnit: boolean;
  name: string;
  level: string;
  /** Of a unit. */
  region: string;
  website: string;
  logo: string;
  /** The year in which it joined. */
  since: string;
  /** Of a person. */
  workUnit: string;
};

const isUnit = eq(member.memberType, "02");
const fieldOf = (name: string) => sql<string>`coalesce(${member.form} ->> ${name}, '')`;

/** Members of today, grace included: units, and persons who said that they may be shown. */
function shownToday(): SQL | undefined {
  return and(
    isNull(member.mergedInto),
    eq(member.manualState, ""),
    gte(member.validTo, daysAfter(formatDay(new Date()), -GRACE_DAYS)),
    or(isUnit, eq(member.directoryVisible, true)),
  );
}

function askedOf({ name, region, kind }: DirectoryAsk): SQL | undefined {
  return and(
    name ? containsPairs(member.name, name) : undefined,
    // Where a person lives is not public, so it is no way to find one either.
    region ? and(isUnit, sql`starts_with(${member.region}, ${regionPrefix(region)})`) : undefined,
    kind === "unit" ? isUnit : undefined,
    kind === "person" ? eq(member.memberType, "01") : undefined,
  );
}

/** A page of the public directory: units before persons, higher levels first; the page is one that there is. */
export async function directoryPage(context: Pick<Context, "db" | "memo">, ask: DirectoryAsk) {
  const { db } = context;
  const where = and(shownToday(), askedOf(ask));
  const [counted] = await db.select({ total: count() }).from(member).where(where);
  const total = counted?.total ?? 0;
  const { pageSize } = ask;
  const pageNum = Math.min(ask.pageNum, Math.max(1, Math.ceil(total / pageSize)));
  const order = [
    desc(member.memberType),
    desc(memberLevel.orderNum),
    asc(member.joinedOn),
    asc(member.id),
  ];
  const levelOf = eq(memberLevel.id, member.levelId);
  // The page is found in an index first (member_list): the row of a member is wide.
  const page = await db
    .select({ id: member.id })
    .from(member)
    .innerJoin(memberLevel, levelOf)
    .where(where)
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize);
  const ids = page.map(({ id }) => id);
  const rows = await db
    .select({
      memberType: member.memberType,
      name: member.name,
      level: memberLevel.levelName,
      region: member.region,
      joinedOn: member.joinedOn,
      website: fieldOf("website"),
      logo: sql<string>`coalesce(${member.form} -> 'logo' ->> 0, '')`,
      workUnit: fieldOf("workUnit"),
    })
    .from(member)
    .innerJoin(memberLevel, levelOf)
    .where(inArray(member.id, ids))
    .orderBy(...order);
  return { total, pageNum, rows: await Promise.all(rows.map(entryOf)) };
}

type Row = Record<
  "memberType" | "name" | "level" | "region" | "joinedOn" | "website" | "logo" | "workUnit",
  string
>;

async function entryOf(row: Row): Promise<DirectoryEntry> {
  const { name, level } = row;
  const nothing = { region: "", website: "", logo: "", since: "", workUnit: "" };
  if (row.memberType === "01") {
    return { ...nothing, isUnit: false, name, level, workUnit: row.workUnit };
  }
  const isWeb = row.website !== "" && webProblem("", row.website) === undefined;
  return {
    ...nothing,
    isUnit: true,
    name,
    level,
    region: await placeOf(row.region),
    website: isWeb ? row.website : "",
    logo: /^\/profile\/[\w./-]+$/.test(row.logo) ? row.logo : "",
    since: row.joinedOn.slice(0, 4),
  };
}

/** Province and city: enough to know which of several units of a name it is. */
const placeOf = async (code: string): Promise<string> =>
  (await regionName(code)).split(" · ").slice(0, 2).join(" · ");

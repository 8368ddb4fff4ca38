import { and, asc, desc, eq, lte } from "drizzle-orm";
import { leaderPeriod, leaderPost } from "#src/app/member/post/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { postName } from "#src/lib/membership/posts.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";

/** Who held a post of a rank in a period; `days` where they are not those of the period. */
type Holder = { name: string; days: string };

export type PeriodShown = {
  id: number;
  name: string;
  /** 2024 年 5 月 – 2029 年 4 月 */
  days: string;
  isPresent: boolean;
  ranks: { post: string; holders: Holder[] }[];
};

/** `2024-05-01` as 2024 年 5 月. */
const monthOf = (day: string): string => `${day.slice(0, 4)} 年 ${Number(day.slice(5, 7))} 月`;

/** Periods that have begun by a day (yyyy-MM-dd), the latest first, with the posts that had begun by then. */
export async function leadersOn(db: Db, today: string) {
  const rows = await db
    .select({ period: leaderPeriod, row: leaderPost, name: member.name })
    .from(leaderPost)
    .innerJoin(leaderPeriod, eq(leaderPeriod.id, leaderPost.periodId))
    .innerJoin(member, eq(member.id, leaderPost.memberId))
    .where(
      and(
        eq(leaderPost.isDraft, false),
        lte(leaderPeriod.fromOn, today),
        lte(leaderPost.fromOn, today),
      ),
    )
    .orderBy(
      desc(leaderPeriod.fromOn),
      asc(leaderPost.post),
      asc(leaderPost.fromOn),
      asc(leaderPost.id),
    );
  const shown = new Map<number, PeriodShown>();
  for (const { period, row, name } of rows) {
    const { id, fromOn, toOn, periodName } = period;
    const known = shown.get(id) ?? {
      id,
      name: periodName,
      days: `${monthOf(fromOn)} – ${monthOf(toOn)}`,
      isPresent: toOn >= today,
      ranks: [],
    };
    shown.set(id, known);
    const post = postName(row.post);
    const last = known.ranks.at(-1);
    const rank = last?.post === post ? last : { post, holders: [] };
    if (rank !== last) known.ranks.push(rank);
    rank.holders.push({ name, days: partOf(row, period, today) });
  }
  return [...shown.values()];
}

type Days = { fromOn: string; toOn: string };

/** What sets a post apart from its period: since when, or until when where that is over. */
function partOf(row: Days, period: Days, today: string): string {
  const since = row.fromOn > period.fromOn ? `${monthOf(row.fromOn)}起` : "";
  const until = row.toOn < period.toOn && row.toOn < today ? `至 ${monthOf(row.toOn)}` : "";
  return [since, until].filter(Boolean).join("，");
}

/** The first day after `today` on which the page says something else; undefined for none. */
export async function nextChangeOf(db: Db, today: string): Promise<string | undefined> {
  const posts = await db
    .select({ fromOn: leaderPost.fromOn, toOn: leaderPost.toOn, last: leaderPeriod.toOn })
    .from(leaderPost)
    .innerJoin(leaderPeriod, eq(leaderPeriod.id, leaderPost.periodId))
    .where(eq(leaderPost.isDraft, false));
  return posts
    .flatMap(({ fromOn, toOn, last }) => [fromOn, daysAfter(toOn, 1), daysAfter(last, 1)])
    .filter((day) => day > today)
    .sort()[0];
}

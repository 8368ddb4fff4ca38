import { asc, eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { daysAfter } from "#src/lib/membership/terms.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { member } from "../table.server.ts";
import { leaderPeriod, leaderPost } from "./table.server.ts";

/** After the members. */
export const order = 61;

/** How many have each post in a period, by its key. */
const SEATS: readonly (readonly [post: number, seats: number])[] = [
  [1, 1],
  [2, 3],
  [3, 1],
  [4, 6],
  [5, 14],
  [6, 1],
  [7, 3],
];
const SEATS_IN_ALL = SEATS.reduce((sum, [, seats]) => sum + seats, 0);
const YEARS = 5;

/** One period that is over and one that runs, each with its leaders; half of them are in both. */
export async function demo(db: Db): Promise<void> {
  const today = formatDay(new Date());
  const begun = Number(today.slice(0, 4)) - 2;
  const people = await db
    .select({ id: member.id })
    .from(member)
    .where(eq(member.memberType, "01"))
    .orderBy(asc(member.id))
    .limit(SEATS_IN_ALL * 2);
  if (people.length < SEATS_IN_ALL) return;
  for (const [at, periodName] of ["第二届", "第三届"].entries()) {
    const year = begun - YEARS * (1 - at);
    const days = { fromOn: `${year}-05-01`, toOn: `${year + YEARS}-04-30` };
    const [period] = await db
      .insert(leaderPeriod)
      .values({ periodName, ...days, createBy: "system" })
      .onConflictDoNothing()
      .returning();
    if (!period) return;
    const first = Math.min(at * Math.floor(SEATS_IN_ALL / 2), people.length - SEATS_IN_ALL);
    const seats = SEATS.flatMap(([post, count]) => Array.from({ length: count }, () => post));
    await db.insert(leaderPost).values(
      seats.map((post, seat) => ({
        periodId: period.id,
        memberId: people[first + seat]?.id ?? 0,
        post,
        ...days,
        resolutionNo: `会代〔${year}〕1号`,
        // One of them has left before the time.
        ...(at === 0 && seat === SEATS_IN_ALL - 1
          ? { toOn: daysAfter(days.toOn, -400), endReason: "因工作调动" }
          : {}),
        createBy: "system",
      })),
    );
  }
}

import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { TOPICS } from "../../lib/advice/form.ts";
import type { Context } from "../../server/start/context.ts";
import { dictionary } from "../system/dict/data/service.server.ts";
import { advice } from "./table.server.ts";

/** Days after an answer at which it counts as settled. */
export const settledDays = 15;

/** What is left of one that is nobody's any more: topic, state and times. */
export const ERASED = {
  userId: null,
  phone: "",
  name: "",
  content: "",
  answer: "",
  createBy: "",
  erasedAt: sql`now()`,
} as const;

/** Questions that were closed that number of days ago and still name the person. */
export const eraseClosed = (db: Db, days: number) =>
  db
    .update(advice)
    .set({ ...ERASED, version: sql`${advice.version} + 1` })
    .where(
      and(
        eq(advice.state, "closed"),
        isNull(advice.erasedAt),
        lt(advice.closedAt, sql`now() - make_interval(days => ${days}::int)`),
      ),
    );

/** The topics to choose from, as staff keep them in the dictionary. */
export async function topicsOf(context: Pick<Context, "db" | "memo">) {
  const entries = await dictionary(context, TOPICS);
  return entries.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
}

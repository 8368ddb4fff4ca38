import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import { KIND_NAMES, type SignKind } from "#src/lib/membership/fees.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import type { Account } from "#src/server/http/access.ts";
import { countOf, type InboxSource } from "#src/server/jobs/inbox.ts";
import { type Concerned, tellNews } from "../../news/service.server.ts";
import { type Reach, reachOf } from "../reach/service.server.ts";
import { SIGNS, type Sign } from "./model/rights.server.ts";
import { sign } from "./table.server.ts";

const { checking, council, payReview } = STATE_CODES;

const since =
  sql<Date>`coalesce(${sign.updateTime}, ${sign.submittedAt}, ${sign.createTime})`.mapWith(
    sign.createTime,
  );

/** What waits for this person: first reviews, the council, payments. Nobody is shown their own. */
function waiting({ account, where }: Reach): SQL | undefined {
  return and(
    ne(sign.userId, account.userId),
    or(
      and(eq(sign.state, checking), eq(sign.memberType, "01"), where("member:sign:check", SIGNS)),
      and(
        eq(sign.state, checking),
        eq(sign.memberType, "02"),
        where("member:sign:checkOrg", SIGNS),
      ),
      and(eq(sign.state, council), where("member:sign:council", SIGNS)),
      and(eq(sign.state, payReview), where("member:finance:confirm", SIGNS)),
    ),
  );
}

/** The same of one at hand. */
function waitsFor(row: Sign | undefined): Concerned[] {
  if (row?.state === checking) {
    return [row.memberType === "01" ? "member:sign:check" : "member:sign:checkOrg"];
  }
  if (row?.state === council) return ["member:sign:council"];
  return row?.state === payReview ? ["member:finance:confirm"] : [];
}

/** Tells those for whom the application waited before a step, or waits after it. */
export async function tellWaiting(
  tx: Db,
  before: Sign | undefined,
  after: Sign | undefined,
): Promise<void> {
  const concerned = [...waitsFor(before), ...waitsFor(after)];
  if (concerned.length > 0) await tellNews(tx, "inbox", concerned);
}

const TASKS: Readonly<Record<number, string>> = {
  [checking]: "等待初审",
  [council]: "等待审议",
  [payReview]: "等待确认到账",
};

async function list(db: Db, account: Account, offset: number, limit: number) {
  const rows = await db
    .select({
      id: sign.id,
      title: sign.name,
      state: sign.state,
      kind: sign.kind,
      from: sign.applyNo,
      waitingSince: since,
    })
    .from(sign)
    .where(waiting(await reachOf(db, account)))
    .orderBy(asc(since), asc(sign.id))
    .offset(offset)
    .limit(limit);
  return rows.map(({ state, kind, ...row }) => ({
    ...row,
    note: `${KIND_NAMES[kind as SignKind]} · ${TASKS[state] ?? ""}`,
    dueAt: staffDue(row.waitingSince),
    to: `/members/application/${row.id}`,
  }));
}

export const source: InboxSource = {
  kind: "sign",
  name: "会员",
  count: async (db, account) => countOf(sign, waiting(await reachOf(db, account))),
  list,
};

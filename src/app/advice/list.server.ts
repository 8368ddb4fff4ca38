import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { contains } from "../../db/like.ts";
import { timeText } from "../../db/shanghai.ts";
import { ADVICE_STATES } from "../../lib/advice/advice-life.ts";
import { maskPhone } from "../../lib/people/masks.ts";
import { conditionOf, inputText, type ListInput } from "../../server/crud/list-query.ts";
import type { Context } from "../../server/start/context.ts";
import { user } from "../system/user/table.server.ts";
import { advice } from "./table.server.ts";
import type { AdviceRow, OwnAdvice } from "./wire.ts";

const handler = alias(user, "handler");

const isLate = sql<boolean>`(${advice.state} in ('new', 'taken') and ${advice.dueAt} < now())`;

/** The condition of the list: states, topic, words; `mine` what one handles oneself. */
export function adviceCondition(input: ListInput, userId: number): SQL | undefined {
  const asked = inputText(input, "state").split(",");
  const states = ADVICE_STATES.filter((state) => asked.includes(state));
  const keyword = inputText(input, "keyword");
  return and(
    conditionOf(advice, { equals: ["topic"] }, input),
    states.length > 0 ? inArray(advice.state, states) : undefined,
    inputText(input, "isUrgent") === "1" ? eq(advice.isUrgent, true) : undefined,
    inputText(input, "isMine") === "1" ? eq(advice.handlerId, userId) : undefined,
    keyword
      ? or(
          eq(advice.adviceNo, keyword.toUpperCase()),
          contains(advice.name, keyword),
          contains(advice.content, keyword),
        )
      : undefined,
  );
}

/** What waits comes first, the one that is due soonest at the top; then the newest. */
const ORDER = [
  desc(sql`${advice.state} in ('new', 'taken')`),
  sql`case when ${advice.state} in ('new', 'taken') then ${advice.dueAt} end`,
  desc(advice.id),
];

/** A part of the rows as staff see them. */
export async function listAdvice(
  { db }: Pick<Context, "db">,
  condition: SQL | undefined,
  { userId, limit, offset }: { userId: number; limit: number; offset: number },
): Promise<AdviceRow[]> {
  const rows = await db
    .select({
      id: advice.id,
      version: advice.version,
      adviceNo: advice.adviceNo,
      name: sql<string>`case when ${advice.erasedAt} is null then ${advice.name} else '已清除' end`,
      phone: advice.phone,
      topic: advice.topic,
      content: advice.content,
      state: advice.state,
      dueAt: timeText(advice.dueAt),
      handlerId: advice.handlerId,
      handler: sql<string>`coalesce(${handler.nickName}, '')`,
      answer: advice.answer,
      createTime: timeText(advice.createTime),
      answeredAt: sql<string>`coalesce(${timeText(advice.answeredAt)}, '')`,
      closedAt: sql<string>`coalesce(${timeText(advice.closedAt)}, '')`,
      isUrgent: advice.isUrgent,
      isLate,
      userId: advice.userId,
    })
    .from(advice)
    .leftJoin(handler, eq(handler.userId, advice.handlerId))
    .where(condition)
    .orderBy(...ORDER)
    .limit(limit)
    .offset(offset);
  return rows.map(({ handlerId, userId: ownerId, ...row }) => ({
    ...row,
    phone: maskPhone(row.phone),
    hasAccount: ownerId !== null,
    isMine: handlerId === userId,
  }));
}

/** What its owner reads, the newest first; 100 at most. */
export async function ownAdvice(
  { db }: Pick<Context, "db">,
  condition: SQL | undefined,
): Promise<OwnAdvice[]> {
  return db
    .select({
      id: advice.id,
      version: advice.version,
      adviceNo: advice.adviceNo,
      topic: advice.topic,
      content: advice.content,
      state: advice.state,
      answer: advice.answer,
      createTime: timeText(advice.createTime),
      answeredAt: sql<string>`coalesce(${timeText(advice.answeredAt)}, '')`,
      mayWithdraw: sql<boolean>`${advice.state} = 'new'`,
    })
    .from(advice)
    .where(and(condition, isNull(advice.erasedAt)))
    .orderBy(desc(advice.id))
    .limit(100);
}

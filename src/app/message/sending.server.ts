import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { lockInTransaction } from "../../db/locks.ts";
import { isWithinHours } from "../../lib/message/quiet-hours.ts";
import { MessageRefused, withinTime } from "../../server/messages/outbox.ts";
import type { Context } from "../../server/start/context.ts";
import { tellNews } from "../news/service.server.ts";
import { numberSetting, settings } from "../system/config/service.server.ts";
import { alarmLine, FORGOTTEN, smsBudget, smsOfDay } from "./service.server.ts";
import { delivery } from "./table.server.ts";

/** Calls of a provider at the same time, in one process and channel. */
const AT_ONCE = 5;
/** A provider that takes longer hangs. */
const LIMIT_MS = 15_000;
/** A process that took a message and said nothing for so long is gone: longer than a call can take. */
const CLAIM_SECONDS = 90;
/** Minutes until the next try; after the last of them the message has failed. */
const GAPS = [1, 5, 30, 120, 360];
export const MAX_TRIES = GAPS.length + 1;

const MAX_ANSWER = 300;

/** Of the budget; the rest is for codes: nobody shall be kept from logging in by reminders. */
const SHARE_OF_NOTICES = 0.8;

export type Sender = Pick<Context, "db" | "memo" | "outbox" | "log" | "origin">;
type Row = typeof delivery.$inferSelect;

/**
 * Sends the next that are due in a channel, and returns how many were tried. They are claimed first, told
 * of afterwards, each in a transaction of its own: two processes never send one message at once, and
 * nothing of the database is held while a provider takes its time. A message whose process dies between the
 * provider's answer and its row is sent again: twice is better than never.
 */
export async function sendDue(
  context: Sender,
  channel: "sms" | "mail",
  limitMs = LIMIT_MS,
): Promise<number> {
  if (channel === "sms") {
    const hours = (await settings(context)).get("sms.quietHours") ?? "";
    if (isWithinHours(hours, new Date())) return 0;
  }
  const rows = await claim(context, channel);
  await Promise.all(rows.map((row) => sendOne(context, row, limitMs)));
  return rows.length;
}

async function claim(context: Sender, channel: "sms" | "mail"): Promise<Row[]> {
  const { db, log } = context;
  const isDue = and(
    eq(delivery.channel, channel),
    eq(delivery.state, "waiting"),
    lte(delivery.nextTryTime, sql`now()`),
  );
  const [any] = await db.select({ id: delivery.id }).from(delivery).where(isDue).limit(1);
  if (!any) return [];
  const budget = channel === "sms" ? await smsBudget(context) : 0;
  return db.transaction(async (tx) => {
    let left = Number.POSITIVE_INFINITY;
    let used = 0;
    if (channel === "sms") {
      // As the codes are counted: no two processes see the same rest.
      await lockInTransaction(tx, "codes", { subject: "site" });
      used = await smsOfDay(tx);
      left = Math.floor(budget * SHARE_OF_NOTICES) - used;
    }
    const due = await tx
      .select({ id: delivery.id, parts: delivery.parts })
      .from(delivery)
      .where(isDue)
      .orderBy(asc(delivery.nextTryTime), asc(delivery.id))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const taken: number[] = [];
    for (const { id, parts } of due) {
      left -= parts;
      if (left < 0) break;
      taken.push(id);
    }
    if (taken.length < due.length) {
      log.error({ budget }, "daily budget of SMS is used up, notices wait");
      await tellNews(tx, "inbox", ["system:delivery:list"]);
      await tx
        .update(delivery)
        .set({ nextTryTime: sql`now() + interval '10 minutes'` })
        .where(
          inArray(
            delivery.id,
            due.map(({ id }) => id).filter((id) => !taken.includes(id)),
          ),
        );
    }
    if (taken.length === 0) return [];
    if (channel === "sms") {
      const parts = due.filter(({ id }) => taken.includes(id)).reduce((n, row) => n + row.parts, 0);
      const line = alarmLine(budget, await numberSetting(context, "sms.alarmPercent", 0));
      if (used < line && used + parts >= line) {
        log.warn({ budget, used: used + parts }, "the budget of SMS runs out");
        await tellNews(tx, "inbox", ["system:delivery:list"]);
      }
    }
    return tx
      .update(delivery)
      .set({
        tries: sql`${delivery.tries} + 1`,
        triedTime: sql`now()`,
        nextTryTime: sql`now() + make_interval(secs => ${CLAIM_SECONDS})`,
      })
      .where(inArray(delivery.id, taken))
      .returning();
  });
}

async function sendOne(context: Sender, row: Row, limitMs: number): Promise<void> {
  const { db, log, outbox, origin } = context;
  const letter = row.link ? `${row.content}\n\n查看详情：${origin}${row.link}` : row.content;
  const message = {
    to: row.receiver ?? "",
    scene: row.event,
    ...(row.channel === "sms"
      ? { text: row.content ?? "", template: { id: row.providerCode, params: row.params ?? [] } }
      : { title: row.title ?? "", text: letter ?? "" }),
  };
  const send = row.channel === "sms" ? outbox.sms : outbox.mail;
  try {
    const answer = await withinTime(limitMs, (signal) => send(message, signal));
    await report(db, row, { isSent: true, answer: answer ?? "" });
  } catch (error) {
    const isRefused = error instanceof MessageRefused;
    if (!isRefused) log.error({ err: error, deliveryId: row.id }, "a message was not sent");
    const answer = isRefused ? error.message : "发送时出错，详见程序日志";
    const isLast = (isRefused && error.isFinal) || row.tries >= MAX_TRIES;
    await report(db, row, { isSent: false, answer, isLast });
  }
}

type Outcome =
  | { isSent: true; answer: string }
  | { isSent: false; answer: string; isLast: boolean };

/** Writes down how a try ended; who took the message over meanwhile writes down theirs. */
async function report(db: Db, row: Row, outcome: Outcome): Promise<void> {
  const mine = and(
    eq(delivery.id, row.id),
    eq(delivery.tries, row.tries),
    eq(delivery.state, "waiting"),
  );
  // Some providers repeat the number in their refusal.
  const answer = outcome.answer
    .replaceAll(row.receiver ?? "\0", row.receiverShown)
    .slice(0, MAX_ANSWER);
  const over = { answer, nextTryTime: null, doneTime: sql`now()` };
  if (outcome.isSent) {
    await db
      .update(delivery)
      .set({ ...over, state: "sent", ...FORGOTTEN })
      .where(mine);
  } else if (outcome.isLast) {
    await db.transaction(async (tx) => {
      await tx
        .update(delivery)
        .set({ ...over, state: "failed" })
        .where(mine);
      await tellNews(tx, "inbox", ["system:delivery:list"]);
    });
  } else {
    const minutes = GAPS[row.tries - 1] ?? GAPS.at(-1) ?? 1;
    await db
      .update(delivery)
      .set({ answer, nextTryTime: sql`now() + make_interval(mins => ${minutes})` })
      .where(mine);
  }
}

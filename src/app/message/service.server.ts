import { and, eq, gt, max, ne, notLike, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { isSitePath } from "../../lib/address/site-address.ts";
import { CHANNELS, type Channel } from "../../lib/message/channels.ts";
import { type EventName, type FieldsOf, specOf } from "../../lib/message/events.ts";
import {
  clipped,
  defaultWords,
  filled,
  isOnByDefault,
  maskedValues,
  signed,
  smsParts,
  valuesInOrder,
} from "../../lib/message/text.ts";
import { maskEmail, maskPhone } from "../../lib/people/masks.ts";
import { publishTags } from "../../server/cache/tags.ts";
import type { Context } from "../../server/start/context.ts";
import { oneTimeCode } from "../login/table.server.ts";
import { numberSetting, readSetting } from "../system/config/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { delivery, message, messageTemplate } from "./table.server.ts";

type To = {
  /** The account that is told: in-site, and by its own phone and mail address. */
  userId?: number;
  /** In place of the account's phone and mail address, or for one without an account. */
  phone?: string;
  mail?: string;
  /** No letter, however its template stands: what it would promise is not there. */
  isUnmailed?: true;
  /** Path of the page that goes on from here. */
  link?: string;
  /** The record that it is about: the name of its table and its id. */
  subject: string;
  subjectId: number;
};

/** An event with a text for each of its fields. */
export type EventCall = {
  [E in EventName]: To & { event: E; fields: FieldsOf<E> };
}[EventName];

/** A text as it is in force: what staff wrote, else what the program has. */
type Template = {
  event: EventName;
  channel: Channel;
  isOn: boolean;
  title: string;
  text: string;
  providerCode: string;
};

/** Of a text with its values; providers take no longer short message. */
const MAX_TITLE = 200;
const MAX_CONTENT = 5_000;
const MAX_SMS = 500;

/** The most short messages of one kind of reminder about one subject (product 4.5). */
export const MAX_REMINDERS = 3;

/**
 * Tells a person of an event: call it in the transaction of the step that is told of. Its message and
 * what is to be sent are rows of that transaction: a step that is rolled back tells nobody, and what is
 * committed is sent (worker.server.ts). What cannot be sent (no phone, no mail address, a fourth reminder)
 * stands in the log as dropped, with the reason. An account that was removed is told nothing.
 */
export async function sendEvent(tx: Db, call: EventCall): Promise<void> {
  if (call.link && !isSitePath(call.link)) throw new Error(`${call.link} is no path of the site`);
  const account = call.userId === undefined ? undefined : await findReceivers(tx, call.userId);
  if (call.userId !== undefined && !account) return;
  for (const template of await templatesOf(tx, call.event)) {
    if (!template.isOn || (call.isUnmailed && template.channel === "mail")) continue;
    if (template.channel === "site") await writeMessage(tx, call, template);
    else {
      const own = template.channel === "sms" ? account?.phone : account?.mail;
      const given = template.channel === "sms" ? call.phone : call.mail;
      // Who was given no address of this kind is not meant to be reached by it.
      if (given !== undefined || account) {
        await writeDelivery(tx, call, template, given ?? own ?? "");
      }
    }
  }
  await publishTags(tx, ["messages"]);
}

/** Phone and mail address of an account, each empty where there is none; undefined: it was removed. */
export async function findReceivers(tx: Db, userId: number) {
  const [row] = await tx
    .select({ phone: user.phonenumber, mail: user.email })
    .from(user)
    .where(and(eq(user.userId, userId), eq(user.delFlag, "0")));
  return row;
}

/** The texts of an event in every channel, as they are in force. */
async function templatesOf(db: Db, event: EventName): Promise<Template[]> {
  const changed = await db.select().from(messageTemplate).where(eq(messageTemplate.event, event));
  return CHANNELS.map((channel) => {
    const row = changed.find((each) => each.channel === channel);
    const words = defaultWords(event, channel);
    return {
      event,
      channel,
      isOn: row?.isOn ?? isOnByDefault(event, channel),
      title: row?.title ?? words.title,
      text: row?.content ?? words.text,
      providerCode: row?.providerCode ?? "",
    };
  });
}

/** Puts one message of a text into the box of an account. */
export async function writeMessage(
  tx: Db,
  {
    userId,
    fields,
    link = "",
    subject,
    subjectId,
  }: Pick<EventCall, "subject" | "subjectId"> & {
    userId?: number;
    fields: Readonly<Record<string, string>>;
    link?: string;
  },
  { event, title, text }: Template,
): Promise<void> {
  if (userId === undefined) return;
  await tx.insert(message).values({
    userId,
    event,
    title: clipped(filled(title, fields), MAX_TITLE),
    content: clipped(filled(text, fields), MAX_CONTENT),
    link,
    subject,
    subjectId,
  });
}

/** Puts one short message or letter in line. */
export async function writeDelivery(
  tx: Db,
  call: Pick<To, "userId" | "link" | "subject" | "subjectId"> & {
    fields: Readonly<Record<string, string>>;
  },
  { event, channel, title, text, providerCode }: Template,
  receiver: string,
  { isTest = false }: { isTest?: boolean } = {},
): Promise<void> {
  const isSms = channel === "sms";
  const { fields, subject, subjectId } = call;
  const shown = maskedValues(fields);
  const society = isSms ? ((await readSetting(tx, "site.name")) ?? "") : "";
  const wordsOf = (values: Readonly<Record<string, string>>) => {
    const content = filled(text, values);
    return {
      title: clipped(filled(title, values), MAX_TITLE),
      content: isSms ? clipped(signed(society, content), MAX_SMS) : clipped(content, MAX_CONTENT),
    };
  };
  const words = wordsOf(fields);
  const { reminder } = specOf(event);
  const number = isSms && reminder && !isTest ? await nextReminder(tx, reminder, call) : undefined;
  const row = {
    event,
    channel,
    userId: call.userId ?? null,
    receiverShown: isSms ? maskPhone(receiver) : maskEmail(receiver),
    titleShown: wordsOf(shown).title,
    contentShown: wordsOf(shown).content,
    link: call.link ?? "",
    providerCode: isSms ? providerCode : "",
    parts: isSms ? smsParts(words.content) : 0,
    subject,
    subjectId,
  };
  const drop = (answer: string) =>
    tx.insert(delivery).values({ ...row, state: "dropped", answer, doneTime: sql`now()` });
  if (!receiver) {
    await drop(isSms ? "没有手机号，不能发送" : "没有邮箱，不能发送");
    return;
  }
  if (number !== undefined && number > MAX_REMINDERS) {
    await drop(`这类提醒短信已发 ${MAX_REMINDERS} 条，不再发送`);
    return;
  }
  const put = await tx
    .insert(delivery)
    .values({
      ...row,
      ...words,
      receiver,
      params: isSms ? valuesInOrder(text, fields) : null,
      // The column rounds: half of all moments would lie ahead, and wait for the next look.
      nextTryTime: sql`date_trunc('milliseconds', now())`,
      reminder: number === undefined ? null : reminder,
      reminderNo: number ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: delivery.id });
  if (put.length === 0) await drop("同一条提醒已经在发送");
}

async function nextReminder(
  tx: Db,
  reminder: string,
  { subject, subjectId }: Pick<To, "subject" | "subjectId">,
): Promise<number> {
  const [row] = await tx
    .select({ last: max(delivery.reminderNo) })
    .from(delivery)
    .where(
      and(
        eq(delivery.reminder, reminder),
        eq(delivery.subject, subject),
        eq(delivery.subjectId, subjectId),
      ),
    );
  return (row?.last ?? 0) + 1;
}

export const DEFAULT_BUDGET = 5_000;
const DEFAULT_PERCENT = 80;

/** Short messages that the society sends in 24 hours at most: the setting. */
export const smsBudget = (context: Pick<Context, "db" | "memo">): Promise<number> =>
  numberSetting(context, "sms.dailyBudget", DEFAULT_BUDGET);

/** From how many on somebody should look. */
export const alarmLine = (budget: number, percent: number): number =>
  Math.ceil((budget * (percent > 0 ? percent : DEFAULT_PERCENT)) / 100);

const DAY = sql`now() - interval '24 hours'`;

/** Short messages of the last 24 hours, codes and notices alike, as they count for the budget. */
export async function smsOfDay(db: Db): Promise<number> {
  const codes = await db.$count(
    oneTimeCode,
    and(
      gt(oneTimeCode.createdAt, DAY),
      ne(oneTimeCode.state, "3"),
      notLike(oneTimeCode.receiver, "%@%"),
    ),
  );
  const [notices] = await db
    .select({ parts: sql<number>`coalesce(sum(${delivery.parts}), 0)::int` })
    .from(delivery)
    .where(and(eq(delivery.channel, "sms"), gt(delivery.triedTime, DAY)));
  return codes + (notices?.parts ?? 0);
}

/** What is kept of nobody once nothing is to be sent any more. */
export const FORGOTTEN = { receiver: null, title: null, content: null, params: null };

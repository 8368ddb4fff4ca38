import { eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { CHANNELS, type Channel } from "#src/lib/message/channels.ts";
import { EVENTS, type EventName, isEvent, specOf } from "#src/lib/message/events.ts";
import type { TemplateFields } from "#src/lib/message/template-fields.ts";
import { defaultWords, isOnByDefault } from "#src/lib/message/text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { AppError, CONFLICT } from "#src/server/http/errors.ts";
import { MAX_REMINDERS } from "../service.server.ts";
import { messageTemplate } from "../table.server.ts";
import type { TemplateRow } from "./wire.ts";

type Kept = typeof messageTemplate.$inferSelect;

/** Every event with its texts in force. */
export async function templateRows(db: Db): Promise<TemplateRow[]> {
  const kept = await db.select().from(messageTemplate);
  return Object.keys(EVENTS)
    .filter(isEvent)
    .map((event) =>
      rowOf(
        event,
        kept.filter((row) => row.event === event),
      ),
    );
}

function rowOf(event: EventName, kept: readonly Kept[]): TemplateRow {
  const spec = specOf(event);
  const of = (channel: Channel) => {
    const row = kept.find((each) => each.channel === channel);
    const words = defaultWords(event, channel);
    return {
      title: row?.title ?? words.title,
      text: row?.content ?? words.text,
      isOn: row?.isOn ?? isOnByDefault(event, channel),
      code: row?.providerCode ?? "",
      version: row?.version ?? 0,
    };
  };
  const [site, sms, mail] = [of("site"), of("sms"), of("mail")];
  const last = kept.toSorted((a, b) => b.updateTime.getTime() - a.updateTime.getTime())[0];
  return {
    event,
    name: spec.name,
    when: spec.when,
    siteTitle: site.title,
    siteText: site.text,
    siteVersion: site.version,
    smsIsOn: sms.isOn,
    smsText: sms.text,
    smsCode: sms.code,
    smsVersion: sms.version,
    mailIsOn: mail.isOn,
    mailTitle: mail.title,
    mailText: mail.text,
    mailVersion: mail.version,
    changed: CHANNELS.filter((channel) =>
      kept.some((row) => row.channel === channel && (row.title ?? row.content) !== null),
    ),
    fields: Object.entries(spec.fields).map(([name, example]) => ({ name, example })),
    initial: {
      siteTitle: spec.site.title,
      siteText: spec.site.text,
      smsText: spec.sms,
      mailTitle: spec.mail.title,
      mailText: spec.mail.text,
    },
    mostSms: spec.reminder ? MAX_REMINDERS : 0,
    updateBy: last?.updateBy ?? "",
    updateTime: last ? formatDateTime(last.updateTime) : "",
  };
}

type Given = {
  fields: TemplateFields;
  /** As the person saw each channel. */
  versions: Readonly<Record<Channel, number>>;
  userName: string;
};

/**
 * Keeps what differs from the event's own texts; what is as the event has it is kept as such, and follows
 * the program. Channels that were not changed are left alone.
 * @throws AppError when somebody else changed the same channel meanwhile; then nothing is kept.
 */
export async function saveTemplate(db: Db, event: EventName, given: Given): Promise<void> {
  const { fields, versions, userName } = given;
  await db.transaction(async (tx) => {
    const kept = await tx.select().from(messageTemplate).where(eq(messageTemplate.event, event));
    const before = rowOf(event, kept);
    for (const channel of CHANNELS) {
      if (isAsBefore(channel, before, fields)) continue;
      const values = { ...ownOf(event, channel, fields), updateBy: userName };
      const version = versions[channel];
      const written = await tx
        .insert(messageTemplate)
        .values({ event, channel, ...values })
        .onConflictDoUpdate({
          target: [messageTemplate.event, messageTemplate.channel],
          set: {
            ...values,
            version: sql`${messageTemplate.version} + 1`,
            updateTime: sql`now()`,
          },
          setWhere: eq(messageTemplate.version, version),
        })
        .returning({ event: messageTemplate.event });
      if (written.length === 0) throw new AppError(CONFLICT);
    }
  });
}

const KEYS: Readonly<Record<Channel, readonly (keyof TemplateFields)[]>> = {
  site: ["siteTitle", "siteText"],
  sms: ["smsIsOn", "smsText", "smsCode"],
  mail: ["mailIsOn", "mailTitle", "mailText"],
};

const isAsBefore = (channel: Channel, before: TemplateRow, fields: TemplateFields): boolean =>
  KEYS[channel].every((key) => before[key] === fields[key]);

/** The columns of a channel: null where the event's own words stand. */
function ownOf(event: EventName, channel: Channel, fields: TemplateFields) {
  const words = defaultWords(event, channel);
  const isOn = isOnByDefault(event, channel);
  const own = <T>(value: T, initial: T): T | null => (value === initial ? null : value);
  if (channel === "sms") {
    return {
      isOn: own(fields.smsIsOn, isOn),
      title: null,
      content: own(fields.smsText, words.text),
      providerCode: fields.smsCode,
    };
  }
  const isSite = channel === "site";
  return {
    isOn: isSite ? null : own(fields.mailIsOn, isOn),
    title: own(isSite ? fields.siteTitle : fields.mailTitle, words.title),
    content: own(isSite ? fields.siteText : fields.mailText, words.text),
  };
}

import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
import { MOST_PRINTED } from "#src/lib/activity/print-parts.ts";
import { dayInWords, formatDateTime } from "#src/lib/text/dates.ts";
import { readIds } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { settings } from "../../system/config/service.server.ts";
import { qrText } from "../service.server.ts";
import { activity, activityEntry } from "../table.server.ts";
import { entryCondition } from "./list.server.ts";

const { admitted, present, done, absent } = ENTRY_CODES;
/** Who has a place that counts. */
const PRINTED = [admitted, present, done, absent];

const KINDS = { list: "签到表", badges: "胸牌", labels: "姓名标签" } as const;
type Kind = keyof typeof KINDS;
const isKind = (value: unknown): value is Kind => typeof value === "string" && value in KINDS;

const ORDERS = {
  serial: [],
  name: [sql`${activityEntry.name} collate "zh-x-icu"`],
  unit: [
    sql`${activityEntry.unit} collate "zh-x-icu"`,
    sql`${activityEntry.name} collate "zh-x-icu"`,
  ],
} as const;
const isOrder = (value: unknown): value is keyof typeof ORDERS =>
  typeof value === "string" && value in ORDERS;

/** Names that a refusal lists. */
const NAMED = 5;

type Printed = { pdf: Buffer; name: string };

/** Which part of many people, from 1; undefined for none. */
function readPart(given: unknown): number | undefined {
  if (given === undefined || given === "") return;
  const part = Number(given);
  const isPart = Number.isInteger(part) && part > 0 && part <= 10_000;
  refuseFields({ part: isPart ? undefined : "请选择要打印的份" });
  return part;
}

async function chosen({ db }: Context, given: Given) {
  const ids = [...new Set(readIds(given, "ids") ?? [])];
  const isChosen = given.ids !== undefined;
  const input = given as Record<string, string | undefined>;
  refuseFields({
    activityId: isChosen || input.activityId ? undefined : "请选择活动",
    ids: isChosen && ids.length === 0 ? "请选择要打印的报名" : undefined,
  });
  const condition = isChosen
    ? inArray(activityEntry.id, ids)
    : and(entryCondition(input), inArray(activityEntry.state, PRINTED));
  const order = isOrder(given.order) ? ORDERS[given.order] : ORDERS.serial;
  const part = readPart(given.part);
  const count = await db.$count(activityEntry, condition);
  if (count > MOST_PRINTED && part === undefined) {
    throw new AppError(`共 ${count} 人，一次最多打印 ${MOST_PRINTED} 人，请分份打印`);
  }
  const before = ((part ?? 1) - 1) * MOST_PRINTED;
  if (count > 0 && before >= count) throw new AppError(`共 ${count} 人，没有第 ${part} 份`);
  const rows = await db
    .select({ entry: activityEntry, event: activity })
    .from(activityEntry)
    .innerJoin(activity, eq(activity.id, activityEntry.activityId))
    .where(condition)
    .orderBy(...order, asc(activityEntry.serial), asc(activityEntry.id))
    .limit(MOST_PRINTED)
    .offset(before);
  const [first] = rows;
  if (!first) throw new AppError("没有已录取的人，不能打印");
  if (rows.some(({ event }) => event.id !== first.event.id)) {
    throw new AppError("选中的报名属于几个活动，请一次打印一个活动");
  }
  const others = rows.filter(({ entry }) => !(PRINTED as number[]).includes(entry.state));
  if (others.length > 0) {
    const names = others.slice(0, NAMED).map(({ entry }) => `「${entry.name}」`);
    const more = others.length > NAMED ? `等 ${others.length} 位` : "";
    throw new AppError(`${names.join("、")}${more}没有有效名额，不能打印`);
  }
  return { event: first.event, entries: rows.map(({ entry }) => entry) };
}

/**
 * What is printed for the entries of one activity: those chosen (`ids`), else those that the filters of the list find.
 * Of more than MOST_PRINTED people `part` says which of them, counted from 1 in the order asked for.
 * @throws AppError with texts on kind, activityId, ids and part.
 */
export async function printEntries(context: Context, given: Given): Promise<Printed> {
  const { kind } = given;
  refuseFields({ kind: isKind(kind) ? undefined : "请选择要打印的内容" });
  const { event, entries } = await chosen(context, given);
  const society = (await settings(context)).get("site.name") ?? "";
  const { title, startAt } = event;
  const begins = startAt ? formatDateTime(startAt) : "";
  const facts = [
    begins && `${dayInWords(begins.slice(0, 10))} ${begins.slice(11, 16)}`,
    event.place,
  ]
    .filter(Boolean)
    .join("　·　");
  const drawer = pdfDrawer(context.env);
  const name = `${KINDS[kind as Kind]} ${title}.pdf`;
  if (kind === "badges") {
    const people = entries.map(({ id, ...entry }) => ({
      ...peopleFacts(entry),
      post: entry.post,
      // Printed before: it counts from the day on which the activity begins, and on the next one.
      code: startAt ? qrText(context.env.dataDir, id, startAt.getTime()) : "",
    }));
    return { name, pdf: await drawer.draw("badges", { society, title, facts, people }) };
  }
  if (kind === "labels") {
    const people = entries.map(peopleFacts);
    return { name, pdf: await drawer.draw("nameLabels", { society, title, people }) };
  }
  const people = entries.map((entry) => ({
    ...peopleFacts(entry),
    phoneEnd: entry.phone.slice(-4),
    came: entry.checkedInAt ? formatDateTime(entry.checkedInAt).slice(11, 16) : "",
  }));
  return { name, pdf: await drawer.draw("attendanceList", { society, title, facts, people }) };
}

const peopleFacts = ({
  serial,
  name,
  unit,
  seatNo,
}: {
  serial: number;
  name: string;
  unit: string;
  seatNo: string;
}) => ({ serial, name, unit, seatNo });

import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { ENTRY_CODES } from "#src/lib/activity/entry-life.ts";
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

/** People of one file: some fifty pages of badges. */
const MOST = 500;

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
  const rows = await db
    .select({ entry: activityEntry, event: activity })
    .from(activityEntry)
    .innerJoin(activity, eq(activity.id, activityEntry.activityId))
    .where(condition)
    .orderBy(...order, asc(activityEntry.serial), asc(activityEntry.id))
    .limit(MOST + 1);
  if (rows.length > MOST) throw new AppError(`一次最多打印 ${MOST} 人，请用状态或关键词缩小范围`);
  const [first] = rows;
  if (!first) throw new AppError("没有已录取的人，不能打印");
  if (rows.some(({ event }) => event.id !== first.event.id)) {
    throw new AppError("选中的报名属于几个活动，请一次打印一个活动");
  }
  const others = rows.filter(({ entry }) => !(PRINTED as number[]).includes(entry.state));
  if (others.length > 0) {
    const names = others.slice(0, NAMED).map(({ entry }) => `「${entry.name}」`);
    const more = others.length > NAMED ? `等 ${others.length} 位` : "";
    throw new AppError(`${names.join("、")}${more}尚未录取，请取消选择后再打印`);
  }
  return { event: first.event, entries: rows.map(({ entry }) => entry) };
}

/**
 * What is printed for the entries of one activity: those chosen (`ids`), else those that the filters of the list find.
 * @throws AppError with texts on kind, activityId and ids.
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

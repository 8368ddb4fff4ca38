import { and, asc, count, desc, eq, isNull, lt, type SQL } from "drizzle-orm";
import QRCode from "qrcode";
import type { Db } from "#src/db/client.ts";
import {
  ADMITTED,
  ENTRY_CODES,
  ENTRY_LIFE,
  entryStateOf,
  entryStepsFrom,
} from "#src/lib/activity/entry-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import type { Context } from "#src/server/start/context.ts";
import { ENTRY_FLOW } from "../acts/entry-flow.server.ts";
import { type Owner, ownEntries } from "../model/owner.server.ts";
import { qrText, shortCode } from "../model/qr.server.ts";
import { type Entry, selectEntries, wholeEntry } from "../model/rows.server.ts";
import { activityEntry } from "../table.server.ts";
import type { OwnEntry, OwnSign } from "../wire.ts";

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

const MOST = 300;

const svgAddress = (svg: string) =>
  `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

async function linePlace(db: Db, { activityId, waitingNo, offerUntil }: Entry): Promise<number> {
  if (waitingNo === null || offerUntil) return 0;
  const [row] = await db
    .select({ count: count() })
    .from(activityEntry)
    .where(
      and(
        eq(activityEntry.activityId, activityId),
        isNull(activityEntry.offerUntil),
        lt(activityEntry.waitingNo, waitingNo),
      ),
    );
  return (row?.count ?? 0) + 1;
}

const stepsOf = (row: Entry, owner: Owner): string[] =>
  [...entryStepsFrom(row.state), ...(row.state === ENTRY_CODES.toPay ? ["pay"] : [])].filter(
    (step) => {
      const verb = step as keyof typeof ENTRY_FLOW.acts;
      const by: readonly string[] = ENTRY_LIFE.steps[verb].by;
      return by.includes("owner") && !ENTRY_FLOW.forbids(verb, row, { ip: "", owner });
    },
  );

async function shown(
  { db, env }: Pick<Context, "db" | "env">,
  row: Entry,
  owner: Owner,
): Promise<OwnEntry> {
  const { order } = row;
  const isPresent = entryStateOf(row.state) === "admitted" || row.state === ENTRY_CODES.present;
  const qr = isPresent ? qrText(env.dataDir, row.id) : "";
  return {
    id: row.id,
    activityId: row.activityId,
    orderId: row.orderId,
    serial: row.serial,
    state: row.state,
    version: row.version,
    name: row.name,
    phone: row.phone,
    unit: row.unit,
    post: row.post,
    email: row.email,
    seatNo: row.seatNo,
    opinion: row.opinion,
    amount: moneyText(row.amountFen),
    priceName: order.priceName,
    code: order.code,
    reference: order.reference ?? "",
    offerUntil: row.offerUntil && time(row.offerUntil),
    payUntil: row.state === ENTRY_CODES.toPay ? row.payUntil && time(row.payUntil) : null,
    checkedInAt: row.checkedInAt && time(row.checkedInAt),
    linePlace: await linePlace(db, row),
    qr,
    shortCode: qr && shortCode(env.dataDir, row),
    qrImage: qr && svgAddress(await QRCode.toString(qr, { type: "svg", margin: 2 })),
    steps: stepsOf(row, owner),
  };
}

/** Own places by activity, the latest beginning first. */
export async function ownSigns(
  context: Pick<Context, "db" | "env">,
  owner: Owner,
  condition?: SQL,
): Promise<OwnSign[]> {
  const rows = await selectEntries(context.db)
    .where(and(ownEntries(owner), condition))
    .orderBy(desc(activityEntry.activityId), asc(activityEntry.serial))
    .limit(MOST);
  const signs = new Map<number, OwnSign>();
  for (const row of rows.map(wholeEntry)) {
    const { event } = row;
    const sign = signs.get(event.id) ?? {
      activity: {
        id: event.id,
        state: event.state,
        title: event.title,
        startAt: time(event.startAt),
        endAt: time(event.endAt),
        place: event.place,
        address: event.address,
        mode: event.mode,
        onlineUrl: "",
        attachments: [],
      },
      entries: [],
    };
    if (ADMITTED.includes(row.state)) {
      sign.activity.onlineUrl = event.onlineUrl;
      sign.activity.attachments = event.attachments;
    }
    sign.entries.push(await shown(context, row, owner));
    signs.set(event.id, sign);
  }
  return [...signs.values()].toSorted((a, b) =>
    b.activity.startAt.localeCompare(a.activity.startAt),
  );
}

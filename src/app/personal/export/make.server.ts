import { and, eq, sql } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import type { Db } from "#src/db/client.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import type { PersonalRecord } from "#src/server/personal/personal-data.ts";
import type { Context } from "#src/server/start/context.ts";
import { personalParts } from "#src/server/start/slices.ts";
import { removeFile, storeFile } from "../../common/upload/service.server.ts";
import { sendEvent } from "../../message/service.server.ts";
import { societyName } from "../../system/config/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { dataExport } from "./table.server.ts";

export const KEPT_DAYS = 7;

const MOST_TRIES = 3;
/** A process that has begun and has not ended after this time is dead. */
const GIVEN_UP = sql`now() - interval '2 minutes'`;
/** Of a part, as many records as a person reads through on paper; the JSON has all. */
const MOST_ON_PAPER = 100;

type Place = Pick<Context, "db" | "env" | "files" | "memo" | "log" | "noteFileUse">;
type Taken = { id: number; userId: number; tries: number };

/** Takes the oldest copy that waits: one process gets it, and after its last try nobody. */
async function take(db: Db): Promise<Taken | undefined> {
  const waiting = sql`(select w.id from ${dataExport} w where w.state = 0
    and (w.taken_at is null or w.taken_at < ${GIVEN_UP}) order by w.id limit 1
    for update skip locked)`;
  const [row] = await db
    .update(dataExport)
    .set({
      takenAt: sql`now()`,
      tries: sql`${dataExport.tries} + 1`,
      state: sql`case when ${dataExport.tries} >= ${MOST_TRIES} then 2 else 0 end`,
    })
    .where(eq(dataExport.id, waiting))
    .returning();
  return row;
}

/**
 * Makes the copy that has waited longest: JSON and PDF in a ZIP, a private file. A process that dies while it
 * makes the copy loses it to the next one; after three tries it has failed, and waits for staff.
 * @returns whether there was one.
 */
export async function makeNext(place: Place): Promise<boolean> {
  const { db, log } = place;
  const taken = await take(db);
  if (!taken) return false;
  const own = and(
    eq(dataExport.id, taken.id),
    eq(dataExport.state, 0),
    eq(dataExport.tries, taken.tries),
  );
  if (taken.tries > MOST_TRIES) return true;
  try {
    const stored = await storeFile(place, {
      bytes: Buffer.from(await copyOf(place, taken.userId)),
      originalName: `个人数据-${formatDay(new Date())}.zip`,
      purpose: "personal",
    });
    const isKept = await db.transaction(async (tx) => {
      const { fileName: file } = stored;
      const [row] = await tx
        .update(dataExport)
        .set({ state: 1, file, bytes: stored.bytes, readyAt: sql`now()` })
        .where(own)
        .returning({ id: dataExport.id });
      if (!row) return false;
      await place.noteFileUse(tx, "data_export", taken.id, [file]);
      const [owner] = await tx.select().from(user).where(eq(user.userId, taken.userId));
      await sendEvent(tx, {
        event: "dataReady",
        userId: taken.userId,
        fields: { 姓名: owner?.nickName ?? "", 保留天数: String(KEPT_DAYS) },
        link: "/personal/privacy",
        subject: "data_export",
        subjectId: taken.id,
      });
      return true;
    });
    if (!isKept) await removeFile(place, stored.fileName);
  } catch (error) {
    log.error({ err: error, dataExport: taken.id }, "a copy of somebody's data was not made");
    // The next try may come at once.
    await db.update(dataExport).set({ takenAt: null }).where(own);
  }
  return true;
}

/** All that is known of a person, as a ZIP. */
async function copyOf(place: Place, userId: number): Promise<Uint8Array> {
  const { db, env } = place;
  const madeOn = formatDateTime(new Date());
  const society = await societyName(place);
  const [owner] = await db.select().from(user).where(eq(user.userId, userId));
  const parts: { name: string; title: string; records: PersonalRecord[] }[] = [];
  for (const { name, title, read } of personalParts()) {
    parts.push({ name, title, records: await read({ db, env }, userId) });
  }
  const json = {
    society,
    userName: owner?.userName ?? "",
    madeAt: madeOn,
    ...Object.fromEntries(parts.map(({ name, title, records }) => [name, { title, records }])),
  };
  const pdf = await pdfDrawer(env).draw("personalCopy", {
    society,
    owner: owner?.userName ?? "",
    madeOn,
    parts: parts.map(({ title, records }) => ({
      title,
      records: records.slice(0, MOST_ON_PAPER),
      further: Math.max(0, records.length - MOST_ON_PAPER),
    })),
  });
  return zipSync({
    "个人数据.json": strToU8(JSON.stringify(json, null, 2)),
    "个人数据.pdf": [pdf, { level: 0 }],
  });
}

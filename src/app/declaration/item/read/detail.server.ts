import { asc, eq, inArray } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { stepsOf } from "#src/app/inbox/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { letterFor } from "#src/lib/declare/certificates.ts";
import { DECLARE_CODES, DECLARE_LIFE, nameOfDeclareStep } from "#src/lib/declare/declare-life.ts";
import { filesIn } from "#src/lib/declare/read-values.ts";
import { slotsOf } from "#src/lib/declare/schema.ts";
import { AWARDS, GRADES } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { batchOf, clockOf, closingFor, schemaOf } from "../../batch/service.server.ts";
import { certificatesOf } from "../../certificate/service.server.ts";
import { allowedTo, type Item, type ItemPerson } from "../model/rights.server.ts";

import { declareItem, declareWriter } from "../table.server.ts";
import type { ItemWhole, StoredName } from "../wire.ts";
import { lineOf } from "./mine.server.ts";

const text = (date: Date | null): string | null => (date ? formatDateTime(date) : null);

type Seen = { item: Item; writers: { userId: number; nickName: string }[]; isWriter: boolean };

/**
 * A declaration as this person may see it: its writers, the account of its unit once it was handed in, and
 * staff. The answer does not say whether there is one that they may not see.
 * @throws AppError 404
 */
export async function findItem(db: Db, id: number, person: ItemPerson): Promise<Seen> {
  const [item] = await db.select().from(declareItem).where(eq(declareItem.id, id));
  if (!item) throw new AppError(NOT_FOUND, { code: 404 });
  const writers = await db
    .select({ userId: declareWriter.userId, nickName: user.nickName })
    .from(declareWriter)
    .innerJoin(user, eq(user.userId, declareWriter.userId))
    .where(eq(declareWriter.itemId, id))
    .orderBy(asc(declareWriter.createTime));
  const { userId } = person.account;
  const isWriter = item.userId === userId || writers.some((each) => each.userId === userId);
  const wasHandedIn = item.state !== DECLARE_CODES.draft;
  const isUnit = wasHandedIn && person.unitId !== null && item.unitId === person.unitId;
  const isStaff = wasHandedIn && hasPermission(person.account, "declare:item:query");
  if (!isWriter && !isUnit && !isStaff) throw new AppError(NOT_FOUND, { code: 404 });
  return { item, writers, isWriter };
}

async function filesOf(
  { db, env }: Pick<Context, "db" | "env">,
  keys: readonly string[],
): Promise<Record<string, StoredName>> {
  if (keys.length === 0) return {};
  const rows = await db
    .select()
    .from(storedFile)
    .where(inArray(storedFile.path, [...keys]));
  return Object.fromEntries(
    rows
      .filter(({ purpose }) => purpose === "declaration")
      .map(({ path, originalName, bytes }) => [
        path,
        { name: originalName, url: privateLink(env.dataDir, path), bytes },
      ]),
  );
}

/** The history, the newest first. Owners are not told who of the staff it was. */
async function timelineOf(db: Db, item: Item, isStaff: boolean): Promise<ItemWhole["timeline"]> {
  const steps = await stepsOf(db, DECLARE_LIFE.subject, item.id);
  return steps.map((step) => {
    const others = step.userId === null ? "系统" : isStaff ? step.nickName : "工作人员";
    return {
      action: step.action,
      name: nameOfDeclareStep(step.action),
      by: step.userId === item.userId ? "申报人" : others,
      opinion: step.opinion,
      time: formatDateTime(step.createTime),
    };
  });
}

/** All of a declaration, for somebody who may see it. */
export async function wholeOf(
  context: Pick<Context, "db" | "env">,
  id: number,
  person: ItemPerson,
): Promise<ItemWhole> {
  const { db } = context;
  const { item, writers, isWriter } = await findItem(db, id, person);
  const batch = await batchOf(db, item.batchId);
  if (!batch) throw new Error(`there is no batch ${item.batchId}`);
  const { schema } = await schemaOf(db, item.schemaId);
  const now = await clockOf(db);
  const [owner] = await db
    .select({ nickName: user.nickName })
    .from(user)
    .where(eq(user.userId, item.userId));
  const keys = slotsOf(schema).flatMap(({ name }) => filesIn(item.values, name));
  const isOwner = item.userId === person.account.userId;
  const isStaff = !isWriter && hasPermission(person.account, "declare:item:query");
  return {
    ...(await lineOf(db, item, batch, person, now)),
    now: now.getTime(),
    kind: batch.kind,
    version: item.version,
    values: item.values,
    schema,
    files: await filesOf(context, keys),
    ownerName: owner?.nickName ?? "",
    closeAt: text(await closingFor(db, batch, item.userId)),
    submittedAt: text(item.submittedAt),
    publicUntil: text(item.publicUntil),
    opinion: item.opinion,
    awardName: AWARDS[item.award] ?? "",
    gradeName: GRADES[item.grade] ?? "",
    certificates: isWriter || isStaff ? await certificatesOf(db, item.id) : [],
    hasLetter: letterFor(batch.kind, { ...item, batchName: batch.batchName }) !== undefined,
    shareCode: isOwner ? (item.shareCode ?? "") : "",
    writers: writers.map(({ nickName }) => nickName),
    timeline: await timelineOf(db, item, isStaff),
    allowed: allowedTo({ ...item, writerIds: writers.map(({ userId }) => userId) }, person),
  };
}

import { and, count, eq, inArray, isNotNull, isNull, notInArray } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { standingOf } from "#src/app/member/service.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import {
  filesIn,
  mergeValues,
  readValues,
  textIn,
  valueProblems,
} from "#src/lib/declare/read-values.ts";
import { type DeclareSchema, type DeclareValues, slotsOf } from "#src/lib/declare/schema.ts";
import { phaseOf } from "#src/lib/declare/words.ts";
import { isMemberState, memberStateOf } from "#src/lib/membership/terms.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import type { Act, Done } from "#src/server/flow/flow.ts";
import { AppError, CONFLICT, refuseFields } from "#src/server/http/errors.ts";
import { type Batch, batchOf, clockOf, closingFor, schemaOf } from "../../batch/service.server.ts";
import type { Item, ItemPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { declareItem, declareWriter } from "../table.server.ts";

type ItemAct = Act<Item, ItemPerson>;

const minute = (date: Date) => formatDateTime(date).slice(0, 16);

async function batchFor(tx: Db, { batchId }: Pick<Item, "batchId">): Promise<Batch> {
  const batch = await batchOf(tx, batchId);
  if (!batch) throw new Error(`there is no batch ${batchId}`);
  return batch;
}

/** Why nothing can be written or handed in now, by the database's clock; undefined where it can. */
export function closedFor(
  item: Pick<Item, "state" | "mendUntil">,
  batch: Batch,
  closing: Date | null,
  now: Date,
): string | undefined {
  if (item.state === DECLARE_CODES.returned) {
    const until = item.mendUntil;
    if (until && now >= until && !(closing && now < closing)) {
      return `修改期限已过（${minute(until)}），请联系学会秘书处`;
    }
    return batch.status === "2" ? "本批次已经结束" : undefined;
  }
  const phase = phaseOf({ ...batch, closeAt: closing }, now);
  if (phase === "open") return undefined;
  if (phase === "announced" && batch.openAt) return `申报于 ${minute(batch.openAt)} 开始`;
  if (phase === "closed" && closing) {
    return `申报已于 ${minute(closing)} 截止，填写的内容已为您保留；如有特殊情况请联系学会秘书处`;
  }
  return phase === "finished" ? "本批次已经结束" : "本批次暂不接受申报";
}

async function requireOpen(tx: Db, item: Item): Promise<Batch> {
  const batch = await batchFor(tx, item);
  const closing = await closingFor(tx, batch, item.userId);
  const refusal = closedFor(item, batch, closing, await clockOf(tx));
  if (refusal) throw new AppError(refusal);
  return batch;
}

/** Why a batch is not for this person; undefined where it is. */
export async function notFor(db: Db, batch: Batch, userId: number): Promise<string | undefined> {
  if (batch.audience !== "member") return undefined;
  const standing = await standingOf(db, userId);
  return standing?.isMember ? undefined : "本批次只接受在籍会员申报，请先入会或续会";
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** What lists and steps know a declaration by. */
const namesOf = (values: DeclareValues) => ({
  title: textIn(values, "title").slice(0, 200),
  category: textIn(values, "category").slice(0, 100),
  unitName: textIn(values, "unitName").slice(0, 200),
});

/**
 * Puts the changed fields into the row; nothing is judged before it is handed in. `seen`: the version that the
 * person's page has loaded, `base`: the values of these fields in that version. A field that somebody else has
 * changed since that version stays as it is, and the answer names it.
 */
export async function save({ context, tx, before, given }: ItemAct): Promise<Done<Item>> {
  await requireOpen(tx, before);
  const { schema } = await schemaOf(tx, before.schemaId);
  const changed = readValues(schema, recordOf(given.values));
  const isCurrent = Number(given.seen) === before.version;
  if (!isCurrent && given.base === undefined) {
    throw new AppError(CONFLICT, { data: { version: before.version } });
  }
  const base = isCurrent ? undefined : readValues(schema, recordOf(given.base));
  const { values, conflicts } = mergeValues(before.values, changed, base);
  await requireOwnFiles(tx, before, schema, values);
  await context.noteFileUse(tx, "declare_item", before.id, [JSON.stringify(values)]);
  const after = await put(tx, before.id, { values, ...namesOf(values) });
  return { after: { ...after, conflicts } };
}

/** Files of a slot are those of who writes it, of the slot's types. */
async function requireOwnFiles(
  tx: Db,
  item: Item,
  schema: DeclareSchema,
  values: DeclareValues,
): Promise<void> {
  const slots = slotsOf(schema);
  const keys = slots.flatMap(({ name }) => filesIn(values, name));
  if (keys.length === 0) return;
  const writers = await tx
    .select({ userId: declareWriter.userId })
    .from(declareWriter)
    .where(eq(declareWriter.itemId, item.id));
  const owners = new Set([item.userId, ...writers.map(({ userId }) => userId)]);
  const there = await tx.select().from(storedFile).where(inArray(storedFile.path, keys));
  for (const { name, label, types, max } of slots) {
    const files = filesIn(values, name);
    if (files.length > max) refuseFields({ [name]: `${label}最多 ${max} 个文件` });
    for (const key of files) {
      const file = there.find(({ path }) => path === key);
      const isOwn = file && file.purpose === "declaration" && owners.has(file.ownerId ?? 0);
      if (!isOwn) refuseFields({ [name]: `请重新上传${label}` });
      const extension = key.split(".").at(-1) ?? "";
      if (!types.includes(extension)) {
        refuseFields({ [name]: `${label}只能是 ${types.join("、")} 文件` });
      }
    }
  }
}

/** The unit member of this name, whose account recommends what is handed in. */
async function unitNamed(tx: Db, name: string) {
  const rows = await tx
    .select()
    .from(member)
    .where(and(eq(member.name, name), eq(member.memberType, "02"), isNull(member.mergedInto)));
  const today = formatDay(new Date());
  return rows.find((row) => isMemberState(memberStateOf(row, today)));
}

const OUT_OF_QUOTA = [DECLARE_CODES.declined, DECLARE_CODES.withdrawn];

/** Holds the unit until the end of the transaction, so that of two at once only one takes its last place. */
export async function requireQuota(tx: Db, batch: Batch, unitId: number, itemId: number) {
  if (batch.quotaPerUnit === 0) return;
  await tx.select({ id: member.id }).from(member).where(eq(member.id, unitId)).for("no key update");
  const [row] = await tx
    .select({ taken: count() })
    .from(declareItem)
    .where(
      and(
        eq(declareItem.batchId, batch.id),
        eq(declareItem.unitId, unitId),
        isNotNull(declareItem.forwardedAt),
        notInArray(declareItem.state, OUT_OF_QUOTA),
        notInArray(declareItem.id, [itemId]),
      ),
    );
  if ((row?.taken ?? 0) >= batch.quotaPerUnit) {
    throw new AppError(
      `本单位在这一批次最多推荐 ${batch.quotaPerUnit} 件，名额已满，请与单位科研管理部门商量`,
    );
  }
}

/** Hands in what is there; the deadline is asked by the database's clock. */
export async function submit({ tx, before, person }: ItemAct): Promise<Done<Item>> {
  const batch = await requireOpen(tx, before);
  const refusal = await notFor(tx, batch, before.userId);
  if (refusal) throw new AppError(refusal);
  const { schema } = await schemaOf(tx, before.schemaId);
  refuseFields(valueProblems(schema, before.values));
  await requireOwnFiles(tx, before, schema, before.values);
  const unit = await unitNamed(tx, before.unitName.trim());
  const asksUnit =
    batch.unitCheck && unit !== undefined && unit.userId !== null && unit.id !== person.unitId;
  if (unit && !asksUnit) await requireQuota(tx, batch, unit.id, before.id);
  const after = await put(tx, before.id, {
    state: asksUnit ? DECLARE_CODES.unitCheck : DECLARE_CODES.formCheck,
    unitId: unit?.id ?? null,
    submittedAt: new Date(),
    forwardedAt: asksUnit ? null : new Date(),
    opinion: "",
    mendUntil: null,
  });
  return { after };
}

export async function discard({ context, tx, before }: ItemAct): Promise<Done<Item>> {
  await context.noteFileUse(tx, "declare_item", before.id, []);
  await tx.delete(declareItem).where(eq(declareItem.id, before.id));
  return { after: undefined };
}

export const withdraw = async ({ tx, before }: ItemAct): Promise<Done<Item>> => ({
  after: await put(tx, before.id, { state: DECLARE_CODES.withdrawn, mendUntil: null }),
});

export const askClosing = async ({ tx, before }: ItemAct): Promise<Done<Item>> => ({
  after: await put(tx, before.id, { state: DECLARE_CODES.closing }),
});

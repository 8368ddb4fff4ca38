import { randomBytes } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import { user } from "#src/app/system/user/table.server.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { phaseOf } from "#src/lib/declare/words.ts";
import { noteStart } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import {
  batchOf,
  beginSchema,
  clockOf,
  closingFor,
  lockBatch,
} from "../../batch/service.server.ts";
import type { Item, ItemPerson } from "../model/rights.server.ts";
import { nextItemNo, put } from "../model/rows.server.ts";
import { declareItem, declareWriter } from "../table.server.ts";
import { DECLARE_FLOW } from "./flow.server.ts";
import { closedFor, notFor } from "./writing.server.ts";

/** Goes on with one's declaration of a batch, or begins one. Two at once begin one: the account's row is held. */
export async function begin(context: Context, batchId: number, person: ItemPerson): Promise<Item> {
  const { userId, userName } = person.account;
  return context.db.transaction(async (tx) => {
    await tx
      .select({ userId: user.userId })
      .from(user)
      .where(eq(user.userId, userId))
      .for("no key update");
    const [found] = await tx
      .select()
      .from(declareItem)
      .where(
        and(
          eq(declareItem.batchId, batchId),
          eq(declareItem.userId, userId),
          ne(declareItem.state, DECLARE_CODES.withdrawn),
        ),
      );
    if (found) return found;
    // Its form is not changed while it is begun with.
    await lockBatch(tx, batchId, "no key update");
    const batch = await batchOf(tx, batchId);
    const now = await clockOf(tx);
    if (!batch || phaseOf(batch, now) === "preparing") throw new AppError(NOT_FOUND, { code: 404 });
    const closing = await closingFor(tx, batch, userId);
    const blank = { state: DECLARE_CODES.draft, mendUntil: null };
    const refusal = closedFor(blank, batch, closing, now) ?? (await notFor(tx, batch, userId));
    if (refusal) throw new AppError(refusal);
    const { id: schemaId } = await beginSchema(tx, batch);
    const [row] = await tx
      .insert(declareItem)
      .values({ itemNo: await nextItemNo(tx), batchId, schemaId, userId, createBy: userName })
      .returning();
    if (!row) throw new Error("a declaration was not written");
    await noteStart(DECLARE_FLOW, tx, row.id, row, person);
    return row;
  });
}

const NO_CODE = "邀请链接不正确或已失效，请向负责人索取新的链接";
const MAX_WRITERS = 5;

const isBeingWritten = ({ state }: Pick<Item, "state">): boolean =>
  state === DECLARE_CODES.draft || state === DECLARE_CODES.returned;

/** A new link by which others join in writing; the one before it opens nothing any more. */
export async function shareAnew(context: Context, id: number, person: ItemPerson): Promise<string> {
  return context.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(declareItem)
      .where(and(eq(declareItem.id, id), eq(declareItem.userId, person.account.userId)))
      .for("update");
    if (!row) throw new AppError(NOT_FOUND, { code: 404 });
    if (!isBeingWritten(row)) throw new AppError("申报已经提交，不能再邀请他人填写");
    const shareCode = randomBytes(15).toString("base64url");
    await put(tx, id, { shareCode });
    return shareCode;
  });
}

/** Joins in writing by a link, while there is something to write; once more changes nothing. */
export async function join(context: Context, code: string, person: ItemPerson): Promise<Item> {
  const { userId } = person.account;
  return context.db.transaction(async (tx) => {
    const [row] = /^[\w-]{20}$/.test(code)
      ? await tx.select().from(declareItem).where(eq(declareItem.shareCode, code)).for("update")
      : [];
    if (!row) throw new AppError(NO_CODE);
    if (row.userId === userId) return row;
    const writers = await tx
      .select({ userId: declareWriter.userId })
      .from(declareWriter)
      .where(eq(declareWriter.itemId, row.id));
    if (writers.some((each) => each.userId === userId)) return row;
    if (!isBeingWritten(row)) throw new AppError("申报已经提交，不能再加入填写");
    if (writers.length >= MAX_WRITERS) {
      throw new AppError(`一份申报最多 ${MAX_WRITERS} 人共同填写`);
    }
    await tx.insert(declareWriter).values({ itemId: row.id, userId });
    return row;
  });
}

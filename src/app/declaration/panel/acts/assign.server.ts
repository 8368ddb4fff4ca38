import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { assign } from "#src/lib/declare/assignment.ts";
import { CONFLICTS } from "#src/lib/declare/conflicts.ts";
import { REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { type Given, noteStart, type Person } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { declareItem } from "../../item/table.server.ts";
import {
  conflictBetween,
  type JudgedItem,
  judgedIn,
  type Seated,
  seatedIn,
} from "../model/judges.server.ts";
import { holdPlan, requireBatch } from "../model/plan.server.ts";
import { declarePanel, declareReview } from "../table.server.ts";
import type { Arranged } from "../wire.ts";
import { actOnReview, REVIEW_FLOW } from "./review-flow.server.ts";
import { tellExpert } from "./telling.server.ts";

type Pair = { itemId: number; panelId: number };

/** Puts experts on declarations, each once; who was taken off one before gets what they had typed back. */
async function seat(
  tx: Db,
  context: Context,
  batchId: number,
  pairs: readonly Pair[],
  person: Person,
) {
  const before = await tx
    .select({
      id: declareReview.id,
      itemId: declareReview.itemId,
      panelId: declareReview.panelId,
    })
    .from(declareReview)
    .where(and(eq(declareReview.batchId, batchId), eq(declareReview.state, REVIEW_CODES.replaced)));
  for (const { itemId, panelId } of pairs) {
    const known = before.find((each) => each.itemId === itemId && each.panelId === panelId);
    if (known) {
      await actOnReview({ ...context, db: tx }, "restore", known.id, {}, person);
      continue;
    }
    const [row] = await tx
      .insert(declareReview)
      .values({ batchId, itemId, panelId, createBy: person.account.userName })
      .returning();
    if (!row) throw new Error("a review was not written");
    await noteStart(REVIEW_FLOW, tx, row.id, row, person);
  }
  const ids = [...new Set(pairs.map(({ panelId }) => panelId))];
  if (ids.length === 0) return;
  const panels = await tx.select().from(declarePanel).where(inArray(declarePanel.id, ids));
  for (const panel of panels) {
    const own = pairs.filter(({ panelId }) => panelId === panel.id).length;
    await tellExpert(tx, panel, "expertAssigned", own);
  }
}

/** Why a declaration lacks experts. */
function whyShort(eligible: number, seated: number, perExpert: number, missing: number): string {
  const barred = seated - eligible;
  const because =
    barred > 0
      ? `${seated} 位专家中有 ${barred} 位需要回避`
      : `每位专家最多 ${perExpert} 件，已经排满`;
  return `还缺 ${missing} 位：${because}，请增邀专家或调整每人件数`;
}

/** Gives every declaration that is with the experts as many as the batch asks for, as evenly as conflicts allow. */
export async function arrange(
  context: Context,
  batchId: number,
  person: Person,
): Promise<Arranged> {
  return context.db.transaction(async (tx) => {
    const batch = await requireBatch(tx, batchId);
    const plan = await holdPlan(tx, batch);
    const experts = await seatedIn(tx, batchId);
    if (experts.length === 0) throw new AppError("还没有专家接受邀请，暂时不能分配");
    const items = await judgedIn(tx, batchId);
    if (items.length === 0) throw new AppError("本批次没有处于专家评审的申报");
    const itemOf = new Map(items.map((each) => [each.item.id, each]));
    const expertOf = new Map(experts.map((each) => [each.panelId, each]));
    const answer = assign(
      items.map(({ item, on }) => ({ itemId: item.id, need: batch.reviewers, has: on })),
      experts.map(({ panelId, load }) => ({ expertId: panelId, load })),
      plan.perExpert,
      (itemId, panelId) => {
        const [item, expert] = [itemOf.get(itemId), expertOf.get(panelId)];
        return !item || !expert || conflictBetween(expert, item) !== undefined;
      },
    );
    const pairs = answer.given.map(({ itemId, expertId }) => ({ itemId, panelId: expertId }));
    await seat(tx, context, batchId, pairs, person);
    return {
      given: pairs.length,
      short: answer.short.map(({ itemId, missing, eligible }) => {
        const item = itemOf.get(itemId)?.item;
        return {
          itemId,
          itemNo: item?.itemNo ?? "",
          title: item?.title ?? "",
          why: whyShort(eligible, experts.length, plan.perExpert, missing),
        };
      }),
    };
  });
}

/** Why this expert cannot be put on this declaration; empty where they can. */
export function refusalOf(expert: Seated, one: JudgedItem, perExpert: number): string {
  if (one.on.includes(expert.panelId)) return "已经分配了这一件";
  const conflict = conflictBetween(expert, one);
  if (conflict) return CONFLICTS[conflict];
  return expert.load >= perExpert ? `已满 ${perExpert} 件` : "";
}

async function findItem(tx: Db, itemId: number) {
  const [item] = await tx
    .select({ batchId: declareItem.batchId })
    .from(declareItem)
    .where(eq(declareItem.id, itemId));
  if (!item) throw new AppError(NOT_FOUND, { code: 404 });
  return item;
}

/** Puts one expert on one declaration by hand; with `reviewId` in place of the one who has that review. */
export async function assignOne(
  context: Context,
  itemId: number,
  panelId: number,
  person: Person,
  given: Given = {},
  reviewId?: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { batchId } = await findItem(tx, itemId);
    const plan = await holdPlan(tx, await requireBatch(tx, batchId));
    const one = (await judgedIn(tx, batchId)).find(({ item }) => item.id === itemId);
    if (!one) throw new AppError("这一件不在专家评审，不能分配专家");
    const expert = (await seatedIn(tx, batchId)).find((each) => each.panelId === panelId);
    const refusal = expert
      ? refusalOf(expert, one, plan.perExpert)
      : "这位专家没有接受邀请，或已不在名单";
    refuseFields({ panelId: refusal || undefined });
    if (reviewId !== undefined) {
      await actOnReview({ ...context, db: tx }, "replace", reviewId, given, person);
    }
    await seat(tx, context, batchId, [{ itemId, panelId }], person);
  });
}

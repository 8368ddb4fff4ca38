import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { PANEL_CODES, REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { readSheet, sheetProblems } from "#src/lib/declare/score-sheet.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { type Given, noteStart, type Person } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { declareExpert } from "../../expert/table.server.ts";
import { holdPlan, requireBatch } from "../model/plan.server.ts";
import { checkVersion } from "../model/rows.server.ts";
import { declarePanel, declarePlan, declareReview } from "../table.server.ts";
import { actOnPanel, PANEL_FLOW } from "./panel-flow.server.ts";
import { tellExpert } from "./telling.server.ts";

const MAX_PER_EXPERT = 200;
const SHEET_FIXED = "已有专家提交评分，不能再改评分表";

/** Changes how a batch is judged. The sheet is fixed from the first review that is handed in. */
export async function editPlan(
  { db }: Pick<Context, "db">,
  batchId: number,
  given: Given,
  { account }: Person,
): Promise<void> {
  await db.transaction(async (tx) => {
    const plan = await holdPlan(tx, await requireBatch(tx, batchId));
    await checkVersion(plan, given.version);
    const dueText = plainText(given.dueAt).trim();
    const dueAt = parseDateTime(dueText);
    const perExpert = /^\d{1,3}$/.test(plainText(given.perExpert)) ? Number(given.perExpert) : 0;
    const promise = plainText(given.promise).trim();
    const length = Array.from(promise).length;
    const sheet = readSheet(given.sheet);
    refuseFields({
      dueAt: dueText && !dueAt ? "评审截止时间应如 2026-12-20 17:00:00" : undefined,
      perExpert:
        perExpert >= 1 && perExpert <= MAX_PER_EXPERT
          ? undefined
          : `每人最多件数为 1 到 ${MAX_PER_EXPERT} 的整数`,
      promise: length < 20 || length > 2_000 ? "保密承诺为 20 到 2000 个字" : undefined,
      ...sheetProblems(sheet),
    });
    const isOther = JSON.stringify(readSheet(plan.sheet)) !== JSON.stringify(sheet);
    const done = and(
      eq(declareReview.batchId, batchId),
      eq(declareReview.state, REVIEW_CODES.done),
    );
    if (isOther && (await tx.$count(declareReview, done)) > 0) {
      throw new AppError(SHEET_FIXED, { fields: { criteria: SHEET_FIXED } });
    }
    const isLater = dueAt?.getTime() !== plan.dueAt?.getTime();
    await tx
      .update(declarePlan)
      .set({
        dueAt: dueAt ?? null,
        perExpert,
        promise,
        sheet,
        promiseVersion: promise === plan.promise ? plan.promiseVersion : plan.promiseVersion + 1,
        version: plan.version + 1,
        updateBy: account.userName,
        updateTime: sql`now()`,
      })
      .where(eq(declarePlan.batchId, batchId));
    // Another due time is reminded of anew.
    if (isLater) {
      await tx.update(declarePanel).set({ nudged: 0 }).where(eq(declarePanel.batchId, batchId));
    }
  });
}

/** Invites experts of the list to a batch: those who are on it stay, those who had left it are asked again. */
export async function inviteExperts(
  context: Context,
  batchId: number,
  expertIds: readonly number[],
  person: Person,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    await holdPlan(tx, await requireBatch(tx, batchId));
    const experts = await tx
      .select({ id: declareExpert.id })
      .from(declareExpert)
      .where(and(inArray(declareExpert.id, [...expertIds]), eq(declareExpert.status, "0")))
      .orderBy(asc(declareExpert.id))
      .for("key share");
    if (experts.length < expertIds.length) {
      refuseFields({ expertIds: "所选专家中有已停用或已删除的，请刷新后重新选择" });
    }
    const there = await tx.select().from(declarePanel).where(eq(declarePanel.batchId, batchId));
    let invited = 0;
    for (const { id } of experts) {
      const known = there.find(({ expertId }) => expertId === id);
      if (known) {
        const hasLeft = known.state === PANEL_CODES.declined || known.state === PANEL_CODES.removed;
        if (!hasLeft) continue;
        await actOnPanel({ ...context, db: tx }, "invite", known.id, {}, person);
        invited++;
        continue;
      }
      const [row] = await tx
        .insert(declarePanel)
        .values({ batchId, expertId: id, createBy: person.account.userName })
        .returning();
      if (!row) throw new Error("an invitation was not written");
      await noteStart(PANEL_FLOW, tx, row.id, row, person);
      await tellExpert(tx, row, "expertInvited");
      invited++;
    }
    return invited;
  });
}

/** Reminds several experts; those who need none are left out and counted. */
export async function remindExperts(
  context: Context,
  ids: readonly number[],
  person: Person,
): Promise<{ told: number; refusals: string[] }> {
  const refusals: string[] = [];
  let told = 0;
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    try {
      await actOnPanel(context, "remind", id, {}, person);
      told++;
    } catch (error) {
      if (ids.length === 1 || !(error instanceof AppError)) throw error;
      refusals.push(error.message);
    }
  }
  return { told, refusals };
}

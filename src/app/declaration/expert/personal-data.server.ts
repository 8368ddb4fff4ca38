import { asc, eq, inArray, sql } from "drizzle-orm";
import {
  PANEL_CODES,
  panelStateName,
  REVIEW_CODES,
  reviewStateName,
} from "#src/lib/declare/panel-life.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { NOBODY, type PersonalPart } from "#src/server/personal/personal-data.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declarePanel, declareReview } from "../panel/table.server.ts";
import { declareExpert } from "./table.server.ts";

/**
 * What somebody was and wrote as an expert. Opinions that were handed in stay without a name: what was decided
 * rests on them.
 */
export const part: PersonalPart = {
  name: "expert",
  title: "专家评审",
  order: 48,
  columns: ["declare_expert.user_id"],
  async read({ db }, userId) {
    const [expert] = await db.select().from(declareExpert).where(eq(declareExpert.userId, userId));
    if (!expert) return [];
    const panels = await db
      .select({ panel: declarePanel, batchName: declareBatch.batchName })
      .from(declarePanel)
      .innerJoin(declareBatch, eq(declareBatch.id, declarePanel.batchId))
      .where(eq(declarePanel.expertId, expert.id))
      .orderBy(asc(declarePanel.id));
    const reviews = await db
      .select({ review: declareReview, batchName: declareBatch.batchName })
      .from(declareReview)
      .innerJoin(declarePanel, eq(declarePanel.id, declareReview.panelId))
      .innerJoin(declareBatch, eq(declareBatch.id, declareReview.batchId))
      .where(eq(declarePanel.expertId, expert.id))
      .orderBy(asc(declareReview.id));
    return [
      {
        姓名: expert.name,
        所在单位: expert.unitName,
        职务或职称: expert.post,
        研究领域: expert.field,
        回避对象: expert.avoid,
      },
      ...panels.map(({ panel, batchName }) => ({
        批次: batchName,
        状态: panelStateName(panel.state),
        保密承诺时间: panel.promisedAt ? formatDateTime(panel.promisedAt) : "",
        原因: panel.reason,
      })),
      ...reviews.map(({ review, batchName }) => ({
        评审批次: batchName,
        状态: reviewStateName(review.state),
        总分: review.total === null ? "" : pointsText(review.total),
        总评: review.comment,
        回避原因: review.reason,
      })),
    ];
  },
  async erase(tx, userId) {
    const [expert] = await tx
      .update(declareExpert)
      .set({
        name: NOBODY,
        unitName: NOBODY,
        post: "",
        field: "—",
        avoid: "",
        remark: "",
        status: "1",
        updateBy: "system",
        updateTime: sql`now()`,
      })
      .where(eq(declareExpert.userId, userId))
      .returning();
    if (!expert) return [];
    const panels = await tx
      .select({ id: declarePanel.id })
      .from(declarePanel)
      .where(eq(declarePanel.expertId, expert.id));
    const ids = panels.map(({ id }) => id);
    if (ids.length === 0) return [];
    // What they had not handed in goes back to be assigned.
    await tx
      .update(declareReview)
      .set({ state: REVIEW_CODES.replaced, scores: {}, comments: {}, comment: "" })
      .where(
        sql`${declareReview.panelId} in ${ids} and ${declareReview.state} = ${REVIEW_CODES.open}
          and exists (select 1 from declare_item i where i.id = ${declareReview.itemId} and i.state = 4)`,
      );
    await tx
      .update(declarePanel)
      .set({ state: PANEL_CODES.removed, reason: "账号已注销" })
      .where(sql`${inArray(declarePanel.id, ids)} and ${declarePanel.state} in (0, 1)`);
    return [];
  },
};

import { and, count, eq } from "drizzle-orm";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { declareBatch } from "../../batch/table.server.ts";
import { declareExpert } from "../../expert/table.server.ts";
import { declareItem } from "../../item/table.server.ts";
import type { Panel } from "../model/rows.server.ts";
import { declarePlan, declareReview } from "../table.server.ts";

type Telling = "expertInvited" | "expertAssigned" | "expertReminded" | "expertReleased";

/** Declarations that wait for this expert. */
export async function openOf(db: Db, panelId: number): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(declareReview)
    .innerJoin(declareItem, eq(declareItem.id, declareReview.itemId))
    .where(
      and(
        eq(declareReview.panelId, panelId),
        eq(declareReview.state, REVIEW_CODES.open),
        eq(declareItem.state, DECLARE_CODES.expert),
      ),
    );
  return row?.open ?? 0;
}

/** Tells an expert of what has become of their part in a batch; `count`: declarations that it is about. */
export async function tellExpert(tx: Db, panel: Panel, event: Telling, count = 0): Promise<void> {
  const [facts] = await tx
    .select({
      userId: declareExpert.userId,
      name: declareExpert.name,
      batchName: declareBatch.batchName,
      dueAt: declarePlan.dueAt,
    })
    .from(declareExpert)
    .innerJoin(declareBatch, eq(declareBatch.id, panel.batchId))
    .leftJoin(declarePlan, eq(declarePlan.batchId, panel.batchId))
    .where(eq(declareExpert.id, panel.expertId));
  if (!facts) return;
  const to = {
    userId: facts.userId,
    link: `/Declare/review?batch=${panel.id}`,
    subject: "declare_panel",
    subjectId: panel.id,
  };
  const fields = {
    姓名: facts.name,
    批次: facts.batchName,
    截止时间: facts.dueAt ? formatDateTime(facts.dueAt).slice(0, 16) : "另行通知",
  };
  if (event === "expertInvited" || event === "expertReleased") {
    await sendEvent(tx, { ...to, event, fields });
  } else await sendEvent(tx, { ...to, event, fields: { ...fields, 件数: String(count) } });
}

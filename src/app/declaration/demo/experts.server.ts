import { and, asc, eq, inArray, like } from "drizzle-orm";
import { insertMany } from "#src/db/bulk.ts";
import type { Db } from "#src/db/client.ts";
import { between, pick, random } from "#src/lib/art/random.ts";
import { assign } from "#src/lib/declare/assignment.ts";
import { isSameUnit } from "#src/lib/declare/conflicts.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { PANEL_CODES, REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import { STANDARD_SHEETS, totalOf } from "#src/lib/declare/score-sheet.ts";
import { role, userRole } from "../../system/role/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { declareExpert } from "../expert/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { beginPlan } from "../panel/service.server.ts";
import { declarePanel, declarePlan, declareReview } from "../panel/table.server.ts";
import { COMMENTS, EXPERT_UNITS, FIELDS } from "./expert-words.ts";
import { demoMeetings } from "./meetings.server.ts";

const DAY = 86_400_000;
const EXPERTS = 24;
/** Declarations of a batch each, so that some are to do and some are missing an expert. */
const EACH = 3;
const PER_EXPERT = 12;
const { invited, accepted, declined } = PANEL_CODES;

/** Answers to the invitations, in turn: most have accepted. */
const ANSWERS = [...Array<number>(20).fill(accepted), invited, invited, declined, accepted];

/** Twenty-four experts, and the scores of the batch that is with them; what was judged goes on to its state. */
export async function demoExperts(
  db: Db,
  batchId: number,
  judged: readonly { id: number; state: number }[],
): Promise<void> {
  // The last of the demo's members: the first ones declare.
  const accounts = await db
    .select({ userId: user.userId, nickName: user.nickName })
    .from(user)
    .where(and(eq(user.userType, "01"), eq(user.delFlag, "0"), like(user.userName, "u%")))
    .orderBy(asc(user.userId))
    .offset(130)
    .limit(EXPERTS);
  if (accounts.length < EXPERTS) return;
  const next = random(20_261_123);
  const experts = await db
    .insert(declareExpert)
    .values(
      accounts.map(({ userId, nickName }, nth) => ({
        name: nickName.split(" ").at(-1) ?? nickName,
        unitName: EXPERT_UNITS[nth % EXPERT_UNITS.length] ?? "",
        post: nth % 3 === 0 ? "教授" : nth % 3 === 1 ? "研究员" : "特级教师",
        field: FIELDS[nth % FIELDS.length] ?? "",
        avoid: nth === 4 ? "北原市教育科学研究院" : "",
        userId,
        createBy: "system",
      })),
    )
    .returning();
  const [expertRole] = await db.select().from(role).where(eq(role.roleKey, "expert"));
  if (expertRole) {
    await db
      .insert(userRole)
      .values(experts.map(({ userId }) => ({ userId, roleId: expertRole.roleId })))
      .onConflictDoNothing();
  }
  await beginPlan(db, batchId);
  const now = Date.now();
  await db
    .update(declarePlan)
    .set({
      dueAt: new Date(Math.floor(now / DAY) * DAY + 9 * DAY + 9 * 3_600_000),
      perExpert: PER_EXPERT,
    })
    .where(eq(declarePlan.batchId, batchId));
  const panels = await db
    .insert(declarePanel)
    .values(
      experts.map(({ id }, nth) => {
        const state = ANSWERS[nth] ?? accepted;
        const isIn = state === accepted;
        return {
          batchId,
          expertId: id,
          state,
          reason: state === declined ? "近期在国外访学，无法按时完成" : "",
          promisedAt: isIn ? new Date(now - 12 * DAY) : null,
          promiseVersion: isIn ? 1 : null,
          createBy: "system",
          createTime: new Date(now - 14 * DAY),
        };
      }),
    )
    .returning();
  const unitOf = new Map(experts.map(({ id, unitName }) => [id, unitName]));
  const items = await db
    .select({ id: declareItem.id, unitName: declareItem.unitName })
    .from(declareItem)
    .where(
      inArray(
        declareItem.id,
        judged.map(({ id }) => id),
      ),
    )
    .orderBy(asc(declareItem.id));
  const seated = panels.filter(({ state }) => state === accepted);
  const { given } = assign(
    items.map(({ id }) => ({ itemId: id, need: EACH, has: [] })),
    seated.map(({ id }) => ({ expertId: id, load: 0 })),
    PER_EXPERT,
    (itemId, panelId) => {
      const unit = items.find(({ id }) => id === itemId)?.unitName ?? "";
      const panel = seated.find(({ id }) => id === panelId);
      return isSameUnit(unit, unitOf.get(panel?.expertId ?? 0) ?? "");
    },
  );
  const sheet = STANDARD_SHEETS.case;
  const quality = new Map(items.map(({ id }) => [id, between(next, 66, 92)]));
  const mood = new Map(seated.map(({ id }) => [id, between(next, -7, 7)]));
  const left = new Set(
    judged.filter(({ state }) => state !== DECLARE_CODES.expert).map(({ id }) => id),
  );
  const reviews = given.map(({ itemId, expertId }): typeof declareReview.$inferInsert => {
    // What is with the committee has all its reviews; of the others about two of three are in.
    const isDone = left.has(itemId) || next() < 0.66;
    const middle = (quality.get(itemId) ?? 80) + (mood.get(expertId) ?? 0);
    const scores = Object.fromEntries(
      sheet.criteria.map(({ name }) => [
        name,
        String(Math.round(Math.min(98, Math.max(50, middle + between(next, -5, 5))))),
      ]),
    );
    const [comment, note] = [pick(next, COMMENTS), pick(next, COMMENTS)];
    return {
      batchId,
      itemId,
      panelId: expertId,
      state: isDone ? REVIEW_CODES.done : REVIEW_CODES.open,
      scores: isDone ? scores : {},
      comments: isDone ? { practice: note } : {},
      comment: isDone ? comment : "",
      total: isDone ? (totalOf(sheet, scores) ?? null) : null,
      submittedAt: isDone ? new Date(now - between(next, 1, 9) * DAY) : null,
      createBy: "system",
      createTime: new Date(now - 11 * DAY),
    };
  });
  await insertMany(db, declareReview, reviews);
  for (const id of left) {
    await db.update(declareItem).set({ state: DECLARE_CODES.final }).where(eq(declareItem.id, id));
  }
  const shown = judged.filter(({ state }) => state === DECLARE_CODES.publicity);
  await demoMeetings(
    db,
    batchId,
    shown.map(({ id }) => id),
  );
}

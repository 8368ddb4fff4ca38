import { eq } from "drizzle-orm";
import { declareExpert } from "../app/declaration/expert/table.server.ts";
import { declareItem } from "../app/declaration/item/table.server.ts";
import { declareCase, declareMeeting } from "../app/declaration/meeting/table.server.ts";
import { declarePanel, declareReview } from "../app/declaration/panel/table.server.ts";
import type { Answer, Login, TestApp } from "./app.ts";
import { handedIn } from "./declare.ts";
import { staffWith } from "./rights.ts";

let made = 0;

/** Calls below /api/declaration/panel with a token. */
export const panelCalls = (it: TestApp, { token }: Pick<Login, "token">) => {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    it.call(method, `/api/declaration/panel/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  return {
    post: (path: string, body: unknown) => call("POST", path, body),
    put: (path: string, body: unknown) => call("PUT", path, body),
    get: (path: string) => call("GET", path),
  };
};

/** Somebody of the secretariat who arranges the experts. */
export const panelDesk = async (it: TestApp) =>
  panelCalls(
    it,
    await staffWith(
      it,
      "declare:panel:list",
      "declare:panel:edit",
      "declare:panel:invite",
      "declare:panel:assign",
      "declare:panel:export",
      "declare:item:decide",
    ),
  );

/** An account on the list of experts. */
export async function expertWith(
  it: TestApp,
  change: Partial<typeof declareExpert.$inferInsert> = {},
) {
  const login = await it.as("member");
  const [expert] = await it.db
    .insert(declareExpert)
    .values({
      name: `专家${++made}`,
      unitName: `北原第${made}研究院`,
      field: "家庭教育",
      userId: login.userId,
      ...change,
    })
    .returning();
  if (!expert) throw new Error("no expert row");
  return { login, calls: panelCalls(it, login), expertId: expert.id };
}

/** The same, who has accepted the invitation to a batch. */
export async function judgeOf(
  it: TestApp,
  batchId: number,
  change: Partial<typeof declareExpert.$inferInsert> = {},
) {
  const one = await expertWith(it, change);
  const [panel] = await it.db
    .insert(declarePanel)
    .values({
      batchId,
      expertId: one.expertId,
      state: 1,
      promisedAt: new Date(),
      promiseVersion: 1,
    })
    .returning();
  if (!panel) throw new Error("no panel row");
  return { ...one, panelId: panel.id };
}

/** A declaration that is with the experts. */
export async function atExperts(it: TestApp, batchId: number, change: object = {}) {
  const one = await handedIn(it, batchId, change);
  await it.db
    .update(declareItem)
    .set({ state: 4, forwardedAt: new Date() })
    .where(eq(declareItem.id, one.id));
  return one;
}

/** An expert on a declaration. */
export async function reviewBy(it: TestApp, itemId: number, panelId: number): Promise<number> {
  const [item] = await it.db.select().from(declareItem).where(eq(declareItem.id, itemId));
  const [row] = await it.db
    .insert(declareReview)
    .values({ batchId: item?.batchId ?? 0, itemId, panelId })
    .returning();
  if (!row) throw new Error("no review row");
  return row.id;
}

/** All that a sheet of a project asks for, so many points on each line. */
export const sheetWith = (points: number) => ({
  scores: Object.fromEntries(
    ["topic", "content", "method", "novelty", "outcome"].map((name) => [name, String(points)]),
  ),
  comments: { content: "目标清楚，内容可以再集中一些。" },
  comment: "选题有现实意义，研究设计基本可行，建议补充对照组并说明样本来源。",
});

/** So many reviews as the usual batch asks for. */
export async function threeReviews(it: TestApp, itemId: number, batchId: number): Promise<void> {
  for (const points of [70, 80, 90]) {
    const judge = await judgeOf(it, batchId);
    const id = await reviewBy(it, itemId, judge.panelId);
    await judge.calls.post("submit", { id, ...sheetWith(points) });
  }
}

/** A declaration with all its reviews that waits for the committee. */
export async function atCommittee(it: TestApp, batchId: number, change: object = {}) {
  const one = await atExperts(it, batchId, change);
  await threeReviews(it, one.id, batchId);
  await it.db.update(declareItem).set({ state: 5 }).where(eq(declareItem.id, one.id));
  return one;
}

let resolutions = 0;

/** A resolution of the committee on declarations that wait for it, as a meeting leaves it. */
export async function resolvedOn(
  it: TestApp,
  batchId: number,
  itemIds: readonly number[],
  change: Partial<typeof declareCase.$inferInsert> = {},
): Promise<number> {
  const [meeting] = await it.db
    .insert(declareMeeting)
    .values({
      batchId,
      meetingName: "终审会",
      meetingOn: "2026-11-20",
      members: ["甲", "乙", "丙", "丁", "戊"],
    })
    .returning();
  if (!meeting) throw new Error("no meeting row");
  const [of, meetingId] = [eq(declareMeeting.id, meeting.id), meeting.id];
  for (const itemId of itemIds) {
    const points = { place: 1, score: 8_000, mean: 8_000, spread: 0 };
    await it.db.insert(declareCase).values({ batchId, meetingId, itemId, ...points });
  }
  await it.db.update(declareMeeting).set({ state: 1, frozenAt: new Date() }).where(of);
  await it.db
    .update(declareCase)
    .set({ agree: 5, against: 0, abstain: 0, result: "pass", ...change })
    .where(eq(declareCase.meetingId, meetingId));
  await it.db
    .update(declareMeeting)
    .set({ state: 2, resolutionNo: `测试决议 ${++resolutions}`, resolutionOn: "2026-11-21" })
    .where(of);
  return meetingId;
}

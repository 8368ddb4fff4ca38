import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { storedFile } from "../app/common/upload/table.server.ts";
import { declareBatch } from "../app/declaration/batch/table.server.ts";
import { declareItem } from "../app/declaration/item/table.server.ts";
import type { Answer, Login, TestApp } from "./app.ts";

const DAY = 86_400_000;
let made = 0;

/** A batch that takes declarations now. */
export async function openBatch(
  it: TestApp,
  change: Partial<typeof declareBatch.$inferInsert> = {},
): Promise<number> {
  const [row] = await it.db
    .insert(declareBatch)
    .values({
      batchName: `测试批次 ${++made}`,
      kind: "project",
      status: "0",
      openAt: new Date(Date.now() - DAY),
      closeAt: new Date(Date.now() + DAY),
      ...change,
    })
    .returning();
  if (!row) throw new Error("no batch row");
  return row.id;
}

/** A scan of this person in the store's table, as an upload leaves it; its key. */
export async function scanOf(it: TestApp, ownerId: number, extension = "pdf"): Promise<string> {
  const path = `private/2026/11/20/${randomBytes(16).toString("hex")}.${extension}`;
  await it.db.insert(storedFile).values({
    path,
    originalName: `盖章页.${extension}`,
    mime: "application/pdf",
    bytes: 1_000,
    sha256: randomBytes(32).toString("hex"),
    purpose: "declaration",
    ownerId,
  });
  return path;
}

const words = (text: string, count: number) => text.repeat(Math.ceil(count / text.length));

/** All that a project has to say. */
export async function projectValues(it: TestApp, { userId }: Login) {
  return {
    title: "祖辈参与家庭教育的支持研究",
    category: "实践研究",
    form: "研究报告",
    finishOn: "2027-12-31",
    unitName: "云川师范大学",
    leaderName: "林晓",
    leaderPost: "副教授",
    leaderPhone: "13800002096",
    leaderEmail: "linxiao@example.cn",
    members: [{ name: "沈洁", unit: "东海市实验小学", post: "教师", task: "调研" }],
    background: words("祖辈与父辈共同养育，", 120),
    goal: words("弄清祖辈需要什么支持，", 120),
    method: words("访谈与问卷，", 120),
    novelty: words("从祖辈的角度看，", 40),
    outcomes: [{ name: "研究报告一份", kind: "研究报告", note: "" }],
    budget: [
      { item: "资料费", amount: "1200.50", basis: "" },
      { item: "调研差旅费", amount: "8000", basis: "四地" },
    ],
    promise: "1",
    sealedPage: [await scanOf(it, userId)],
  };
}

/** What a unit says beyond what it has in common with a project. */
export const UNIT_VALUES = {
  category: "中小学",
  staff: "12",
  team: words("由分管校长牵头，", 80),
  work: words("每月开办家长课堂，", 160),
  effect: words("家长的参与逐年增加，", 80),
  plan: words("与社区共建指导站，", 80),
};

/** Calls below /api/declaration/item with a token. */
export const declareCalls = (it: TestApp, { token }: Pick<Login, "token">) => {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    it.call(method, `/api/declaration/item/${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  return {
    post: (path: string, body: unknown) => call("POST", path, body),
    put: (path: string, body: unknown) => call("PUT", path, body),
    get: (path: string) => call("GET", path),
  };
};

export type SavedItem = {
  id: number;
  itemNo: string;
  state: number;
  version: number;
  conflicts: string[];
  values: Record<string, unknown> | null;
};

export const savedOf = (answer: Answer): SavedItem => {
  if (answer.body.code !== 200) throw new Error(`${answer.body.msg} ${answer.text}`);
  return answer.body.data as SavedItem;
};

/** Somebody with a declaration that says all, not handed in yet. */
export async function filledIn(it: TestApp, batchId: number, change: object = {}) {
  const login = await it.as("member");
  const calls = declareCalls(it, login);
  const begun = savedOf(await calls.post("begin", { batchId }));
  const values = { ...(await projectValues(it, login)), ...change };
  const item = savedOf(
    await calls.put("save", { id: begun.id, seen: begun.version, values, base: {} }),
  );
  return { login, calls, id: begun.id, version: item.version, values };
}

/** Somebody who has handed in. */
export async function handedIn(it: TestApp, batchId: number, change: object = {}) {
  const one = await filledIn(it, batchId, change);
  const item = savedOf(await one.calls.post("submit", { id: one.id }));
  return { ...one, version: item.version, state: item.state };
}

/** The row of a declaration, as it is. */
export async function itemRow(it: TestApp, id: number) {
  const [row] = await it.db.select().from(declareItem).where(eq(declareItem.id, id));
  if (!row) throw new Error(`there is no declaration ${id}`);
  return row;
}

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { roleWith, staffWith } from "#src/test/rights.ts";
import { article } from "../table.server.ts";
import { standingOf } from "./acts/store.server.ts";
import { permissionOf } from "./model/rights.server.ts";
import { fieldsOf } from "./model/rules.server.ts";
import { ARTICLE_LIFE, type ArticleStage, type ArticleVerb, stageOf } from "./model/states.ts";
import { articleCopy, articleRevision } from "./table.server.ts";

// Every step in every state by every kind of person: what the data says happens, and nothing else.

const it = await startApp();
const typeId = await makeCategory(it);
const otherTypeId = await makeCategory(it);

const STAGES = Object.keys(ARTICLE_LIFE.states) as ArticleStage[];
const VERBS = (Object.keys(ARTICLE_LIFE.steps) as (keyof typeof ARTICLE_LIFE.steps)[]).filter(
  (step): step is ArticleVerb => step !== "appear" && step !== "pinExpired",
);

const WRITE = ["content:article:edit", "content:article:remove"] as const;
const JUDGE = ["content:article:review", "content:article:publish", "content:article:pin"] as const;

type Kind = {
  name: string;
  permissions: readonly string[];
  token: string;
  /** Whether the articles of the test are in reach. */
  isInReach: boolean;
  hasSubmitted: boolean;
};

async function kind(
  name: string,
  permissions: readonly string[],
  options: { isOwner?: boolean; onlyOwn?: boolean; hasSubmitted?: boolean } = {},
): Promise<Kind & { userId: number }> {
  const seen = ["content:article:list", "content:article:query"];
  const { isOwner = false, onlyOwn = false, hasSubmitted = false } = options;
  const login = onlyOwn ? await it.as("staff") : await staffWith(it, ...seen, ...permissions);
  if (onlyOwn) {
    const role = { roleKey: `matrix-${name}`, dataScope: "5", userIds: [login.userId] };
    await roleWith(it, role, [...seen, ...permissions]);
  }
  const { token, userId } = login;
  return { name, permissions, token, userId, isInReach: !onlyOwn || isOwner, hasSubmitted };
}

const writer = await kind("who wrote it", WRITE, { isOwner: true, onlyOwn: true });
const submitter = await kind("who submitted it and may review", JUDGE, { hasSubmitted: true });
const KINDS: readonly Kind[] = [
  writer,
  submitter,
  await kind("another writer", WRITE, { onlyOwn: true }),
  await kind("a reviewer", ["content:article:review"]),
  await kind("a chief", [...WRITE, ...JUDGE]),
  await kind("who may only look", []),
];

const HOUR = 3_600_000;
const IN_REVIEW = { submittedBy: submitter.userId, submittedAt: new Date() };
const PASSED = { ...IN_REVIEW, approvedBy: 1, approvedAt: new Date() };

const ROWS: Readonly<Record<ArticleStage, Partial<typeof article.$inferInsert>>> = {
  draft: { status: "0" },
  recalled: { status: "4" },
  review: { status: "1", ...IN_REVIEW },
  passed: { status: "1", ...PASSED },
  ...whole("scheduled", { status: "2", publishTime: new Date(Date.now() + HOUR) }),
  ...whole("public", { status: "3", publishTime: new Date(Date.now() - HOUR) }),
  bin: { status: "5", recycledFrom: "4", recycledAt: new Date() },
};

function whole<N extends "scheduled" | "public">(
  name: N,
  values: Partial<typeof article.$inferInsert>,
) {
  const names = [name, `${name}Changed`, `${name}Review`, `${name}Passed`] as const;
  return Object.fromEntries(names.map((each) => [each, values])) as Record<
    (typeof names)[number],
    typeof values
  >;
}

/** An article in this state, made behind the API's back, with one old revision. */
async function articleIn(stage: ArticleStage): Promise<{ id: number; revisionId: number }> {
  const [row] = await it.db
    .insert(article)
    .values({
      articleName: "秋季讲座安排",
      content: "<p>九月十五日开讲。</p>",
      typeId,
      ownerId: writer.userId,
      ...ROWS[stage],
    })
    .returning();
  if (!row) throw new Error("no article row");
  const fields = fieldsOf(row);
  const copies: Record<string, Partial<typeof articleCopy.$inferInsert>> = {
    Changed: {},
    Review: { status: "1", ...IN_REVIEW },
    Passed: { status: "1", ...PASSED },
  };
  const copy = copies[/(?:Changed|Review|Passed)$/.exec(stage)?.[0] ?? ""];
  if (copy) await it.db.insert(articleCopy).values({ articleId: row.id, fields, ...copy });
  const [revision] = await it.db
    .insert(articleRevision)
    .values({ articleId: row.id, version: 1, kind: "save", fields })
    .returning({ id: articleRevision.id });
  return { id: row.id, revisionId: revision?.id ?? 0 };
}

async function stageNow(id: number): Promise<ArticleStage | "gone"> {
  const [row] = await it.db.select().from(article).where(eq(article.id, id));
  if (!row) return "gone";
  const [copy] = await it.db.select().from(articleCopy).where(eq(articleCopy.articleId, id));
  return stageOf(standingOf({ row, copy }));
}

type Answer = { code: number; msg: string };

/** The call of a step, with everything that its guards ask for. */
async function take(
  { token }: Kind,
  verb: ArticleVerb,
  { id, revisionId }: { id: number; revisionId: number },
): Promise<Answer> {
  const desk = deskCalls(it, token);
  const call = async (method: string, url: string, body?: object) =>
    (await desk.call(method, url, body)).body as Answer;
  if (verb === "edit") return call("PUT", "", { id, subtitle: "改" });
  if (verb === "restore") return call("POST", "/restore", { id, revisionId });
  if (verb === "pin") return call("PUT", "/pin", { id, isTop: true });
  if (verb === "recycle") return call("DELETE", `/${id}`);
  if (verb === "purge") return call("DELETE", `/purge/${id}`);
  if (verb === "putBack") return call("POST", "/putBack", { ids: [id] });
  if (verb === "move" || verb === "visible") {
    const place = verb === "move" ? { typeId: otherTypeId } : { visible: "login" };
    const { body } = await desk.call("POST", "/bulk", { verb, ids: [id], ...place });
    const [refused] = (body.data as { refused: { reason: string }[] }).refused;
    return refused ? { code: 500, msg: refused.reason } : { code: 200, msg: "" };
  }
  return call("POST", `/${verb}`, { id, opinion: "请看一看这里", when: "now" });
}

const OUT_OF_REACH = "访问资源不存在";
const OWN_REVIEW = "不能审核自己提交的文章，请由他人审核";

/** Why the step must be refused; undefined where it must go. */
function expectedRefusal(person: Kind, verb: ArticleVerb, stage: ArticleStage): string | undefined {
  const mayAct = person.permissions.includes(permissionOf(verb));
  // One call for many: the permission is asked for each article, so who has none reaches none.
  const isBulk = verb === "move" || verb === "visible";
  if (!mayAct) return isBulk ? OUT_OF_REACH : "没有权限，请联系管理员授权";
  if (!person.isInReach) return OUT_OF_REACH;
  const refusal = refusalOf(ARTICLE_LIFE, verb, stage);
  if (refusal) return refusal;
  if (verb === "approve" && person.hasSubmitted) return OWN_REVIEW;
  if (isBulk && !person.permissions.includes("content:article:publish")) {
    if (/^(?:public|scheduled)/.test(stage)) return "文章已发布，修改栏目或可见范围需要发布权限";
    if (/^(?:review|passed)$/.test(stage)) return "文章正在审核，不能修改；请先撤回送审";
  }
  return undefined;
}

describe.each(STAGES)("%s", (stage) => {
  test.each(KINDS)("$name", async (person) => {
    const { id } = await articleIn(stage);
    const offered = (await deskCalls(it, person.token).read(id))?.allowed ?? [];
    const went: ArticleVerb[] = [];
    for (const verb of VERBS) {
      const made = await articleIn(stage);
      const { code, msg } = await take(person, verb, made);
      const refusal = expectedRefusal(person, verb, stage);
      const end = await stageNow(made.id);
      if (refusal !== undefined) {
        expect({ verb, msg, end }).toEqual({ verb, msg: refusal, end: stage });
        expect(code).not.toBe(200);
        continue;
      }
      expect({ verb, msg, code }).toMatchObject({ verb, code: 200 });
      expect(ARTICLE_LIFE.steps[verb].moves, verb).toMatchObject({
        [stage]: expect.arrayContaining([end]),
      });
      went.push(verb);
    }
    // The buttons of a page are the steps that go.
    const hidden = ["restore", "move", "visible"];
    expect(offered).toEqual(went.filter((verb) => !hidden.includes(verb)));
  });
});

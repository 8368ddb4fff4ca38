import { and, eq, gt, inArray } from "drizzle-orm";
import { ACCESS } from "#src/app/article_type/access/service.server.ts";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { plainText, readIds } from "#src/server/crud/ids.ts";
import type { ListInput } from "#src/server/crud/list-query.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { article } from "../../table.server.ts";
import type { BulkResult, BulkVerb } from "../model/desk.ts";
import type { Visible } from "../model/fields.ts";
import { ARTICLES, EDIT, LIST, lockArticle, PUBLISH } from "../model/rights.server.ts";
import { categoryProblem, fieldsOf, wholeFields } from "../model/rules.server.ts";
import type { ArticleVerb } from "../model/states.ts";
import { deskCondition, lockMatched } from "../read/list.server.ts";
import { articleCopy } from "../table.server.ts";
import { act } from "./acts.server.ts";
import { changeRow, copyOf, dropPages, setRow, wordsOf, writtenOf } from "./store.server.ts";

type Given = Readonly<Record<string, unknown>>;

/** More than fits one call: the rest is asked for again. */
const MAX_ROWS = 500;

const ACTS: Readonly<Partial<Record<BulkVerb, [ArticleVerb, Given]>>> = {
  publish: ["publish", { when: "now" }],
  recall: ["recall", {}],
  approve: ["approve", {}],
  pin: ["pin", { isTop: true }],
  unpin: ["pin", { isTop: false }],
  recycle: ["recycle", {}],
  putBack: ["putBack", {}],
  purge: ["purge", {}],
};

const VISIBLE: readonly string[] = ACCESS;

/**
 * Does one thing to many articles, each by itself: what cannot be is refused with its reason, and the
 * others are done. @throws AppError when nothing is chosen, or the thing is not known.
 */
export async function bulk(
  context: Context,
  reach: Reach,
  given: Given,
  ip: string,
): Promise<BulkResult> {
  const { db } = context;
  const verb = plainText(given.verb) as BulkVerb;
  const known = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
  if (!known && verb !== "move" && verb !== "visible") throw new AppError("不支持的批量操作");
  const one = known ? undefined : await changeOf(context, verb as "move" | "visible", given);
  const ids = await db.transaction((tx) => chosenIds(tx, reach, given));
  const names = new Map(
    (
      await db
        .select({ id: article.id, articleName: article.articleName })
        .from(article)
        .where(and(inArray(article.id, ids), reach.where(LIST, ARTICLES)))
    ).map((row) => [row.id, row.articleName]),
  );
  const result: BulkResult = { done: 0, refused: [] };
  // The bottom one first: pinned ones keep the order they had in the list.
  for (const id of ids.toReversed()) {
    try {
      if (known) {
        const [act1, more] = known;
        const opinion = given.opinion === undefined ? {} : { opinion: given.opinion };
        const confirmed = given.confirmed === true ? { confirmed: true } : {};
        await act(context, reach, act1, id, { ...more, ...opinion, ...confirmed }, ip);
      } else if (one) await one(reach, id, ip);
      result.done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const articleName = names.get(id) ?? `编号 ${id}`;
      result.refused.push({ id, articleName, reason: error.message });
    }
  }
  return result;
}

/**
 * The articles that are meant. Their rows are held to the end of the call, and taken in one order
 * before the first is changed: two bulk acts at once, each in the order of its own list, would wait for
 * each other. Of a filter each row is asked under its lock, so none is changed that has left it.
 */
async function chosenIds(tx: Db, reach: Reach, given: Given): Promise<number[]> {
  const ids = readIds(given, "ids");
  if (ids && ids.length > 0) {
    if (ids.length > MAX_ROWS) throw new AppError(`一次最多处理 ${MAX_ROWS} 篇，请分批操作`);
    await tx
      .select({ id: article.id })
      .from(article)
      .where(inArray(article.id, ids))
      .orderBy(article.id)
      .for("update");
    return ids;
  }
  const { asked } = given;
  if (typeof asked !== "object" || asked === null) throw new AppError("请先选择文章");
  // A filter that a list would ignore must not widen what is changed.
  if (Array.isArray(asked) || !Object.values(asked).every((each) => typeof each === "string")) {
    throw new AppError("筛选条件不正确，请刷新后重试");
  }
  const found = await lockMatched(tx, deskCondition(reach, asked as ListInput), MAX_ROWS + 1);
  if (found.length > MAX_ROWS) {
    throw new AppError(`筛选结果超过 ${MAX_ROWS} 篇，请缩小范围后分批操作`);
  }
  if (found.length === 0) throw new AppError("没有符合条件的文章");
  return found;
}

/** An id of a body; 0, which no row has, for what is none. */
function idOr0(value: unknown): number {
  const id = Number(plainText(value));
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

type Change = (reach: Reach, id: number, ip: string) => Promise<void>;

/** Another category or another circle of readers: at once, for what is public as well. */
async function changeOf({ db }: Context, verb: "move" | "visible", given: Given): Promise<Change> {
  const typeId = idOr0(given.typeId);
  const visible = plainText(given.visible);
  if (verb === "move") {
    const problem = await categoryProblem(db, typeId || null);
    refuseFields({ typeId: problem });
  } else if (!VISIBLE.includes(visible)) refuseFields({ visible: "请选择可见范围" });
  const patch = verb === "move" ? { typeId } : { visible: visible as Visible };
  return (reach, id, ip) =>
    db.transaction(async (tx) => {
      const row = await lockArticle(tx, reach, id, EDIT);
      const isPublic = row.status === "2" || row.status === "3";
      if (isPublic && !reach.covers(PUBLISH, row)) {
        throw new AppError("文章已发布，修改栏目或可见范围需要发布权限");
      }
      if (row.status === "5") throw new AppError("文章在回收站中，请先还原");
      const copy = await copyOf(tx, id);
      // What a reviewer has looked at, or is looking at, does not change under his eyes.
      const isInReview = row.status === "1" || copy?.status === "1";
      if (isInReview && !reach.covers(PUBLISH, row)) {
        throw new AppError("文章正在审核，不能修改；请先撤回送审");
      }
      if (copy) {
        const fields = { ...wholeFields(copy.fields), ...patch };
        await tx.update(articleCopy).set({ fields }).where(eq(articleCopy.articleId, id));
      }
      const values = {
        ...patch,
        ...(await wordsOf(tx, writtenOf({ ...fieldsOf(row), ...patch }))),
      };
      await changeRow(tx, id, values, reach.account);
      await noteStep(tx, {
        subject: "article",
        subjectId: id,
        action: verb,
        fromState: row.status,
        toState: row.status,
        account: reach.account,
        ip,
      });
      await dropPages(tx, id);
    });
}

/** The whole order of what is pinned in a category, the first on top. */
export async function orderPinned(
  { db }: Pick<Context, "db">,
  reach: Reach,
  given: Given,
  permission: ScopedPermission,
): Promise<void> {
  const ids = readIds(given, "ids") ?? [];
  const typeId = idOr0(given.typeId);
  if (ids.length === 0 || ids.length > MAX_ROWS) throw new AppError("请给出置顶文章的顺序");
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: article.id, ownerId: article.ownerId, deptId: article.deptId })
      .from(article)
      .where(
        and(
          inArray(article.id, ids),
          eq(article.typeId, typeId),
          gt(article.top, 0),
          reach.where(permission, ARTICLES),
        ),
      )
      .orderBy(article.id)
      .for("update");
    if (rows.length !== ids.length) throw new AppError("置顶文章已有变化，请刷新后重试");
    for (const [index, id] of ids.entries()) {
      await setRow(tx, id, { top: ids.length - index });
      await dropPages(tx, id);
    }
  });
}

import { and, eq, gt, inArray } from "drizzle-orm";
import { ACCESS } from "#src/app/article_type/access/service.server.ts";
import type { ScopedPermission } from "#src/app/system/reach/given/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { plainText, readIds } from "#src/server/crud/ids.ts";
import type { ListInput } from "#src/server/crud/list-query.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { article } from "../../table.server.ts";
import type { BulkResult, BulkVerb } from "../model/desk.ts";
import { ARTICLES, LIST } from "../model/rights.server.ts";
import { categoryProblem } from "../model/rules.server.ts";
import type { ArticleVerb } from "../model/states.ts";
import { deskCondition, lockMatched } from "../read/list.server.ts";
import type { Desk } from "./desk-act.server.ts";
import { act } from "./flow.server.ts";
import { dropPages, setRow } from "./store.server.ts";

/** More than fits one call: the rest is asked for again. */
const MAX_ROWS = 500;

const ACTS: Readonly<Record<BulkVerb, [ArticleVerb, Given]>> = {
  publish: ["publish", { when: "now" }],
  recall: ["recall", {}],
  approve: ["approve", {}],
  pin: ["pin", { isTop: true }],
  unpin: ["pin", { isTop: false }],
  recycle: ["recycle", {}],
  putBack: ["putBack", {}],
  purge: ["purge", {}],
  move: ["move", {}],
  visible: ["visible", {}],
};

const VISIBLE: readonly string[] = ACCESS;

/**
 * Does one thing to many articles, each by itself: what cannot be is refused with its reason, and the
 * others are done. @throws AppError when nothing is chosen, or the thing is not known.
 */
export async function bulk(context: Context, person: Desk, given: Given): Promise<BulkResult> {
  const { db } = context;
  const { reach } = person;
  const verb = plainText(given.verb) as BulkVerb;
  const known = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
  if (!known) throw new AppError("不支持的批量操作");
  const [step, fixed] = known;
  const more = step === "move" || step === "visible" ? await placeOf(context, step, given) : fixed;
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
      const opinion = given.opinion === undefined ? {} : { opinion: given.opinion };
      const confirmed = given.confirmed === true ? { confirmed: true } : {};
      await act(context, step, id, { ...more, ...opinion, ...confirmed }, person);
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

/** Another category or another circle of readers. @throws AppError on its field. */
async function placeOf({ db }: Context, verb: "move" | "visible", given: Given): Promise<Given> {
  if (verb === "move") {
    const typeId = idOr0(given.typeId);
    refuseFields({ typeId: await categoryProblem(db, typeId || null) });
    return { typeId };
  }
  const visible = plainText(given.visible);
  if (!VISIBLE.includes(visible)) refuseFields({ visible: "请选择可见范围" });
  return { visible };
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

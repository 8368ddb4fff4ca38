import { asc, count, eq, inArray, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import type { VerbOf } from "#src/lib/menu/permission.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { conditionOf } from "#src/server/crud/list-query.ts";
import { queryWords, rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { notSorted, placesOf } from "#src/server/crud/sort-places.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { article } from "../../article/table.server.ts";
import { countDue } from "../../article/words/service.server.ts";
import { type Access, stricter } from "../access/service.server.ts";
import { category } from "../table.server.ts";
import { dropCaches, mergeCategory, moveCategory, noteMove, withReaders } from "./move.server.ts";
import {
  type Category,
  checkCategory,
  contentsOf,
  FIELDS,
  findRow,
  lockCategories,
  tidied,
} from "./rules.server.ts";

const BASE = "/prod-api/api/bll/article_type/desk";
const LOG = "栏目管理";

const LABELS = Object.fromEntries(Object.entries(FIELDS).map(([name, { label }]) => [name, label]));
const LIST = { like: ["bllName"], equals: ["bllType", "status", "access"] };

const Row = Type.Object({
  ...rowSchema(category, LABELS).properties,
  asksFor: Type.String(),
  articles: Type.Integer(),
});

const NEW: Category = {
  id: 0,
  parentId: 0,
  bllName: "",
  bllType: "1",
  bllValue: "",
  intro: "",
  motif: "rings",
  palette: "blue",
  orderNum: 0,
  isInMenu: true,
  isOnHome: false,
  access: "public",
  status: "0",
  createBy: "",
  createTime: new Date(0),
  updateBy: "",
  updateTime: null,
};

/** What makes a row as the desk shows it: with what it asks of a reader, and how much is in it. */
async function dresser(db: Db) {
  const counts = await db
    .select({ typeId: article.typeId, articles: count() })
    .from(article)
    .groupBy(article.typeId);
  const inside = new Map(counts.map(({ typeId, articles }) => [typeId, articles]));
  const all = await db
    .select({ id: category.id, parentId: category.parentId, access: category.access })
    .from(category);
  const byId = new Map(all.map((each) => [each.id, each]));
  const asksFor = (id: number): Access => {
    let strictest: Access = "public";
    const passed = new Set<number>();
    for (let at = byId.get(id); at && !passed.has(at.id); at = byId.get(at.parentId)) {
      passed.add(at.id);
      strictest = stricter(strictest, at.access as Access);
    }
    return strictest;
  };
  return (row: Category) => ({
    ...rowBody(row),
    asksFor: asksFor(row.id),
    articles: inside.get(row.id) ?? 0,
  });
}

/** The place after all that hang below a category: a new one stands there, unless told otherwise. */
async function endOf(tx: Db, parentId: number): Promise<number> {
  const [last] = await tx
    .select({ place: sql<number>`coalesce(max(${category.orderNum}), 0)::int + 1` })
    .from(category)
    .where(eq(category.parentId, parentId));
  return last?.place ?? 1;
}

/** 栏目管理: the tree of the site. The rules are in rules.server.ts, moves and merging in move.server.ts. */
const categoryDesk: Slice = (app, { db }) => {
  const may = (verb: VerbOf<"content:category">) => ({
    access: `content:category:${verb}` as const,
  });
  const written = (verb: VerbOf<"content:category">, business: 1 | 2 | 3) =>
    ({ ...may(verb), log: [LOG, business] }) as const;

  app.get(
    `${BASE}/list`,
    {
      config: { ...may("list") },
      schema: {
        querystring: looseQuery(queryWords(LIST, LABELS)),
        response: okSchema({ data: Type.Array(Row) }),
      },
    },
    async (request) => {
      const rows = await db
        .select()
        .from(category)
        .where(conditionOf(category, LIST, request.query))
        .orderBy(asc(category.orderNum), asc(category.id));
      return ok({ data: rows.map(await dresser(db)) });
    },
  );

  app.get(
    `${BASE}/wordsDue`,
    {
      config: may("list"),
      schema: {
        summary: "还有多少篇文章在更新搜索内容",
        response: okSchema({ data: Type.Object({ articles: Type.Integer() }) }),
      },
    },
    async () => ok({ data: { articles: await countDue(db) } }),
  );

  app.get(
    `${BASE}/:id`,
    {
      config: may("query"),
      schema: { params: pathParts("id"), response: okSchema({ data: Row }) },
    },
    async (request) => {
      const found = await findRow(db, parseId(request.params.id));
      return ok({ data: (await dresser(db))(found) });
    },
  );

  app.post(
    BASE,
    {
      config: written("add", 1),
      preValidation: fillBody,
      schema: { body: fieldsBody(FIELDS, Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const given = readFields(FIELDS, request.body, true);
      const next = tidied({ ...NEW, ...given });
      const { id: _id, createTime: _time, ...values } = next;
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await lockCategories(tx);
        await checkCategory(tx, next, undefined);
        const orderNum = next.orderNum || (await endOf(tx, next.parentId));
        await tx.insert(category).values({ ...values, orderNum, createBy: userName });
        await dropCaches(tx);
      });
      return ok();
    },
  );

  app.put(
    BASE,
    {
      config: written("edit", 2),
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, ["id", ...Object.keys(FIELDS)], "id"),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const id = parseId(body.id);
      const patch = readFields(FIELDS, body, false);
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await lockCategories(tx);
        const before = await findRow(tx, id);
        const next = tidied({ ...before, ...patch });
        await checkCategory(tx, next, before);
        const { id: _id, createTime: _time, createBy: _by, ...values } = next;
        await withReaders(tx, next, () =>
          tx
            .update(category)
            .set({ ...values, updateBy: userName, updateTime: sql`now()` })
            .where(eq(category.id, id)),
        );
        await noteMove(tx, before, next, userName);
        await dropCaches(tx);
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/move`,
    {
      config: written("edit", 2),
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, ["id", "parentId", "beforeId"], "id"),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const id = parseId(body.id);
      const isUnsaid = [undefined, null, ""].some((each) => each === body.parentId);
      refuseFields({ parentId: isUnsaid ? "上级栏目不能为空" : undefined });
      const { parentId } = readFields({ parentId: FIELDS.parentId }, body, false);
      const { beforeId } = body;
      const place = {
        id,
        parentId: Number(parentId),
        beforeId: beforeId === undefined || beforeId === null ? undefined : parseId(beforeId),
      };
      await db.transaction(async (tx) => {
        await lockCategories(tx);
        await moveCategory(tx, place, accountOf(request).userName);
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/updateSort`,
    {
      config: written("edit", 2),
      preValidation: fillBody,
      schema: {
        body: fieldsBody({}, ["ids", "orderNums"]),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const places = placesOf(body.ids, body.orderNums);
      const ids = [...places.keys()];
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await lockCategories(tx);
        const there = await tx
          .select({ id: category.id })
          .from(category)
          .where(inArray(category.id, ids));
        if (there.length < ids.length) throw notSorted();
        for (const [id, orderNum] of places) {
          const next = { orderNum, updateBy: userName, updateTime: sql`now()` };
          await tx.update(category).set(next).where(eq(category.id, id));
        }
        await dropCaches(tx);
      });
      return ok();
    },
  );

  app.post(
    `${BASE}/merge`,
    {
      config: written("merge", 2),
      preValidation: fillBody,
      schema: {
        summary: "把一个栏目的文章并入另一个栏目",
        body: Type.Object({
          fromId: Type.Optional(Type.Unknown({ title: "并入前的栏目" })),
          intoId: Type.Optional(Type.Unknown({ title: "目标栏目" })),
        }),
        response: okSchema({ data: Type.Object({ articles: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { fromId, intoId } = request.body;
      const isUnsaid = [undefined, null, ""].some((each) => each === intoId);
      refuseFields({ intoId: isUnsaid ? "请选择目标栏目" : undefined });
      const ids = { fromId: parseId(fromId), intoId: parseId(intoId) };
      const articles = await db.transaction(async (tx) => {
        await lockCategories(tx);
        return mergeCategory(tx, ids, accountOf(request).userName);
      });
      return ok({ data: { articles } }, `已并入 ${articles} 篇文章`);
    },
  );

  app.delete(
    `${BASE}/:id`,
    { config: written("remove", 3), schema: { params: pathParts("id"), response: okSchema() } },
    async (request) => {
      const id = parseId(request.params.id);
      await db.transaction(async (tx) => {
        await lockCategories(tx);
        const { bllName } = await findRow(tx, id);
        // An article that comes into it at this moment is waited for, and seen.
        await tx.select().from(category).where(eq(category.id, id)).for("update");
        const { children, articles, recycled } = await contentsOf(tx, id);
        const inside = [
          children > 0 ? `${children} 个下级栏目` : "",
          articles > 0
            ? `${articles} 篇文章${recycled > 0 ? `（其中回收站 ${recycled} 篇）` : ""}`
            : "",
        ].filter(Boolean);
        if (inside.length > 0) {
          throw new AppError(`「${bllName}」里还有${inside.join("、")}，请先移走、合并或删除`);
        }
        await tx.delete(category).where(eq(category.id, id));
        await dropCaches(tx);
      });
      return ok();
    },
  );
};

export default categoryDesk;

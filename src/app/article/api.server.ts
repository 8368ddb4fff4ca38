import { isbot } from "isbot";
import QRCode from "qrcode";
import { Type } from "typebox";
import { ID, IDS, idsOfText } from "#src/lib/id-text.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId } from "../../server/crud/ids.ts";
import { AppError, NOT_FOUND } from "../../server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { articleHref } from "../../site/addresses/category-href.ts";
import {
  categoryTree,
  findCategory,
  flatten,
  withDescendants,
} from "../article_type/service.server.ts";
import { standingOf } from "../member/service.server.ts";
import { suggestArticles } from "../search/service.server.ts";
import { mayRead, readArticle } from "./reading/service.server.ts";
import { countVisit, readsOf } from "./reads.server.ts";
import { listArticles } from "./service.server.ts";

const BASE = "/prod-api/api/bll/article";
const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;
const MAX_IDS = 100;

const Row = Type.Object({
  id: Type.Integer(),
  articleName: Type.String(),
  createTime: Type.String(),
  typeId: Type.Integer(),
  typeName: Type.String(),
  summary: Type.String(),
  cover: Type.String(),
  source: Type.String(),
  visible: Type.String(),
});

const Detail = Type.Object({
  ...Row.properties,
  subtitle: Type.String(),
  author: Type.String(),
  keywords: Type.String(),
  content: Nullable(Type.String()),
  locked: Type.Boolean(),
  attachments: Type.Array(
    Type.Object({ name: Type.String(), url: Type.String(), bytes: Type.Integer() }),
  ),
});

const Params = Type.Object({
  id: Type.String({ pattern: `^${ID}$`, message: "文章编号格式不正确" }),
});

/** wire 2.14; `reads` and `read` are ours: pages are cached whole, browsers fill them in. */
const articleApi: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "public" },
      schema: {
        querystring: Type.Object({
          typeId: Type.Optional(Type.Integer({ title: "栏目编号" })),
          pageNum: Type.Integer({ default: 1, title: "页码" }),
          pageSize: Type.Integer({ default: DEFAULT_SIZE, title: "每页条数" }),
        }),
        response: tableSchema(Row),
      },
    },
    async ({ query: { typeId, pageNum, pageSize } }) => {
      const tree = await categoryTree(context);
      const node = typeId === undefined ? undefined : findCategory(tree, typeId);
      const below = node ? withDescendants(node) : [];
      const typeIds = typeId === undefined ? flatten(tree).map((each) => each.id) : below;
      const size = Math.min(Math.max(1, pageSize), MAX_SIZE);
      const { rows, total } = await listArticles(context, {
        typeIds,
        isWholeSite: typeId === undefined,
        pageNum,
        pageSize: size,
      });
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/listPreview`,
    {
      config: { access: "public" },
      schema: {
        querystring: Type.Object({ articleName: Type.String({ default: "" }) }),
        response: okSchema({
          rows: Type.Array(
            Type.Object({
              id: Type.Integer(),
              articleName: Type.String(),
              createTime: Type.String(),
            }),
          ),
        }),
      },
    },
    async ({ query }) => ok({ rows: await suggestArticles(db, query.articleName) }, "查询成功"),
  );

  app.get(
    `${BASE}/reads`,
    {
      config: { access: "public" },
      schema: {
        querystring: Type.Object({
          ids: Type.String({
            default: "",
            pattern: `^(${IDS})?$`,
            maxLength: MAX_IDS * 20,
            message: "文章编号格式不正确",
          }),
        }),
        response: okSchema({ data: Type.Record(Type.String(), Type.Integer()) }),
      },
    },
    async ({ query }) => {
      const ids = idsOfText(query.ids) ?? [];
      if (ids.length > MAX_IDS) throw new AppError(`一次最多查询 ${MAX_IDS} 篇文章`);
      return ok({ data: await readsOf(db, ids) });
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "public" },
      schema: { params: Params, response: okSchema({ data: Detail }) },
    },
    async ({ params, account }) => {
      const found = await readArticle(db, parseId(params.id));
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      // Asked where it decides: most articles are open to all.
      const isAsked = account !== undefined && found.visible === "member";
      const standing = isAsked ? await standingOf(db, account.userId) : undefined;
      const locked = !mayRead(found.visible, account, standing?.isMember);
      const text = locked ? { content: null, attachments: [] } : {};
      return ok({ data: { ...found, locked, ...text } });
    },
  );

  app.post(
    `${BASE}/:id/read`,
    {
      config: { access: "public" },
      schema: {
        params: Params,
        response: okSchema({ data: Type.Object({ reads: Type.Integer() }) }),
      },
    },
    async ({ params, ip, headers }) => {
      const id = parseId(params.id);
      const userAgent = headers["user-agent"] ?? "";
      const reads =
        userAgent === "" || isbot(userAgent)
          ? (await readsOf(db, [id]))[id]
          : await countVisit(context, id, { ip, userAgent });
      if (reads === undefined) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: { reads } });
    },
  );

  // A picture of its own: it would be a third of an article's HTML, and phones never show it.
  app.get(
    `${BASE}/:id/qr.svg`,
    { config: { access: "public" }, schema: { params: Params, response: { 200: Type.String() } } },
    async ({ params }, reply) => {
      const address = `${context.origin}${articleHref(parseId(params.id))}`;
      const svg = await QRCode.toString(address, { type: "svg", margin: 0 });
      return reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(svg);
    },
  );
};

export default articleApi;

import { type TSchema, Type } from "typebox";
import { ok, okSchema, table, tableSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { newestArticles } from "../article/service.server.ts";
import { type CategoryNode, categoryTree, flatten, withDescendants } from "./service.server.ts";

const BASE = "/prod-api/api/bll/article_type";

/** Articles beside each category of the home page (wire 2.14). */
const HOME_ARTICLES = 8;

const FIELDS = {
  id: Type.Integer(),
  parentId: Type.Integer(),
  bllName: Type.String(),
  bllType: Type.String(),
  bllValue: Type.String(),
};

/** Categories are few levels deep; a schema that refers to itself would not compile to a serialiser. */
const MAX_DEPTH = 6;

const treeSchema = (depth: number): TSchema =>
  Type.Object({
    ...FIELDS,
    ...(depth > 1 ? { children: Type.Optional(Type.Array(treeSchema(depth - 1))) } : {}),
  });

type Entry = Pick<CategoryNode, keyof typeof FIELDS> & { children?: Entry[] };

const fieldsOf = ({ id, parentId, bllName, bllType, bllValue }: CategoryNode): Entry => ({
  id,
  parentId,
  bllName,
  bllType,
  bllValue,
});

/** A leaf has no `children` at all: clients show an arrow where the key is. */
function entriesOf(nodes: CategoryNode[], isMenu: boolean): Entry[] {
  return nodes
    .filter((node) => node.isInMenu || !isMenu)
    .map((node) => {
      const children = entriesOf(node.children, isMenu);
      return children.length > 0 ? { ...fieldsOf(node), children } : fieldsOf(node);
    });
}

const articleTypeApi: Slice = (app, context) => {
  app.get(
    `${BASE}/treeList`,
    {
      config: { access: "public" },
      schema: {
        querystring: Type.Object({ menuFlag: Type.Optional(Type.String()) }),
        response: okSchema({ data: Type.Array(treeSchema(MAX_DEPTH)) }),
      },
    },
    async ({ query }) =>
      ok({ data: entriesOf(await categoryTree(context), query.menuFlag === "1") }),
  );

  app.get(
    `${BASE}/indexList`,
    {
      config: { access: "public" },
      schema: {
        response: okSchema({
          data: Type.Array(
            Type.Object({
              ...FIELDS,
              articles: Type.Array(
                Type.Object({
                  id: Type.Integer(),
                  articleName: Type.String(),
                  createTime: Type.String(),
                  typeId: Type.Integer(),
                  summary: Type.String(),
                  cover: Type.String(),
                  source: Type.String(),
                  visible: Type.String(),
                }),
              ),
            }),
          ),
        }),
      },
    },
    async () => {
      const placed = flatten(await categoryTree(context)).filter((node) => node.isOnHome);
      const data = await Promise.all(
        placed.map(async (node) => ({
          ...fieldsOf(node),
          articles: await newestArticles(context.db, {
            typeIds: withDescendants(node),
            limit: HOME_ARTICLES,
          }),
        })),
      );
      return ok({ data });
    },
  );

  app.get(
    `${BASE}/list`,
    { config: { access: "public" }, schema: { response: tableSchema(Type.Object(FIELDS)) } },
    async () => {
      const rows = flatten(await categoryTree(context)).map(fieldsOf);
      return table(rows, rows.length);
    },
  );
};

export default articleTypeApi;

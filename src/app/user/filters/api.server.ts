import { and, asc, count, eq, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { parseIds, plainText } from "#src/server/crud/ids.ts";
import { inputText } from "#src/server/crud/list-query.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { user } from "../../system/user/table.server.ts";
import { savedFilter } from "./table.server.ts";

const BASE = "/prod-api/user/filters";
const MAX_FILTERS = 20;
const MAX_NAME = 20;
const MAX_VALUES = 20;

/** A list's page: the key of its component. */
const PAGE = /^[a-zA-Z_]{1,30}(\/[a-zA-Z_]{1,30}){0,6}$/;

/** Half a character and a NUL are what PostgreSQL keeps nowhere. */
const isKept = (text: string) => text.isWellFormed() && !text.includes("\0");

function readQuery(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const isGood =
    entries.length > 0 &&
    entries.length <= MAX_VALUES &&
    entries.every(
      ([key, text]) =>
        /^[\w.[\]]{1,40}$/.test(key) &&
        typeof text === "string" &&
        text.length <= 200 &&
        isKept(text),
    );
  return isGood ? (Object.fromEntries(entries) as Record<string, string>) : undefined;
}

/** Filters of a list that a person keeps under a name, for themselves alone. */
const api: Slice = (app, { db }) => {
  app.get(
    BASE,
    {
      config: { access: "staff" },
      schema: {
        querystring: looseQuery({ page: "列表页的组件" }),
        response: tableSchema(
          Type.Object({
            id: Type.Integer(),
            name: Type.String(),
            query: Type.Record(Type.String(), Type.String()),
          }),
        ),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const page = inputText(request.query, "page");
      const rows = await db
        .select({ id: savedFilter.id, name: savedFilter.name, query: savedFilter.query })
        .from(savedFilter)
        .where(and(eq(savedFilter.userId, userId), eq(savedFilter.page, page)))
        .orderBy(asc(savedFilter.orderNum), asc(savedFilter.id));
      return table(rows, rows.length);
    },
  );

  app.post(
    BASE,
    {
      config: { access: "staff" },
      preValidation: fillBody,
      schema: {
        body: Type.Object({
          page: Type.Optional(Type.Unknown()),
          name: Type.Optional(Type.Unknown()),
          query: Type.Optional(Type.Unknown()),
        }),
        response: okSchema({ data: Type.Object({ id: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const page = plainText(request.body.page);
      const name = plainText(request.body.name).trim();
      const query = readQuery(request.body.query);
      refuseFields({
        page: PAGE.test(page) ? undefined : "列表页不正确",
        name: !/[^\s\p{C}]/u.test(name)
          ? "请填写筛选名称"
          : [...name].length > MAX_NAME
            ? `筛选名称不能超过${MAX_NAME}个字`
            : isKept(name)
              ? undefined
              : "筛选名称含有无法保存的字符",
        query: query ? undefined : "没有可以保存的筛选条件",
      });
      const mine = and(eq(savedFilter.userId, userId), eq(savedFilter.page, page));
      const id = await db.transaction(async (tx) => {
        // The account's row is held: two at once would each see the other's place free.
        await tx
          .select({ userId: user.userId })
          .from(user)
          .where(eq(user.userId, userId))
          .for("no key update");
        const [there] = await tx.select({ n: count() }).from(savedFilter).where(mine);
        if ((there?.n ?? 0) >= MAX_FILTERS) throw new AppError(`最多保存 ${MAX_FILTERS} 个筛选`);
        const [same] = await tx
          .select({ id: savedFilter.id })
          .from(savedFilter)
          .where(and(mine, eq(savedFilter.name, name)));
        if (same) throw new AppError("已有同名的筛选", { fields: { name: "已有同名的筛选" } });
        const [row] = await tx
          .insert(savedFilter)
          .values({ userId, page, name, query: query ?? {} })
          .returning({ id: savedFilter.id });
        return row?.id ?? 0;
      });
      return ok({ data: { id } });
    },
  );

  app.delete(
    `${BASE}/:ids`,
    { config: { access: "staff" }, schema: { params: pathParts("ids"), response: okSchema() } },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const gone = await db
        .delete(savedFilter)
        .where(and(inArray(savedFilter.id, ids), eq(savedFilter.userId, accountOf(request).userId)))
        .returning({ id: savedFilter.id });
      if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
      return ok();
    },
  );
};

export default api;

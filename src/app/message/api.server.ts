import { and, desc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { Type } from "typebox";
import { timeText } from "../../db/shanghai.ts";
import { idsOfText } from "../../lib/id-text.ts";
import { parseIds } from "../../server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "../../server/crud/list-query.ts";
import { accountOf } from "../../server/http/access.ts";
import { AppError, NOT_FOUND } from "../../server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "../../server/http/reply.ts";
import { looseQuery, pathParts } from "../../server/http/request-schemas.ts";
import type { Slice } from "../../server/start/context.ts";
import { message } from "./table.server.ts";

const BASE = "/prod-api/api/bll/message";

const Row = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  link: Type.String(),
  isRead: Type.Boolean(),
  createTime: Type.String(),
});

/** The messages of the person who calls; nobody reaches those of another. */
const api: Slice = (app, { db }) => {
  app.get(
    `${BASE}/list`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人的站内消息，新的在前",
        querystring: looseQuery({
          unread: "1：只列未读的",
          before: "只列编号小于它的：接着往下读",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(Row),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const isUnread = inputText(request.query, "unread") === "1";
      const before = idsOfText(inputText(request.query, "before"))?.[0] ?? 0;
      const asked = and(
        eq(message.userId, userId),
        isUnread ? isNull(message.readTime) : undefined,
        // Read, removed and new messages move pages, never what comes behind a message.
        before > 0 ? lt(message.id, before) : undefined,
      );
      const { pageNum, pageSize } = pageOf(request.query);
      const total = await db.$count(message, asked);
      const rows = await db
        .select({
          id: message.id,
          title: message.title,
          content: message.content,
          link: message.link,
          isRead: sql<boolean>`${message.readTime} is not null`,
          createTime: timeText(message.createTime),
        })
        .from(message)
        .where(asked)
        .orderBy(desc(message.id))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/unread`,
    {
      config: { access: "login" },
      schema: { response: okSchema({ data: Type.Object({ count: Type.Integer() }) }) },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const isUnread = and(eq(message.userId, userId), isNull(message.readTime));
      return ok({ data: { count: await db.$count(message, isUnread) } });
    },
  );

  const READ = { readTime: sql`greatest(now(), ${message.createTime})` };

  app.put(
    `${BASE}/read/:ids`,
    {
      config: { access: "login" },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const own = ownRows(accountOf(request).userId, parseIds(request.params.ids));
      if ((await db.$count(message, own)) === 0) throw new AppError(NOT_FOUND, { code: 404 });
      await db
        .update(message)
        .set(READ)
        .where(and(own, isNull(message.readTime)));
      return ok();
    },
  );

  app.put(
    `${BASE}/readAll`,
    {
      config: { access: "login" },
      schema: {
        summary: "全部标为已读；给出 upTo 时，之后来的消息仍是未读",
        body: Type.Optional(
          Type.Object({
            upTo: Type.Optional(
              Type.Integer({ title: "最后一条消息", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
            ),
          }),
        ),
        response: okSchema({ data: Type.Object({ count: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const upTo = request.body?.upTo;
      const read = await db
        .update(message)
        .set(READ)
        .where(
          and(
            eq(message.userId, userId),
            isNull(message.readTime),
            upTo === undefined ? undefined : lte(message.id, upTo),
          ),
        )
        .returning({ id: message.id });
      return ok({ data: { count: read.length } });
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "login", log: ["站内消息", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const gone = await db
        .delete(message)
        .where(ownRows(accountOf(request).userId, parseIds(request.params.ids)))
        .returning({ id: message.id });
      if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
      return ok();
    },
  );
};

const ownRows = (userId: number, ids: number[]) =>
  and(eq(message.userId, userId), inArray(message.id, ids));

export default api;

import { and, count, desc, eq, ilike, ne, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import { article } from "#src/app/article/table.server.ts";
import { likePattern } from "#src/db/like.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseIds } from "#src/server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { pushState, retryRows, sendWaiting } from "../service.server.ts";
import { pushLog } from "../table.server.ts";

const BASE = "/prod-api/api/bll/seo/push/desk";

const Row = Type.Object({
  id: Type.Integer(),
  articleId: Nullable(Type.Integer()),
  articleName: Type.String(),
  url: Type.String(),
  /** waiting, ok or failed. */
  state: Type.String(),
  answer: Type.String(),
  remain: Nullable(Type.Integer()),
  createTime: Type.String(),
});

const STATES: Readonly<Record<string, SQL | undefined>> = {
  waiting: and(eq(pushLog.isOk, false), eq(pushLog.answer, "")),
  ok: eq(pushLog.isOk, true),
  failed: and(eq(pushLog.isOk, false), ne(pushLog.answer, "")),
};

/** 搜索引擎推送: the log, what is left of the quota, and another try. */
const pushDesk: Slice = (app, { db, env, origin }) => {
  const send = () => sendWaiting({ db, dataDir: env.dataDir, origin });

  app.get(
    `${BASE}/state`,
    {
      config: { access: "content:push:list" },
      schema: {
        response: okSchema({
          data: Type.Object({
            isOn: Type.Boolean(),
            hasToken: Type.Boolean(),
            waiting: Type.Integer(),
            remain: Nullable(Type.Integer()),
            site: Type.String({ title: "推送时使用的网站地址" }),
          }),
        }),
      },
    },
    async () => ok({ data: { ...(await pushState(db)), site: origin } }),
  );

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "content:push:list",
      },
      schema: {
        querystring: looseQuery({
          url: "地址，含有即可",
          state: "waiting、ok 或 failed",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(Row),
      },
    },
    async (request) => {
      const input = request.query;
      const url = inputText(input, "url");
      const state = inputText(input, "state");
      const asked = and(
        url ? ilike(pushLog.url, likePattern(url)) : undefined,
        state ? (Object.hasOwn(STATES, state) ? STATES[state] : sql`false`) : undefined,
      );
      const { pageNum, pageSize } = pageOf(input);
      const [counted] = await db.select({ total: count() }).from(pushLog).where(asked);
      const total = counted?.total ?? 0;
      const rows = await db
        .select({
          id: pushLog.id,
          articleId: pushLog.articleId,
          articleName: sql<string>`coalesce(${article.articleName}, '')`,
          url: pushLog.url,
          isOk: pushLog.isOk,
          answer: pushLog.answer,
          remain: pushLog.remain,
          createTime: pushLog.createTime,
        })
        .from(pushLog)
        .leftJoin(article, eq(article.id, pushLog.articleId))
        .where(asked)
        .orderBy(desc(pushLog.id))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(
        rows.map(({ isOk, ...row }) => ({
          ...row,
          state: isOk ? "ok" : row.answer === "" ? "waiting" : "failed",
          createTime: formatDateTime(row.createTime),
        })),
        total,
      );
    },
  );

  app.put(
    `${BASE}/retry/:ids`,
    {
      config: { access: "content:push:run", log: ["搜索引擎推送", 0] },
      schema: {
        params: pathParts("ids"),
        summary: "再次推送未成功的地址",
        response: okSchema({
          data: Type.Object({ sent: Type.Integer(), failed: Type.Integer() }),
        }),
      },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      const { isOn, hasToken } = await pushState(db);
      if (!isOn) throw new AppError("推送已关闭，不会发送任何内容");
      if (!hasToken) throw new AppError("还没有填写推送密钥，请先到网站设置中填写");
      const again = await retryRows(db, ids);
      if (again === 0) throw new AppError("没有可以再次推送的记录");
      const { sent, failed } = await send();
      return ok({ data: { sent, failed } }, `推送 ${sent} 条，未成功 ${failed} 条`);
    },
  );
};

export default pushDesk;

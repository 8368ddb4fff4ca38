import { desc, eq, inArray, sql } from "drizzle-orm";
import { Type } from "typebox";
import { ID } from "#src/lib/id-text.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { parseIds } from "#src/server/crud/ids.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { tellNews } from "../../news/service.server.ts";
import { Id, NOTICE_ROW } from "./shape.server.ts";
import { notice, noticeRead } from "./table.server.ts";

const BASE = "/prod-api/system/notice";

/** The bell shows this many, and `unreadCount` counts only those (wire 2.10). */
const BELL_ROWS = 5;

/** What the header's bell calls: the newest, and the marks of what was read. */
export const bell: Slice = (app, { db }) => {
  // A query of one table leaves its columns unqualified: inside the subquery both names are needed.
  const isRead = (userId: number) => sql<boolean>`exists (select 1 from ${noticeRead}
    where ${noticeRead}.notice_id = ${notice}.notice_id and ${noticeRead}.user_id = ${userId})`;

  const markRead = async (userId: number, ids: number[]) => {
    const there = await db
      .select({ noticeId: notice.noticeId })
      .from(notice)
      .where(inArray(notice.noticeId, ids));
    if (there.length === 0) return;
    const rows = there.map(({ noticeId }) => ({ noticeId, userId }));
    await db.transaction(async (tx) => {
      const marked = await tx
        .insert(noticeRead)
        .values(rows)
        .onConflictDoNothing()
        .returning({ noticeId: noticeRead.noticeId });
      if (marked.length > 0) await tellNews(tx, "notice", [{ userId }]);
    });
  };

  app.get(
    `${BASE}/listTop`,
    {
      config: { access: "staff" },
      schema: {
        response: okSchema({
          data: Type.Array(Type.Object({ ...NOTICE_ROW, isRead: Type.Boolean() })),
          unreadCount: Type.Integer(),
        }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const rows = await db
        .select({
          noticeId: notice.noticeId,
          noticeTitle: notice.noticeTitle,
          noticeType: notice.noticeType,
          status: notice.status,
          createBy: notice.createBy,
          createTime: notice.createTime,
          isRead: isRead(userId),
        })
        .from(notice)
        .where(eq(notice.status, "0"))
        .orderBy(desc(notice.noticeId))
        .limit(BELL_ROWS);
      const data = rows.map((row) => ({ ...row, createTime: formatDateTime(row.createTime) }));
      return ok({ data, unreadCount: data.filter((row) => !row.isRead).length });
    },
  );

  app.post(
    `${BASE}/markRead`,
    {
      config: { access: "staff" },
      schema: {
        querystring: Type.Object({ noticeId: Id }),
        response: okSchema(),
      },
    },
    async (request) => {
      await markRead(accountOf(request).userId, [request.query.noticeId]);
      return ok();
    },
  );

  app.post(
    `${BASE}/markReadAll`,
    {
      config: { access: "staff" },
      schema: {
        querystring: Type.Object({
          ids: Type.String({ pattern: `^${ID}(,${ID}){0,99}$`, title: "公告编号" }),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      await markRead(accountOf(request).userId, parseIds(request.query.ids));
      return ok();
    },
  );
};

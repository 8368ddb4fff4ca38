import { and, desc, eq } from "drizzle-orm";
import { Type } from "typebox";
import { isAlive, removeSessions } from "#src/app/login/session.server.ts";
import { session } from "#src/app/login/table.server.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";

const URL = "/prod-api/system/user/profile/sessions";

/** Where one is logged in, and how to end it there; our addition to the contract. */
const api: Slice = (app, { db }) => {
  app.get(
    URL,
    {
      config: { access: "login" },
      schema: {
        response: okSchema({
          data: Type.Array(
            Type.Object({
              id: Type.Integer(),
              ipaddr: Type.String(),
              browser: Type.String(),
              os: Type.String(),
              loginTime: Type.String(),
              lastSeenTime: Type.String(),
              isCurrent: Type.Boolean(),
            }),
          ),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const rows = await db
        .select()
        .from(session)
        .where(and(eq(session.userId, account.userId), isAlive))
        .orderBy(desc(session.lastSeenAt), desc(session.id))
        .limit(100);
      return ok({
        data: rows.map((row) => ({
          id: row.id,
          ipaddr: row.ipaddr,
          browser: row.browser,
          os: row.os,
          loginTime: formatDateTime(row.createdAt),
          lastSeenTime: formatDateTime(row.lastSeenAt),
          isCurrent: row.id === account.sessionId,
        })),
      });
    },
  );

  app.delete(
    `${URL}/:id`,
    {
      config: { access: "login", log: ["在线用户", 7] },
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      // Another person's session and one that is not there get the same answer.
      const id = parseId(request.params.id);
      const mine = and(eq(session.id, id), eq(session.userId, userId));
      if ((await removeSessions(db, mine)) === 0) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({}, "已退出该设备");
    },
  );
};

export default api;

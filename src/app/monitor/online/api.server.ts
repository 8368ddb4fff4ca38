import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { Type } from "typebox";
import { placeOf } from "#src/lib/address/address.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseIds } from "#src/server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, FORBIDDEN } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { isAlive } from "../../login/session.server.ts";
import { session } from "../../login/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { endSessions, livingSessions } from "./service.server.ts";

const BASE = "/prod-api/monitor/online";

/** Without pages the whole list is asked for; more than this nobody looks through. */
const MAX_ROWS = 5_000;

const Online = Type.Object({
  tokenId: Type.String(),
  userName: Type.String(),
  nickName: Type.String(),
  deptName: Nullable(Type.String()),
  ipaddr: Type.String(),
  loginLocation: Type.String(),
  browser: Type.String(),
  os: Type.String(),
  loginTime: Type.Integer(),
  lastSeenTime: Type.Integer(),
  isCurrent: Type.Boolean(),
});

/**
 * Who is logged in: wire 2.11 and 5, "Online". `tokenId` is the number of the session, never
 * its token. The contract's clients page in the browser and ask for all rows; `pageNum` asks for one
 * page.
 */
const api: Slice = (app, { db }) => {
  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "monitor:online:list",
      },
      schema: {
        querystring: looseQuery({
          ipaddr: "登录地址，等于",
          userName: "用户账号，等于",
          pageNum: "页码",
          pageSize: "每页行数",
        }),
        response: tableSchema(Online),
      },
    },
    async (request) => {
      const input = request.query;
      const [ipaddr, userName] = [inputText(input, "ipaddr"), inputText(input, "userName")];
      const where = and(
        eq(user.status, "0"),
        eq(user.delFlag, "0"),
        ipaddr ? eq(session.ipaddr, ipaddr) : undefined,
        userName ? eq(user.userName, userName) : undefined,
      );
      const [counted] = await db
        .select({ total: sql<number>`count(*)` })
        .from(session)
        .innerJoin(user, eq(user.userId, session.userId))
        .where(and(isAlive, where));
      const isPaged = inputText(input, "pageNum") !== "";
      const { pageNum, pageSize } = pageOf(input);
      const all = Number(counted?.total ?? 0);
      const total = isPaged ? all : Math.min(all, MAX_ROWS);
      const rows = await livingSessions(db, where)
        .orderBy(desc(session.createdAt), desc(session.id))
        .limit(isPaged ? pageSize : MAX_ROWS)
        .offset(isPaged ? offsetOf(pageNum, pageSize, all) : 0);
      const own = accountOf(request).sessionId;
      return table(
        rows.map(({ sessionId, createdAt, lastSeenAt, expiresAt: _end, ...row }) => ({
          ...row,
          tokenId: String(sessionId),
          loginLocation: placeOf(row.ipaddr),
          loginTime: createdAt.getTime(),
          lastSeenTime: lastSeenAt.getTime(),
          isCurrent: sessionId === own,
        })),
        total,
      );
    },
  );

  /** Several at once need the right for that as well. One that has ended meanwhile is no error. */
  app.delete(
    `${BASE}/:tokenId`,
    {
      config: { access: "monitor:online:forceLogout", log: ["在线用户", 7] },
      schema: { params: Type.Object({ tokenId: Type.String() }), response: okSchema() },
    },
    async (request) => {
      const ids = parseIds(request.params.tokenId);
      if (ids.length > 1 && !hasPermission(accountOf(request), "monitor:online:batchLogout")) {
        throw new AppError(FORBIDDEN, { code: 403 });
      }
      await endSessions(db, accountOf(request), inArray(session.id, ids));
      return ok();
    },
  );
};

export default api;

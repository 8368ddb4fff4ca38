import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import { parseIds } from "#src/server/crud/ids.ts";
import { publishCount } from "#src/server/crud/large-list.ts";
import { logListing } from "#src/server/crud/log-listing.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { clearNameFailures, clearPersonFailures } from "../../login/service.server.ts";
import { strongerThan } from "../../system/role/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { LOGIN_LOG_COUNT, loginLog, loginLogMark } from "./table.server.ts";

const BASE = "/prod-api/monitor/logininfor";

const TITLE = "登录日志";

/** Rows that nobody has taken from the list. */
const isListed: SQL = sql`not ${loginLog.isHidden}
  and ${loginLog.infoId} > (select ${loginLogMark.clearedTo} from ${loginLogMark})`;

/**
 * The log-in log: wire 2.11; columns: wire 7. What is deleted or cleared leaves the list; the
 * rows stay, as logs must for half a year at least (security 4.6).
 */
const api: Slice = (app, context) => {
  const { db } = context;

  logListing(app, context, {
    path: "/monitor/logininfor",
    noun: "monitor:logininfor",
    isOfPersons: true,
    table: loginLog,
    list: {
      like: ["ipaddr", "userName"],
      equals: ["status"],
      time: "loginTime",
      sorts: ["userName", "loginTime"],
    },
    countName: LOGIN_LOG_COUNT,
    base: isListed,
    exportLog: [TITLE, 5],
    sheet: {
      name: TITLE,
      columns: [
        ["序号", "infoId"],
        ["用户账号", "userName"],
        ["登录状态", "status", { 0: "成功", 1: "失败" }],
        ["登录地址", "ipaddr"],
        ["登录地点", "loginLocation"],
        ["浏览器", "browser"],
        ["操作系统", "os"],
        ["提示消息", "msg"],
        ["访问时间", "loginTime"],
      ],
    },
  });

  /** A GET that changes something: the contract's clients ask so (wire 2.11 and 12). */
  app.get(
    `${BASE}/unlock/:userName`,
    {
      config: { access: "monitor:logininfor:unlock", log: ["账户解锁", 0] },
      exposeHeadRoute: false,
      schema: { params: Type.Object({ userName: Type.String() }), response: okSchema() },
    },
    async (request) => {
      const userName = request.params.userName.replaceAll("\0", "").trim();
      await clearNameFailures(db, userName);
      // A log-in by phone is counted by the account's name.
      const [owner] = await db
        .select({ userId: user.userId, userName: user.userName })
        .from(user)
        .where(
          and(
            or(
              eq(sql`lower(${user.userName})`, userName.toLowerCase()),
              userName === "" ? undefined : eq(user.phonenumber, userName),
            ),
            eq(user.delFlag, "0"),
          ),
        )
        .orderBy(sql`lower(${user.userName}) = ${userName.toLowerCase()} desc`)
        .limit(1);
      if (!owner) return ok();
      await clearNameFailures(db, owner.userName);
      // The second factor of somebody who holds more is not for them to open to more guesses.
      const stronger = await strongerThan(db, accountOf(request), [owner.userId]);
      if (stronger.size === 0) await clearPersonFailures(db, owner.userId);
      return ok();
    },
  );

  app.delete(
    `${BASE}/clean`,
    {
      config: { access: "monitor:logininfor:remove", log: [TITLE, 9] },
      schema: { response: okSchema() },
    },
    async () => {
      await db.transaction(async (tx) => {
        const last = sql<number>`(select coalesce(max(info_id), 0) from sys_logininfor)`;
        await tx.update(loginLogMark).set({ clearedTo: last });
        await publishCount(tx, LOGIN_LOG_COUNT);
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "monitor:logininfor:remove", log: [TITLE, 3] },
      schema: { params: Type.Object({ ids: Type.String() }), response: okSchema() },
    },
    async (request) => {
      await db.transaction(async (tx) => {
        const hidden = await tx
          .update(loginLog)
          .set({ isHidden: true })
          .where(and(inArray(loginLog.infoId, parseIds(request.params.ids)), isListed))
          .returning({ infoId: loginLog.infoId });
        if (hidden.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        await publishCount(tx, LOGIN_LOG_COUNT);
      });
      return ok();
    },
  );
};

export default api;

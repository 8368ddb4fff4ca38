import { eq, inArray, sql } from "drizzle-orm";
import { checkPassword } from "#src/lib/people/password.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { fillBody, readFields } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Slice } from "#src/server/start/context.ts";
import { clearNameFailures } from "../../login/service.server.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { userPost } from "../post/table.server.ts";
import { refuseStronger } from "../role/service.server.ts";
import { userRole } from "../role/table.server.ts";
import { findUser } from "./list.server.ts";
import {
  bodyOf,
  FIELDS,
  guardedChange,
  lockUser,
  lockUsers,
  NO_PASSWORD,
  OWN_STATUS,
  refuseProtected,
} from "./rules.server.ts";
import { requireUsersInScope } from "./service.server.ts";
import { user } from "./table.server.ts";

const BASE = "/prod-api/system/user";
const LOG = "用户管理";
const REQUIRED_STATUS = { ...FIELDS.status, missing: "账号状态不能为空" };

/**
 * Remove, resetPwd and changeStatus of wire 2.3. Each ends the living sessions of the
 * account: the rows are read with every request, on every process.
 */
export const userStates: Slice = (app, { db }) => {
  app.delete(
    `${BASE}/:userIds`,
    {
      config: { access: "system:user:remove", log: [LOG, 3] },
      schema: { params: pathParts("userIds"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const ids = parseIds(String(request.params.userIds));
      for (const userId of ids) refuseProtected(account, userId, "当前用户不能删除");
      await db.transaction(async (tx) => {
        await requireUsersInScope(tx, account, "system:user:remove", ids);
        const rows = await lockUsers(tx, ids);
        if (rows.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        const userIds = rows.map(({ userId }) => userId);
        await refuseStronger(tx, account, userIds, "删除");
        await tx.delete(userRole).where(inArray(userRole.userId, userIds));
        await tx.delete(userPost).where(inArray(userPost.userId, userIds));
        await tx
          .update(user)
          .set({ delFlag: "2", updateBy: account.userName, updateTime: sql`now()` })
          .where(inArray(user.userId, userIds));
        for (const userId of userIds) await closeSessionsOf(tx, userId);
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/resetPwd`,
    {
      config: { access: "system:user:resetPwd", log: [LOG, 2] },
      preValidation: fillBody,
      schema: { body: bodyOf("userId", "password"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const userId = parseId(body.userId);
      refuseProtected(account, userId, "请在个人中心修改自己的密码");
      await requireUsersInScope(db, account, "system:user:resetPwd", [userId]);
      const row = await findUser(db, userId);
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      const given = typeof body.password === "string" ? body.password : "";
      const { userName, phonenumber, userType } = row;
      const owner = { userName, phone: phonenumber, isStaff: userType === "00" };
      refuseFields({ password: given === "" ? NO_PASSWORD : checkPassword(given, owner) });
      const password = await hashPassword(given);
      await db.transaction(async (tx) => {
        await lockUser(tx, userId);
        await refuseStronger(tx, account, [userId], "重置密码", "password");
        await tx
          .update(user)
          .set({
            password,
            pwdUpdateDate: sql`now()`,
            updateBy: account.userName,
            updateTime: sql`now()`,
          })
          .where(eq(user.userId, userId));
        await closeSessionsOf(tx, userId);
        await clearNameFailures(tx, userName);
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/changeStatus`,
    {
      config: { access: "system:user:edit", log: [LOG, 2] },
      preValidation: fillBody,
      schema: { body: bodyOf("userId", "status"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const userId = parseId(body.userId);
      refuseProtected(account, userId, OWN_STATUS);
      const { status } = readFields({ status: REQUIRED_STATUS }, body, true) as { status: string };
      await db.transaction(async (tx) => {
        await requireUsersInScope(tx, account, "system:user:edit", [userId]);
        const before = await lockUser(tx, userId);
        const guarded = guardedChange(before, { status });
        if (guarded) await refuseStronger(tx, account, [userId], guarded.words, guarded.field);
        await tx
          .update(user)
          .set({ status, updateBy: account.userName, updateTime: sql`now()` })
          .where(eq(user.userId, userId));
        if (status === "1") await closeSessionsOf(tx, userId);
      });
      return ok();
    },
  );
};

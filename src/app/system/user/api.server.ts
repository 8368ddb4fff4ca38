import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { normaliseNickName } from "#src/lib/people/nick-name.ts";
import { accountOf } from "#src/server/http/access.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { userImport } from "./import.server.ts";
import { userLists } from "./list.server.ts";
import { userReveal } from "./reveal.server.ts";
import { userRoles } from "./roles.server.ts";
import { changeOwnPassword, nickNameProblem } from "./service.server.ts";
import { userStates } from "./state.server.ts";
import { user } from "./table.server.ts";
import { userWrites } from "./write.server.ts";

const Text = Type.Optional(Type.String());

/**
 * User management (wire 2.3), and the calls (product 4.2) by which every account
 * changes its own row, and no other.
 */
const api: Slice = (app, context) => {
  const { db } = context;
  for (const part of [userLists, userReveal, userWrites, userStates, userRoles, userImport])
    part(app, context);

  app.put(
    "/prod-api/system/user/editNickName",
    {
      config: { access: "login", log: ["个人信息", 2] },
      schema: { body: Type.Object({ nickName: Text }), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const nickName = normaliseNickName(request.body.nickName ?? "");
      const isNew = nickName !== account.nickName;
      refuseFields({
        nickName: isNew ? await nickNameProblem(context, account, nickName) : undefined,
      });
      await db
        .update(user)
        .set({ nickName, updateBy: account.userName, updateTime: sql`now()` })
        .where(eq(user.userId, account.userId));
      return ok();
    },
  );

  /** Ends the other sessions of the account; this one goes on (product 4.2). */
  app.put(
    "/prod-api/system/user/updPassword",
    {
      config: { access: "login", allowsFirstPassword: true, log: ["个人信息", 2] },
      schema: { body: Type.Object({ oldPassword: Text, newPassword: Text }), response: okSchema() },
    },
    async (request) => {
      await changeOwnPassword(context, accountOf(request), request.body);
      return ok();
    },
  );
};

export default api;

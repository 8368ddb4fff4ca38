import { Type } from "typebox";
import { accountOf } from "../../../server/access.ts";
import type { Slice } from "../../../server/context.ts";
import { AppError, NOT_FOUND } from "../../../server/errors.ts";
import { parseId } from "../../../server/ids.ts";
import { ok, okSchema } from "../../../server/reply.ts";
import { requireUsersInScope } from "../dept/service.server.ts";
import { findUser } from "./list.server.ts";
import { REVEAL } from "./service.server.ts";

/** 查看: phone and mail of one person, whole. Each look is a row of the operation log. */
export const userReveal: Slice = (app, { db }) => {
  app.get(
    "/prod-api/system/user/reveal/:userId",
    {
      config: { access: REVEAL, log: ["用户管理", 0] },
      exposeHeadRoute: false,
      schema: {
        summary: "查看一个用户的完整手机号码和邮箱",
        response: okSchema({
          data: Type.Object({ phonenumber: Type.String(), email: Type.String() }),
        }),
      },
    },
    async (request) => {
      const userId = parseId((request.params as Record<string, unknown>).userId);
      await requireUsersInScope(db, accountOf(request), REVEAL, [userId]);
      const found = await findUser(db, userId);
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: { phonenumber: found.phonenumber, email: found.email } });
    },
  );
};

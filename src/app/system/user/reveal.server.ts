import { Type } from "typebox";
import { parseId } from "#src/server/crud/ids.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { findUser } from "./list.server.ts";
import { REVEAL, requireUsersInScope } from "./service.server.ts";

/** 查看: phone and mail of one person, whole. Each look is a row of the operation log. */
export const userReveal: Slice = (app, { db }) => {
  app.get(
    "/prod-api/system/user/reveal/:userId",
    {
      config: { access: REVEAL, log: ["用户管理", 0] },
      exposeHeadRoute: false,
      schema: {
        params: pathParts("userId"),
        summary: "查看一个用户的完整手机号码和邮箱",
        response: okSchema({
          data: Type.Object({ phonenumber: Type.String(), email: Type.String() }),
        }),
      },
    },
    async (request) => {
      const userId = parseId(request.params.userId);
      await requireUsersInScope(db, accountOf(request), REVEAL, [userId]);
      const found = await findUser(db, userId);
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: { phonenumber: found.phonenumber, email: found.email } });
    },
  );
};

import { and, asc, eq, or } from "drizzle-orm";
import { Type } from "typebox";
import { containsPairs } from "#src/db/like.ts";
import { entityCrud } from "#src/server/crud/entity-crud.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { role, userRole } from "../../system/role/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { ENTITY } from "./entity.ts";
import { declareExpert } from "./table.server.ts";
import { AccountChoice } from "./wire.ts";

const SHOWN = 20;

const api: Slice = (app, context) => {
  entityCrud(app, context, ENTITY, declareExpert, {
    checkSave: async (tx, next, before) => {
      const row: Readonly<Record<string, unknown>> = next;
      const was: Readonly<Record<string, unknown>> | undefined = before;
      const userId = Number(row.userId);
      if (was && Number(was.userId) !== userId) {
        // What they judged is theirs: another person is another row.
        refuseFields({ userId: "账号保存后不能更换；换人请新增一位专家" });
      }
      const [account] = await tx
        .select({ userId: user.userId })
        .from(user)
        .where(and(eq(user.userId, userId), eq(user.delFlag, "0")))
        .for("key share");
      refuseFields({ userId: account ? undefined : "请选择专家的账号" });
      const [expert] = await tx
        .select({ roleId: role.roleId })
        .from(role)
        .where(and(eq(role.roleKey, "expert"), eq(role.delFlag, "0")));
      // The role opens nothing; it says in the list of accounts who judges.
      if (expert) {
        await tx.insert(userRole).values({ userId, roleId: expert.roleId }).onConflictDoNothing();
      }
    },
  });

  app.get(
    "/prod-api/api/declaration/expert/accounts",
    {
      config: { access: "declare:expert:add" },
      schema: {
        querystring: looseQuery({ keyword: "姓名、登录账号或手机号码" }),
        response: okSchema({ data: Type.Array(AccountChoice) }),
      },
    },
    async (request) => {
      const keyword = plainText(request.query.keyword).trim();
      if (keyword.length < 2) return ok({ data: [] });
      const rows = await context.db
        .select({ userId: user.userId, nickName: user.nickName, userName: user.userName })
        .from(user)
        .where(
          and(
            eq(user.delFlag, "0"),
            eq(user.status, "0"),
            or(
              containsPairs(user.nickName, keyword),
              containsPairs(user.userName, keyword),
              eq(user.phonenumber, keyword),
            ),
          ),
        )
        .orderBy(asc(user.nickName), asc(user.userId))
        .limit(SHOWN);
      return ok({ data: rows });
    },
  );
};

export default api;

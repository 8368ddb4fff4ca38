import { and, eq, isNull } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { normaliseRealName } from "#src/lib/people/real-name.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { clearAttempts, takeAttempt } from "../../login/guard/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { type Member, memberOf } from "../service.server.ts";
import { member } from "../table.server.ts";
import { ownData } from "./data.server.ts";

const BASE = "/prod-api/api/bll/member/own";

/** A name can be guessed; a telephone that somebody gave up and another one has now must not open a membership. */
const TRIES = { failures: 5, minutes: 60 };

const WRONG = "与名册登记的名称不一致，请核对后重试，或联系会员部";

/**
 * The member of older books that an account can be: the only one of its kind with the account's telephone, which was
 * proved by a code when the account was made or changed, and nobody's yet.
 */
async function matchOf(db: Db, { userId }: Pick<Account, "userId">): Promise<Member | undefined> {
  const [own] = await db
    .select({ phone: user.phonenumber, userType: user.userType })
    .from(user)
    .where(eq(user.userId, userId));
  if (!own?.phone || own.userType === "00") return undefined;
  if (await memberOf(db, userId)) return undefined;
  const found = await db
    .select()
    .from(member)
    .where(
      and(
        eq(member.phone, own.phone),
        eq(member.memberType, own.userType),
        isNull(member.userId),
        isNull(member.mergedInto),
      ),
    )
    .limit(2);
  return found.length === 1 ? found[0] : undefined;
}

/** 核准信息 (product 7.4): whose telephone stands with an imported member says the name, and has the membership. */
const api: Slice = (app, context) => {
  const { db } = context;
  ownData(app, context);
  app.get(
    `${BASE}/match`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人手机号码在名册中对应的会员",
        response: okSchema({ data: Type.Object({ memberNo: Type.String() }) }),
      },
    },
    async (request) => {
      const found = await matchOf(db, accountOf(request));
      return ok({ data: { memberNo: found ? `${found.memberNo.slice(0, 5)}*****` : "" } });
    },
  );

  app.post(
    `${BASE}/link`,
    {
      config: { access: "login", log: ["会员核准", 2] },
      schema: {
        summary: "核准信息，把会籍关联到本人的账号",
        body: Type.Object({ name: Type.String({ default: "", title: "名称", maxLength: 200 }) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const name = normaliseRealName(request.body.name);
      refuseFields({ name: name === "" ? "请填写登记的姓名或单位名称" : undefined });
      const key = `memberLink:${account.userId}`;
      if (!(await takeAttempt(db, key, TRIES))) {
        throw new AppError("核对次数过多，请一小时后再试，或联系会员部");
      }
      await db.transaction(async (tx) => {
        // Of two clicks at once one finds that it is done.
        await tx
          .select({ userId: user.userId })
          .from(user)
          .where(eq(user.userId, account.userId))
          .for("no key update");
        const found = await matchOf(tx, account);
        if (!found) throw new AppError("名册中没有可以核准的会籍，请联系会员部");
        if (normaliseRealName(found.name) !== name) refuseFields({ name: WRONG });
        const linked = await tx
          .update(member)
          .set({ userId: account.userId })
          .where(and(eq(member.id, found.id), isNull(member.userId), isNull(member.mergedInto)))
          .returning({ id: member.id });
        if (linked.length === 0) throw new AppError("这份会籍刚被核准，请刷新后查看");
        await noteStep(tx, {
          subject: "member",
          subjectId: found.id,
          action: "linked",
          account,
          ip: request.ip,
        });
      });
      await clearAttempts(db, key);
      return ok();
    },
  );
};

export default api;

import { eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { maskPaperNumber } from "#src/lib/people/masks.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { App, Context } from "#src/server/start/context.ts";
import { regionName } from "../../common/regions/service.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { openIdentity } from "../../system/sign/identity/service.server.ts";
import { contactValues } from "../contact/service.server.ts";
import { memberOf } from "../service.server.ts";
import { member } from "../table.server.ts";
import { OwnData } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/own";
const NO_MEMBER = "您还不是会员，没有会员资料";
const Text = Type.Optional(Type.String({ maxLength: 1_000 }));

/** What the register has of a member, and the part of it that they keep right themselves (product 7.2). */
export function ownData(app: App, { db, env }: Context): void {
  app.get(
    `${BASE}/data`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人在会员名册中的资料",
        response: okSchema({ data: Type.Union([OwnData, Type.Null()]) }),
      },
    },
    async (request) => {
      const row = await memberOf(db, accountOf(request).userId);
      if (!row) return ok({ data: null });
      const textIn = (name: string) => {
        const value = row.form[name];
        return typeof value === "string" ? value : "";
      };
      const { memberNo, memberType, name, idType, creditCode, phone, email } = row;
      return ok({
        data: {
          ...{ memberNo, memberType, name, idType, creditCode, phone, email },
          idNo: maskPaperNumber(openIdentity(env.dataDir, row.idSealed)),
          regionName: await regionName(row.region),
          address: textIn("address"),
          workUnit: textIn("workUnit"),
        },
      });
    },
  );

  app.put(
    `${BASE}/contact`,
    {
      config: { access: "login", log: ["会员资料", 2] },
      schema: {
        summary: "修改本人在会员名册中的联系方式",
        body: Type.Object({ phone: Text, email: Text, address: Text, workUnit: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { phone, email } = request.body;
      // Staff may not know them; the member does.
      refuseFields({
        phone: phone?.trim() === "" ? "请填写手机号码" : undefined,
        email: email?.trim() === "" ? "请填写电子邮箱" : undefined,
      });
      await db.transaction(async (tx) => {
        const known = await memberOf(tx, account.userId);
        if (!known) throw new AppError(NO_MEMBER);
        const [row] = await tx.select().from(member).where(eq(member.id, known.id)).for("update");
        if (!row || row.userId !== account.userId || row.mergedInto !== null) {
          throw new AppError(NO_MEMBER);
        }
        await tx
          .update(member)
          .set({
            ...(await contactValues(row, request.body)),
            version: sql`${member.version} + 1`,
            updateBy: account.userName,
            updateTime: sql`now()`,
          })
          .where(eq(member.id, row.id));
        await noteStep(tx, {
          subject: "member",
          subjectId: row.id,
          action: "ownEdit",
          account,
          ip: request.ip,
        });
      });
      return ok({}, "已保存");
    },
  );
}

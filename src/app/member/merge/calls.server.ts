import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context } from "#src/server/start/context.ts";
import { requireStepUp } from "../../login/stepUp/service.server.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { user } from "../../system/user/table.server.ts";
import { wholeOf } from "../read/detail.server.ts";
import type { Member } from "../service.server.ts";
import { clashesOf } from "./clashes.ts";
import { bothOf, mergeMembers, openTermsOf, unlike } from "./merge.server.ts";
import { MergeLook, type MergeSide } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/merge";

/** Two rows of the roster that mean one member become one: a look at both, and the deed. */
export function merging(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/:ids`,
    {
      config: { access: "member:member:merge" },
      schema: {
        summary: "合并前并排查看两位会员",
        params: pathParts("ids"),
        response: okSchema({ data: MergeLook }),
      },
    },
    async (request) => {
      const ids = String(request.params.ids).split(",").map(parseId);
      const [first, second] = ids;
      if (first === undefined || second === undefined || ids.length !== 2) {
        throw new AppError("请选择两位会员");
      }
      const reach = await reachOf(db, accountOf(request));
      const both = await bothOf(db, reach, [first, second], false);
      const [terms, others] = [await openTermsOf(db, first), await openTermsOf(db, second)];
      return ok({
        data: {
          sides: [await sideOf(context, both[0]), await sideOf(context, both[1])],
          problem: unlike(...both) ?? "",
          clashes: clashesOf(terms, others).map(
            ({ kept, other }) =>
              `${both[0].memberNo} 的 ${kept.fromOn} 至 ${kept.toOn} 与 ${both[1].memberNo} 的 ${other.fromOn} 至 ${other.toOn}`,
          ),
        },
      });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "member:member:merge", log: ["会员名册", 2] },
      schema: {
        summary: "把重复的会员合并成一位",
        body: Type.Object({
          keptId: RowId,
          keptVersion: RowId,
          goneId: RowId,
          goneVersion: RowId,
          isShortened: Type.Boolean({ default: false }),
          account: Type.Union([Type.Literal("kept"), Type.Literal("gone")], { default: "kept" }),
          reason: Type.String({ default: "", title: "原因" }),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      await requireStepUp(context, accountOf(request));
      const reach = await reachOf(db, accountOf(request));
      await mergeMembers(db, { reach, ip: request.ip }, request.body);
      return ok();
    },
  );
}

async function sideOf(context: Context, row: Member): Promise<MergeSide> {
  const whole = await wholeOf(context, row);
  const [account] =
    row.userId === null
      ? []
      : await context.db
          .select({ userName: user.userName })
          .from(user)
          .where(eq(user.userId, row.userId));
  return {
    ...whole,
    accountName: account?.userName ?? "",
    terms: whole.terms
      .filter(({ isVoid }) => !isVoid)
      .map(({ fromOn, toOn, levelName }) => `${fromOn} 至 ${toOn}　${levelName}`),
    posts: whole.posts.map(({ periodName, postName }) => `${periodName}　${postName}`),
    signs: whole.signs.length,
    certificates: whole.certificates.filter(({ isRevoked }) => !isRevoked).length,
  };
}

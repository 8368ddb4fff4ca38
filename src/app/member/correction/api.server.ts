import { and, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { CorrectionVerb } from "#src/lib/membership/correction-life.ts";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { revealing } from "#src/server/crud/revealing.ts";
import { type Given, takeStep } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { openIdentity } from "../../system/sign/identity/service.server.ts";
import { askCorrection } from "./ask.server.ts";
import { CORRECTION_FLOW, reachedBy } from "./flow.server.ts";
import {
  correctionCondition,
  correctionDetail,
  countCorrections,
  listCorrections,
  ownCorrections,
} from "./list.server.ts";
import { memberCorrection } from "./table.server.ts";
import { CorrectionDetail, CorrectionRow, OwnCorrection } from "./wire.ts";

const PATH = "/api/bll/member/correction";
const BASE = `/prod-api${PATH}`;
const LOG = "资料更正";

/** 资料更正 (product 7.2): a member asks to have the register put right, staff look at the proof and do it. */
const api: Slice = (app, context) => {
  owners(app, context);
  readings(app, context);
  deciding(app, context);
};

const step = async (
  context: Context,
  request: FastifyRequest,
  verb: CorrectionVerb,
  given: Given & { id: number },
) =>
  takeStep(CORRECTION_FLOW, context, verb, given.id, given, {
    account: accountOf(request),
    reach: await reachOf(context.db, accountOf(request)),
    ip: request.ip,
  });

const Text = Type.String({ default: "", maxLength: 1_000 });
const Key = { id: RowId, version: Type.Optional(Type.Integer()) };

function owners(app: App, context: Context): void {
  const { db } = context;

  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人的资料更正申请，新的在前",
        response: okSchema({ data: Type.Array(OwnCorrection) }),
      },
    },
    async (request) => ok({ data: await ownCorrections(context, accountOf(request).userId) }),
  );

  app.post(
    BASE,
    {
      config: { access: "login", log: [LOG, 1] },
      schema: {
        summary: "申请更正会员名册中的名称、证件号码或统一社会信用代码",
        body: Type.Object({
          name: Text,
          idType: Text,
          idNo: Text,
          creditCode: Text,
          reason: Text,
          sensitiveConsent: Type.Boolean({ default: false }),
          files: Type.Array(Type.String({ maxLength: 200 }), { default: [], maxItems: 20 }),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      await db.transaction((tx) => askCorrection(context, tx, request, request.body));
      return ok({}, "已提交");
    },
  );

  app.put(
    `${BASE}/withdraw`,
    {
      config: { access: "login", log: [LOG, 2] },
      schema: {
        summary: "撤回还没有办理的更正申请",
        body: Type.Object(Key),
        response: okSchema(),
      },
    },
    async (request) => {
      await step(context, request, "withdraw", request.body);
      return ok({}, "已撤回");
    },
  );
}

function readings(app: App, context: Context): void {
  const { db, env } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "member:correction:list" },
      schema: {
        summary: "会员的资料更正申请；待办理的在前，最急的最先",
        querystring: looseQuery({
          keyword: "会员编号或名称",
          state: "asked、agreed、refused、withdrawn，可以是几个，以逗号分隔",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(CorrectionRow),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const where = and(
        reachedBy(reach, "member:correction:list"),
        correctionCondition(request.query),
      );
      const total = await countCorrections(context, where);
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      return table(await listCorrections(context, where, { limit: pageSize, offset }), total);
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "member:correction:query" },
      schema: {
        summary: "一项更正申请：登记的、申请更正为的和证明材料",
        params: pathParts("id"),
        response: okSchema({ data: CorrectionDetail }),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const id = parseId(request.params.id);
      const where = and(reachedBy(reach, "member:correction:query"), eq(memberCorrection.id, id));
      const data = await correctionDetail(context, where);
      if (!data) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data });
    },
  );

  revealing(app, {
    path: PATH,
    access: "member:correction:decide",
    log: LOG,
    fields: { idNo: "证件号码" },
    async read(account, id) {
      const reach = await reachOf(db, account);
      const [row] = await db
        .select({ sealed: memberCorrection.idSealed })
        .from(memberCorrection)
        .where(and(reachedBy(reach, "member:correction:decide"), eq(memberCorrection.id, id)));
      return row ? openIdentity(env.dataDir, row.sealed) : undefined;
    },
  });
}

function deciding(app: App, context: Context): void {
  const verb = (name: "agree" | "refuse", summary: string, msg: string) =>
    app.put(
      `${BASE}/${name}`,
      {
        config: { access: "member:correction:decide", log: [LOG, 2] },
        schema: { summary, body: Type.Object({ ...Key, opinion: Text }), response: okSchema() },
      },
      async (request) => {
        await step(context, request, name, request.body);
        return ok({}, msg);
      },
    );
  verb("agree", "同意更正：名册随即更正，名称有变的会员证换发", "已更正，并通知本人");
  verb("refuse", "不予更正，写明原因", "已答复本人");
}

export default api;

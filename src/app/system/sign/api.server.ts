import { Type } from "typebox";
import { openVoucher } from "#src/app/finance/service.server.ts";
import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import { parseId, readIds } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { largeTable, largeTableSchema, ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { LogMark } from "#src/server/log/oper-log.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { actOnEach } from "./acts/bulk.server.ts";
import { act } from "./acts/flow.server.ts";
import { saveSign } from "./acts/start.server.ts";
import { branchesIn } from "./model/branches.server.ts";
import { personOf, type Sign, within } from "./model/rights.server.ts";
import { lockSign } from "./model/rows.server.ts";
import { findSign, infoOf } from "./read/detail.server.ts";
import { signForms } from "./read/forms.server.ts";
import { countQueue, levelsOfQueue, listQueue } from "./read/list.server.ts";
import { signReveal } from "./read/reveal.server.ts";
import { Branch, Counts, Info, Levels, QueueRow, Results, Saved } from "./wire.ts";

const BASE = "/prod-api/api/system/sign";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
/** A form with all its texts. */
const BODY_BYTES = 512 * 1024;

const CHANGED: LogMark = ["会员申请", 2];

const saved = ({ id, applyNo, state, version }: Sign): Saved => ({ id, applyNo, state, version });

/** product 4.3: applications for membership, from their beginning to their end. */
const api: Slice = (app, context) => {
  owners(app, context);
  staff(app, context);
  signReveal(app, context);
  signForms(app, context);
};

/** What an owner does with their own application. */
function owners(app: App, context: Context): void {
  for (const [path, memberType] of [
    ["addMember", "01"],
    ["addOrg", "02"],
  ] as const) {
    app.post(
      `${BASE}/${path}`,
      {
        config: { access: "login", log: ["会员申请", 1] },
        bodyLimit: BODY_BYTES,
        preValidation: fillBody,
        schema: { body: Body, response: okSchema({ data: Saved }) },
      },
      async (request) => {
        const person = await personOf(context, request);
        return ok({ data: saved(await saveSign(context, memberType, request.body, person)) });
      },
    );
  }

  app.get(
    `${BASE}/getInfo`,
    {
      config: { access: "login" },
      schema: {
        querystring: looseQuery({ id: "申请编号", applyNo: "申请号" }),
        response: okSchema({ data: Info }),
      },
    },
    async (request) => {
      const { id, applyNo } = request.query;
      const asked = {
        id: id === undefined ? undefined : parseId(id),
        applyNo: typeof applyNo === "string" ? applyNo : undefined,
      };
      const person = await personOf(context, request);
      const row = await findSign(context.db, person, asked);
      if (!row && (asked.id !== undefined || asked.applyNo)) {
        throw new AppError(NOT_FOUND, { code: 404 });
      }
      return ok({ data: await infoOf(context, person, row) });
    },
  );

  app.get(
    `${BASE}/branches`,
    {
      config: { access: "public" },
      schema: {
        summary: "可以选择的分支机构",
        response: okSchema({ data: Type.Array(Branch) }),
      },
    },
    async () => ok({ data: await branchesIn(context.db) }),
  );

  for (const verb of ["withdraw", "discard"] as const) {
    step(app, context, "post", verb, verb, "login");
  }
}

type StepAccess =
  | "login"
  | "member:sign:list"
  | "member:sign:reopen"
  | "member:sign:revoke"
  | "member:finance:confirm";

/** A call that takes one step with one application. */
function step(
  app: App,
  context: Context,
  method: "post" | "put",
  path: string,
  verb: SignVerb | ((given: Given) => SignVerb),
  access: StepAccess,
  log: LogMark = CHANGED,
): void {
  app[method](
    `${BASE}/${path}`,
    {
      config: { access, log },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Saved }) },
    },
    async (request) => {
      const person = await personOf(context, request);
      const chosen = typeof verb === "function" ? verb(request.body) : verb;
      const row = await act(context, chosen, parseId(request.body.id), request.body, person);
      return ok({ data: saved(row) });
    },
  );
}

const ACTIONS: Readonly<Record<string, SignVerb>> = {
  pass: "pass",
  return: "return",
  reject: "reject",
  councilPass: "councilPass",
  councilReject: "councilReject",
};

/** What staff do with applications of others. */
function staff(app: App, context: Context): void {
  const seen = { access: "member:sign:list" } as const;

  app.get(
    `${BASE}/list`,
    {
      config: seen,
      schema: {
        querystring: looseQuery({
          keyword: "名称、申请号、参考码或信用代码",
          state: "状态，可以是几个，以逗号分隔",
          memberType: "01 个人，02 单位",
          kind: "NEW、RENEW、UPGRADE 或 REJOIN",
          levelId: "级别编号",
          beginTime: "提交的起始日期，yyyy-MM-dd",
          endTime: "提交的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
          orderByColumn: "submittedAt、deadlineAt、updateTime 或 name",
          isAsc: "ascending 或 descending",
        }),
        response: largeTableSchema(QueueRow),
      },
    },
    async (request) => {
      const person = await personOf(context, request);
      const { rows, total, isMore } = await listQueue(context, person, request.query);
      return largeTable(rows, total, isMore);
    },
  );

  app.get(
    `${BASE}/counts`,
    { config: seen, schema: { response: okSchema({ data: Counts }) } },
    async (request) => {
      const { reach } = await personOf(context, request);
      return ok({ data: await countQueue(context, reach) });
    },
  );

  app.get(
    `${BASE}/levels`,
    { config: seen, schema: { response: okSchema({ data: Levels }) } },
    async () => ok({ data: await levelsOfQueue(context) }),
  );

  // check and checkOrg differ by the applications that they reach: each step asks for its own permission.
  for (const [path, memberType] of [
    ["check", "01"],
    ["checkOrg", "02"],
  ] as const) {
    app.post(
      `${BASE}/${path}`,
      {
        config: { access: "member:sign:list", log: ["会员审核", 2] },
        preValidation: fillBody,
        schema: { body: Body, response: okSchema({ data: Results }) },
      },
      async (request) => {
        const given = request.body;
        const verb = ACTIONS[String(given.action)];
        if (!verb) throw new AppError("请选择审核结果");
        const ids = readIds(given, "ids") ?? [parseId(given.id)];
        const person = await personOf(context, request);
        return ok({ data: await actOnEach(context, memberType, verb, ids, given, person) });
      },
    );
  }

  step(app, context, "post", "rebranch", "rebranch", "member:sign:list", ["会员审核", 2]);

  // addFinance has two actors: the owner hands in a voucher, finance says what came in.
  step(
    app,
    context,
    "put",
    "addFinance",
    (given) => (given.confirmed === true ? "confirm" : "pay"),
    "login",
  );
  step(app, context, "put", "financePass", "confirm", "member:finance:confirm");
  app.post(
    `${BASE}/openVoucher`,
    {
      config: { access: "member:finance:confirm", log: CHANGED },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const person = await personOf(context, request);
      await context.db.transaction(async (tx) => {
        const row = await lockSign(tx, parseId(request.body.id), within("confirm", person));
        if (!row) throw new AppError(NOT_FOUND, { code: 404 });
        await openVoucher(tx, row.id, person.account.userId);
      });
      return ok();
    },
  );
  step(app, context, "put", "financeFail", "fail", "member:finance:confirm");
  step(app, context, "post", "reopen", "reopen", "member:sign:reopen");
  step(
    app,
    context,
    "post",
    "revoke",
    (given) => (given.confirmed === true ? "revoke" : "askRevoke"),
    "member:sign:revoke",
  );
}

export default api;

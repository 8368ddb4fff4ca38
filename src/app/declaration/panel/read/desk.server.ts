import { Type } from "typebox";
import { parseId, plainText, readIds } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { arrange, assignOne } from "../acts/assign.server.ts";
import { actOnPanel } from "../acts/panel-flow.server.ts";
import { editPlan, inviteExperts, remindExperts } from "../acts/plan.server.ts";
import { actOnReview } from "../acts/review-flow.server.ts";
import { Arranged, Choice, Invitee, PanelBatch, PanelResults, Progress } from "../wire.ts";
import { choicesFor, inviteesFor, panelBatches, progressOf } from "./progress.server.ts";
import { resultsOf } from "./results.server.ts";

const BASE = "/prod-api/api/declaration/panel";
const Body = Type.Record(Type.String(), Type.Unknown());
const MAX_AT_ONCE = 200;

const personOf = (request: Parameters<typeof accountOf>[0] & { ip: string }): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** The calls of the secretariat: who judges what, how far it is, and what came of it. */
export const panelDesk: Slice = (app, context) => {
  seen(app, context);
  arranging(app, context);
  exporting(app, context, {
    path: "/api/declaration/panel",
    noun: "declare:panel",
    log: ["专家评审", 5],
    sheet: {
      name: "评审结果",
      columns: [
        ["名次", "place"],
        ["申报编号", "itemNo"],
        ["题目", "title"],
        ["类别", "category"],
        ["单位", "unitName"],
        ["标准化得分", "score"],
        ["平均分", "mean"],
        ["分差", "spread"],
        ["评审份数", "count"],
        ["各专家分数", "totals"],
        ["状态", "stateName"],
      ],
    },
    rows: async (tx, input, _request, { limit, offset }) => {
      const { rows } = await resultsOf(tx, parseId(input.batchId));
      return rows.slice(offset, offset + limit).map((row) => ({
        ...row,
        place: row.place === 0 ? "份数不足" : row.place,
        totals: row.totals.join("、"),
      }));
    },
  });
};

function seen(app: App, { db }: Context): void {
  const config = { access: "declare:panel:list" } as const;
  app.get(
    `${BASE}/batches`,
    { config, schema: { response: okSchema({ data: Type.Array(PanelBatch) }) } },
    async () => ok({ data: await panelBatches(db) }),
  );
  app.get(
    `${BASE}/progress`,
    {
      config,
      schema: {
        querystring: looseQuery({ batchId: "批次编号" }),
        response: okSchema({ data: Progress }),
      },
    },
    async (request) => ok({ data: await progressOf(db, parseId(request.query.batchId)) }),
  );
  app.get(
    `${BASE}/results`,
    {
      config,
      schema: {
        querystring: looseQuery({ batchId: "批次编号" }),
        response: okSchema({ data: PanelResults }),
      },
    },
    async (request) => ok({ data: await resultsOf(db, parseId(request.query.batchId)) }),
  );
  app.get(
    `${BASE}/choices`,
    {
      config: { access: "declare:panel:assign" },
      schema: {
        querystring: looseQuery({ batchId: "批次编号", itemId: "申报编号" }),
        response: okSchema({ data: Type.Array(Choice) }),
      },
    },
    async ({ query }) =>
      ok({ data: await choicesFor(db, parseId(query.batchId), parseId(query.itemId)) }),
  );
  app.get(
    `${BASE}/invitees`,
    {
      config: { access: "declare:panel:invite" },
      schema: {
        querystring: looseQuery({ batchId: "批次编号" }),
        response: okSchema({ data: Type.Array(Invitee) }),
      },
    },
    async (request) => ok({ data: await inviteesFor(db, parseId(request.query.batchId)) }),
  );
}

function arranging(app: App, context: Context): void {
  app.put(
    `${BASE}/plan`,
    {
      config: { access: "declare:panel:edit", log: ["专家评审", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const { body } = request;
      await editPlan(context, parseId(body.batchId), body, personOf(request));
      return ok();
    },
  );

  const idsIn = (body: Readonly<Record<string, unknown>>, name: string): number[] => {
    const ids = readIds({ ...body }, name) ?? [];
    if (ids.length === 0) throw new AppError("请先选择专家");
    if (ids.length > MAX_AT_ONCE) throw new AppError(`一次最多选择 ${MAX_AT_ONCE} 位专家`);
    return ids;
  };

  app.post(
    `${BASE}/invite`,
    {
      config: { access: "declare:panel:invite", log: ["专家评审", 1] },
      preValidation: fillBody,
      schema: {
        body: Body,
        response: okSchema({ data: Type.Object({ invited: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { body } = request;
      const batchId = parseId(body.batchId);
      const ids = idsIn(body, "expertIds");
      return ok({
        data: { invited: await inviteExperts(context, batchId, ids, personOf(request)) },
      });
    },
  );

  app.post(
    `${BASE}/remind`,
    {
      config: { access: "declare:panel:invite", log: ["专家评审", 2] },
      preValidation: fillBody,
      schema: {
        body: Body,
        response: okSchema({
          data: Type.Object({ told: Type.Integer(), refusals: Type.Array(Type.String()) }),
        }),
      },
    },
    async (request) => {
      const ids = idsIn(request.body, "ids");
      return ok({ data: await remindExperts(context, ids, personOf(request)) });
    },
  );

  app.post(
    `${BASE}/remove`,
    {
      config: { access: "declare:panel:invite", log: ["专家评审", 3] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const { body } = request;
      await actOnPanel(context, "remove", parseId(body.id), body, personOf(request));
      return ok();
    },
  );

  app.post(
    `${BASE}/arrange`,
    {
      config: { access: "declare:panel:assign", log: ["专家评审", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Arranged }) },
    },
    async (request) => {
      const batchId = parseId(request.body.batchId);
      return ok({ data: await arrange(context, batchId, personOf(request)) });
    },
  );

  app.post(
    `${BASE}/assign`,
    {
      config: { access: "declare:panel:assign", log: ["专家评审", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const { body } = request;
      const inPlaceOf = plainText(body.reviewId) === "" ? undefined : parseId(body.reviewId);
      await assignOne(
        context,
        parseId(body.itemId),
        parseId(body.panelId),
        personOf(request),
        {},
        inPlaceOf,
      );
      return ok();
    },
  );

  app.post(
    `${BASE}/unassign`,
    {
      config: { access: "declare:panel:assign", log: ["专家评审", 3] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const { body } = request;
      await actOnReview(context, "replace", parseId(body.id), body, personOf(request));
      return ok();
    },
  );
}

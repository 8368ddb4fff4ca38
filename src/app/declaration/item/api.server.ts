import { Type } from "typebox";
import type { DeclareVerb } from "#src/lib/declare/declare-life.ts";
import { parseId, plainText, readIds } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { act, actOnEach } from "./acts/flow.server.ts";
import { begin, join, shareAnew } from "./acts/start.server.ts";
import { type Item, personOf } from "./model/rights.server.ts";
import { wholeOf } from "./read/detail.server.ts";
import { declareForms } from "./read/form-pdf.server.ts";
import { batchChoices, countQueue, listQueue } from "./read/list.server.ts";
import { mineOf } from "./read/mine.server.ts";
import { declareSheet } from "./read/sheet.server.ts";
import { BatchChoice, Counts, ItemWhole, Mine, QueueRow, Results, Saved } from "./wire.ts";

const BASE = "/prod-api/api/declaration/item";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
/** A save carries the texts of the form and the earlier texts they are compared with. */
const BODY_BYTES = 1024 * 1024;

const saved = (
  { id, itemNo, state, version, conflicts = [] }: Item,
  values?: Item["values"],
): Saved => ({
  id,
  itemNo,
  state,
  version,
  conflicts: [...conflicts],
  values: values ?? null,
});

/** product 4.8: declarations, from their beginning to their end. */
const api: Slice = (app, context) => {
  applicants(app, context);
  steps(app, context);
  staff(app, context);
  declareForms(app, context);
  declareSheet(app, context);
};

function applicants(app: App, context: Context): void {
  app.get(
    `${BASE}/mine`,
    { config: { access: "login" }, schema: { response: okSchema({ data: Mine }) } },
    async (request) => ok({ data: await mineOf(context, await personOf(context, request)) }),
  );

  app.get(
    `${BASE}/getInfo`,
    {
      config: { access: "login" },
      schema: {
        querystring: looseQuery({ id: "申报编号" }),
        response: okSchema({ data: ItemWhole }),
      },
    },
    async (request) => {
      const person = await personOf(context, request);
      return ok({ data: await wholeOf(context, parseId(request.query.id), person) });
    },
  );

  app.post(
    `${BASE}/begin`,
    {
      config: { access: "login", log: ["项目申报", 1] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Saved }) },
    },
    async (request) => {
      const person = await personOf(context, request);
      return ok({ data: saved(await begin(context, parseId(request.body.batchId), person)) });
    },
  );

  app.put(
    `${BASE}/save`,
    {
      config: { access: "login", log: ["项目申报", 2] },
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Saved }) },
    },
    async (request) => {
      const person = await personOf(context, request);
      const { body } = request;
      const row = await act(context, "save", parseId(body.id), body, person);
      // Somebody else has written since: the page takes over what they wrote.
      const wasAlone = Number(body.seen) === row.version - 1;
      return ok({ data: saved(row, wasAlone ? undefined : row.values) });
    },
  );

  app.post(
    `${BASE}/share`,
    {
      config: { access: "login", log: ["项目申报", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Type.Object({ code: Type.String() }) }) },
    },
    async (request) => {
      const person = await personOf(context, request);
      return ok({ data: { code: await shareAnew(context, parseId(request.body.id), person) } });
    },
  );

  app.post(
    `${BASE}/join`,
    {
      config: { access: "login", log: ["项目申报", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Saved }) },
    },
    async (request) => {
      const person = await personOf(context, request);
      return ok({ data: saved(await join(context, plainText(request.body.code), person)) });
    },
  );
}

/** Steps of the owner and of the unit, each a call of its own. */
const OWN_STEPS: readonly (readonly [path: string, verb: DeclareVerb])[] = [
  ["submit", "submit"],
  ["discard", "discard"],
  ["withdraw", "withdraw"],
  ["askClosing", "askClosing"],
  ["unitPass", "unitPass"],
  ["unitReturn", "unitReturn"],
];

/** Steps of staff, on one or on several; each asks for its own permission. */
const STAFF_STEPS = {
  check: ["pass", "return", "reject"],
  decide: ["rank", "publicise", "decline", "establish", "recall"],
  stage: ["open", "review", "complete", "reviewAgain", "terminate"],
} as const satisfies Record<string, readonly DeclareVerb[]>;

function steps(app: App, context: Context): void {
  for (const [path, verb] of OWN_STEPS) {
    app.post(
      `${BASE}/${path}`,
      {
        config: { access: "login", log: ["项目申报", 2] },
        preValidation: fillBody,
        schema: { body: Body, response: okSchema({ data: Saved }) },
      },
      async (request) => {
        const person = await personOf(context, request);
        const row = await act(context, verb, parseId(request.body.id), request.body, person);
        return ok({ data: saved(row) });
      },
    );
  }

  for (const name of ["check", "decide", "stage"] as const) {
    const verbs: readonly DeclareVerb[] = STAFF_STEPS[name];
    app.post(
      `${BASE}/${name}`,
      {
        config: { access: `declare:item:${name}`, log: ["申报受理", 2] },
        preValidation: fillBody,
        schema: { body: Body, response: okSchema({ data: Results }) },
      },
      async (request) => {
        const given = request.body;
        const verb = verbs.find((each) => each === given.action);
        if (!verb) throw new AppError("请选择办理结果");
        const ids = readIds(given, "ids") ?? [parseId(given.id)];
        const person = await personOf(context, request);
        return ok({ data: await actOnEach(context, verb, ids, given, person) });
      },
    );
  }
}

function staff(app: App, context: Context): void {
  const seen = { access: "declare:item:list" } as const;

  app.get(
    `${BASE}/list`,
    {
      config: seen,
      schema: {
        querystring: looseQuery({
          keyword: "题目、申报编号或单位",
          batchId: "批次编号",
          state: "状态，可以是几个，以逗号分隔",
          category: "类别",
          beginTime: "提交的起始日期，yyyy-MM-dd",
          endTime: "提交的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
          orderByColumn: "submittedAt、itemNo 或 title",
          isAsc: "ascending 或 descending",
        }),
        response: tableSchema(QueueRow),
      },
    },
    async (request) => {
      const person = await personOf(context, request);
      const { rows, total } = await listQueue(context, person, request.query);
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/counts`,
    {
      config: seen,
      schema: {
        querystring: looseQuery({ batchId: "批次编号" }),
        response: okSchema({ data: Counts }),
      },
    },
    async (request) => {
      const text = plainText(request.query.batchId);
      const batchId = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
      return ok({ data: await countQueue(context, batchId) });
    },
  );

  app.get(
    `${BASE}/batches`,
    { config: seen, schema: { response: okSchema({ data: Type.Array(BatchChoice) }) } },
    async () => ok({ data: await batchChoices(context) }),
  );
}

export default api;

import { and, asc, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { Type } from "typebox";
import { containsPairs } from "#src/db/like.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { type ObjectionVerb, objectionStateName } from "#src/lib/declare/objection-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { declareBatch } from "../batch/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { actOnObjection, object, objectionSteps } from "./flow.server.ts";
import { notOnOwn } from "./service.server.ts";
import { declareObjection } from "./table.server.ts";
import { ObjectionRow, OwnObjection } from "./wire.ts";

const BASE = "/prod-api/api/declaration/objection";
/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());

const personOf = (request: Parameters<typeof accountOf>[0] & { ip: string }): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** 公示与异议: who objects to what is shown, and what becomes of it (product 4.8). */
const api: Slice = (app, context) => {
  people(app, context);
  staff(app, context);
};

/** What an objection tells of its declaration; the form is long. */
const ITEM = {
  itemNo: declareItem.itemNo,
  title: declareItem.title,
  state: declareItem.state,
  publicUntil: declareItem.publicUntil,
};

const text = (date: Date | null) => (date ? formatDateTime(date) : "");

const ownOf = (
  { id, itemId, state, version, reason, answer, createTime }: typeof declareObjection.$inferSelect,
  { itemNo, title }: { itemNo: string; title: string },
): OwnObjection => ({
  id,
  itemId,
  state,
  version,
  stateName: objectionStateName(state),
  itemNo,
  title,
  reason,
  answer,
  createTime: formatDateTime(createTime),
});

function people(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: {
        summary: "本人对公示中的申报提出的异议，每件申报最近的一条",
        response: okSchema({ data: Type.Array(OwnObjection) }),
      },
    },
    async (request) => {
      const rows = await db
        .selectDistinctOn([declareObjection.itemId], { row: declareObjection, item: ITEM })
        .from(declareObjection)
        .innerJoin(declareItem, eq(declareItem.id, declareObjection.itemId))
        .where(
          and(
            eq(declareObjection.userId, accountOf(request).userId),
            eq(declareItem.state, DECLARE_CODES.publicity),
          ),
        )
        .orderBy(asc(declareObjection.itemId), desc(declareObjection.id));
      return ok({ data: rows.map(({ row, item }) => ownOf(row, item)) });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "login", log: ["公示异议", 1] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Type.Object({ id: Type.Integer() }) }) },
    },
    async (request) => {
      const { id } = await object(context, request.body, personOf(request));
      return ok({ data: { id } });
    },
  );

  app.post(
    `${BASE}/withdraw`,
    {
      config: { access: "login", log: ["公示异议", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema() },
    },
    async (request) => {
      const { body } = request;
      await actOnObjection(context, "withdraw", parseId(body.id), {}, personOf(request));
      return ok();
    },
  );
}

const numbersIn = (asked: string) =>
  asked
    .split(",")
    .filter((each) => /^\d$/.test(each))
    .map(Number);

async function rowsOf(
  { db }: Pick<Context, "db">,
  condition: SQL | undefined,
  account: Account,
  page: { limit: number; offset: number },
): Promise<ObjectionRow[]> {
  const rows = await db
    .select({ row: declareObjection, item: ITEM, batchName: declareBatch.batchName })
    .from(declareObjection)
    .innerJoin(declareItem, eq(declareItem.id, declareObjection.itemId))
    .innerJoin(declareBatch, eq(declareBatch.id, declareItem.batchId))
    .where(condition)
    .orderBy(sql`${declareObjection.state} <> 0`, desc(declareObjection.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(({ row, item, batchName }) => ({
    ...ownOf(row, item),
    name: row.name || "已清除",
    contact: row.contact,
    batchName,
    itemStateName: declareStateName(item.state),
    publicUntil: text(item.publicUntil),
    answeredAt: text(row.answeredAt),
    allowed: objectionSteps(row, account),
  }));
}

function staff(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/list`,
    {
      // A contact is personal: who may list may also read it, but nobody reads who objects to their own.
      config: { access: "declare:objection:list" },
      schema: {
        querystring: looseQuery({
          keyword: "题目、申报编号或理由",
          state: "0 待处理，1 成立，2 不成立，3 已撤回，可以是几个，以逗号分隔",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(ObjectionRow),
      },
    },
    async (request) => {
      const keyword = inputText(request.query, "keyword");
      const states = numbersIn(inputText(request.query, "state"));
      const account = accountOf(request);
      const condition = and(
        notOnOwn(account.userId),
        states.length > 0 ? inArray(declareObjection.state, states) : undefined,
        keyword
          ? or(
              eq(declareItem.itemNo, keyword.toUpperCase()),
              containsPairs(declareItem.title, keyword),
              containsPairs(declareObjection.reason, keyword),
            )
          : undefined,
      );
      const [counted] = await db
        .select({ total: sql<number>`count(*)`.mapWith(Number) })
        .from(declareObjection)
        .innerJoin(declareItem, eq(declareItem.id, declareObjection.itemId))
        .where(condition);
      const total = counted?.total ?? 0;
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      const page = { limit: pageSize, offset };
      return table(await rowsOf(context, condition, account, page), total);
    },
  );

  for (const verb of ["uphold", "dismiss"] as const satisfies readonly ObjectionVerb[]) {
    app.put(
      `${BASE}/${verb}`,
      {
        config: { access: "declare:objection:answer", log: ["公示异议", 2] },
        preValidation: fillBody,
        schema: { body: Body, response: okSchema() },
      },
      async (request) => {
        const { body } = request;
        await actOnObjection(context, verb, parseId(body.id), body, personOf(request));
        return ok({}, verb === "uphold" ? "异议成立，已撤下公示" : "异议不成立，公示继续");
      },
    );
  }
}

export default api;

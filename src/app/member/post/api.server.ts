import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { fieldsBody, fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { listPeriods, PERIOD_FIELDS, removePeriods, savePeriod } from "./periods.server.ts";
import {
  confirmDrafts,
  copyPeriod,
  countPosts,
  endPost,
  enterList,
  POST_FIELDS,
  postCondition,
  postRows,
  removePosts,
  savePost,
} from "./posts.server.ts";
import { leaderPost } from "./table.server.ts";
import { PeriodRow, PostRow, PostsEntered } from "./wire.ts";

const PATH = "/api/bll/member/post";
const BASE = `/prod-api${PATH}`;
const PERIOD = ["periodName", "fromOn", "toOn", "remark"] as const;
const POST = ["periodId", "memberNo", "post", "fromOn", "toOn", "resolutionNo"] as const;
const Text = Type.String({ default: "", maxLength: 50_000 });

/** 届期任职: who leads the society, by its periods (product 4.5). */
const posts: Slice = (app, context) => {
  periods(app, context);
  reading(app, context);
  changing(app, context);
  lists(app, context);
};

function periods(app: App, { db }: Context): void {
  app.get(
    `${BASE}/period`,
    {
      config: { access: "member:post:list" },
      schema: { response: okSchema({ data: Type.Array(PeriodRow) }) },
    },
    async () => ok({ data: await listPeriods(db) }),
  );

  app.post(
    `${BASE}/period`,
    {
      config: { access: "member:post:edit", log: ["届次", 1] },
      preValidation: fillBody,
      schema: { body: fieldsBody(PERIOD_FIELDS, PERIOD), response: okSchema() },
    },
    async (request) => {
      await savePeriod(db, accountOf(request).userName, undefined, request.body);
      return ok();
    },
  );

  app.put(
    `${BASE}/period`,
    {
      config: { access: "member:post:edit", log: ["届次", 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(PERIOD_FIELDS, ["id", "version", ...PERIOD], "id"),
        response: okSchema(),
      },
    },
    async (request) => {
      const { body } = request;
      await savePeriod(db, accountOf(request).userName, parseId(body.id), body);
      return ok();
    },
  );

  app.delete(
    `${BASE}/period/:ids`,
    {
      config: { access: "member:post:remove", log: ["届次", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      await removePeriods(db, parseIds(request.params.ids));
      return ok();
    },
  );
}

const QUERY = {
  periodId: "届次的编号",
  post: "职务，1 会长到 7 监事",
  state: "present 在任，past 已卸任，coming 未到任，draft 草稿",
  keyword: "姓名，或会员编号",
};

function reading(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/list`,
    {
      config: { access: "member:post:list" },
      schema: {
        querystring: looseQuery({ ...QUERY, pageNum: "页码", pageSize: "每页行数" }),
        response: tableSchema(PostRow),
      },
    },
    async (request) => {
      const where = postCondition(request.query);
      const total = await countPosts(db, where);
      const { pageNum, pageSize } = pageOf(request.query);
      const offset = offsetOf(pageNum, pageSize, total);
      return table(await postRows(db, where, { limit: pageSize, offset }), total);
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "member:post:query" },
      schema: { params: pathParts("id"), response: okSchema({ data: PostRow }) },
    },
    async (request) => {
      const where = eq(leaderPost.id, parseId(request.params.id));
      const [data] = await postRows(db, where, { limit: 1, offset: 0 });
      if (!data) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data });
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "member:post",
    isOfPersons: true,
    log: ["届期任职", 5],
    sheet: {
      name: "届期任职",
      columns: [
        ["届次", "periodName"],
        ["职务", "postName"],
        ["姓名", "name"],
        ["会员编号", "memberNo"],
        ["任职起始", "fromOn"],
        ["任职届满", "toOn"],
        ["状态", "stateName"],
        ["决议号", "resolutionNo"],
        ["卸任原因", "endReason"],
      ],
    },
    rows: (tx, input, _request, part) => postRows(tx, postCondition(input), part),
  });
}

function changing(app: App, { db }: Context): void {
  app.post(
    BASE,
    {
      config: { access: "member:post:add", log: ["届期任职", 1] },
      preValidation: fillBody,
      schema: { body: fieldsBody(POST_FIELDS, POST), response: okSchema() },
    },
    async (request) => {
      await savePost(db, accountOf(request).userName, undefined, request.body);
      return ok();
    },
  );

  app.put(
    BASE,
    {
      config: { access: "member:post:edit", log: ["届期任职", 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(POST_FIELDS, ["id", "version", ...POST], "id"),
        response: okSchema(),
      },
    },
    async (request) => {
      const { body } = request;
      await savePost(db, accountOf(request).userName, parseId(body.id), body);
      return ok();
    },
  );

  app.put(
    `${BASE}/end`,
    {
      config: { access: "member:post:edit", log: ["届期任职", 2] },
      schema: {
        summary: "提前卸任",
        body: Type.Object({
          id: RowId,
          version: Type.Optional(RowId),
          endOn: Text,
          reason: Text,
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      await endPost(db, accountOf(request).userName, request.body);
      return ok({}, "已登记卸任");
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "member:post:remove", log: ["届期任职", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      await removePosts(db, parseIds(request.params.ids));
      return ok();
    },
  );
}

function lists(app: App, { db }: Context): void {
  app.post(
    `${BASE}/copy`,
    {
      config: { access: "member:post:add", log: ["届期任职", 1] },
      schema: {
        summary: "把一届的任职复制到另一届，作为草稿",
        body: Type.Object({ fromId: RowId, toId: RowId }),
        response: okSchema(),
      },
    },
    async (request) => {
      const count = await copyPeriod(db, accountOf(request).userName, request.body);
      return ok({}, `已复制 ${count} 条任职，请核对后确认`);
    },
  );

  app.put(
    `${BASE}/confirm`,
    {
      config: { access: "member:post:edit", log: ["届期任职", 2] },
      schema: {
        summary: "把草稿确认为任职",
        body: Type.Object({
          ids: Type.Array(RowId, { minItems: 1, maxItems: 300, title: "任职" }),
          resolutionNo: Text,
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const count = await confirmDrafts(db, accountOf(request).userName, request.body);
      return ok({}, `已确认 ${count} 条任职`);
    },
  );

  app.post(
    `${BASE}/enter`,
    {
      config: { access: "member:post:add", log: ["届期任职", 6] },
      schema: {
        summary: "粘贴会员编号或姓名，一并录入同一职务",
        body: Type.Object({ periodId: RowId, post: Text, resolutionNo: Text, text: Text }),
        response: okSchema({ data: PostsEntered }),
      },
    },
    async (request) => ok({ data: await enterList(db, accountOf(request).userName, request.body) }),
  );
}

export default posts;

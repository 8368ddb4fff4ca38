import { Type } from "typebox";
import { parseId } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { findWordingHits } from "../../wording/service.server.ts";
import { acting } from "./acts/acting.server.ts";
import { deskOf } from "./acts/desk-act.server.ts";
import { noteEditing } from "./acts/editing.server.ts";
import { savedOf } from "./acts/store.server.ts";
import { createArticle, restoreRevision, saveArticle } from "./acts/write.server.ts";
import { EMPTY_FIELDS } from "./model/fields.ts";
import { missingOf, readFields, remarksOf, textsOf } from "./model/rules.server.ts";
import {
  bodyOf,
  Check,
  Counts,
  Detail,
  Editing,
  FIELD_KEYS,
  Revision,
  RevisionWhole,
  Row,
  SavedShape,
  Step,
} from "./model/wire.ts";
import { deskArticle, deskRevision, deskRevisions, deskTimeline } from "./read/detail.server.ts";
import { deskCounts, listDesk } from "./read/list.server.ts";
import { makePreview } from "./service.server.ts";

const BASE = "/prod-api/api/bll/article/desk";

/** A text of 500,000 characters, each of them three bytes and some of them escaped. */
const BODY_BYTES = 4 * 1024 * 1024;

const FILTERS = {
  keyword: "标题或正文中的词",
  typeId: "栏目编号，含下级",
  status:
    "0 草稿，1 待审，2 定时，3 已发布，4 已撤回，5 回收站，returned 退回，approved 待发布，expired 已到期",
  visible: "public、login 或 member",
  owner: "me 为自己的，其他为作者姓名的一部分",
  source: "来源或作者的一部分",
  hasCover: "0 为缺封面的",
  isTop: "1 为置顶的",
  beginTime: "发布的起始日期，yyyy-MM-dd",
  endTime: "发布的截止日期，yyyy-MM-dd，含当天",
  pageNum: "页码，从 1 开始",
  pageSize: "每页行数，1 到 100",
  orderByColumn: "publishTime、reads、updateTime 或 top",
  isAsc: "ascending 或 descending",
};

/** The article desk: staff alone, everything here asks for its permission and for the article's reach. */
const api: Slice = (app, context) => {
  const { db } = context;
  acting(app, context, BASE);
  const reach = (request: Parameters<typeof accountOf>[0]) => reachOf(db, accountOf(request));
  const query = { access: "content:article:query" } as const;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "content:article:list" },
      schema: { querystring: looseQuery(FILTERS), response: tableSchema(Row) },
    },
    async (request) => {
      const found = await listDesk(context, await reach(request), request.query);
      return table(found.rows, found.total);
    },
  );

  app.get(
    `${BASE}/counts`,
    {
      config: { access: "content:article:list" },
      schema: { response: okSchema({ data: Counts }) },
    },
    async (request) => ok({ data: await deskCounts(db, await reach(request)) }),
  );

  app.get(
    `${BASE}/:id`,
    { config: query, schema: { params: pathParts("id"), response: okSchema({ data: Detail }) } },
    async (request) =>
      ok({ data: await deskArticle(db, await reach(request), parseId(request.params.id)) }),
  );

  app.get(
    `${BASE}/:id/timeline`,
    { config: query, schema: { params: pathParts("id"), response: tableSchema(Step) } },
    async (request) => {
      const rows = await deskTimeline(db, await reach(request), parseId(request.params.id));
      return table(rows, rows.length);
    },
  );

  app.get(
    `${BASE}/:id/revisions`,
    { config: query, schema: { params: pathParts("id"), response: tableSchema(Revision) } },
    async (request) => {
      const rows = await deskRevisions(db, await reach(request), parseId(request.params.id));
      return table(rows, rows.length);
    },
  );

  app.get(
    `${BASE}/:id/revisions/:revisionId`,
    {
      config: query,
      schema: {
        params: pathParts("id", "revisionId"),
        response: okSchema({ data: RevisionWhole }),
      },
    },
    async (request) => {
      const { revisionId } = request.params;
      const id = parseId(request.params.id);
      return ok({ data: await deskRevision(db, await reach(request), id, parseId(revisionId)) });
    },
  );

  const written = Type.Object({
    ...FIELD_KEYS,
    ...bodyOf("id", "version", "isAutosave", "isForced", "isImport").properties,
  });

  app.post(
    BASE,
    {
      config: { access: "content:article:add", log: ["文章管理", 1] },
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: { body: written, response: okSchema({ data: SavedShape }) },
    },
    async (request) => {
      const body = request.body;
      return ok({
        data: savedOf(await createArticle(context, await deskOf(context, request), body)),
      });
    },
  );

  app.put(
    BASE,
    {
      config: { access: "content:article:edit", log: ["文章管理", 2] },
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: { body: written, response: okSchema({ data: SavedShape }) },
    },
    async (request) => {
      const body = request.body;
      const saved = await saveArticle(context, await deskOf(context, request), body);
      // The revision keeps who wrote what and when; a log row every ten seconds would bury the rest.
      request.isUnlogged = body.isAutosave === true;
      return ok({ data: savedOf(saved) });
    },
  );

  app.post(
    `${BASE}/restore`,
    {
      config: { access: "content:article:edit", log: ["文章管理", 2] },
      preValidation: fillBody,
      schema: {
        body: bodyOf("id", "version", "revisionId"),
        response: okSchema({ data: SavedShape }),
      },
    },
    async (request) => {
      const body = request.body;
      const done = await restoreRevision(context, await deskOf(context, request), body);
      return ok({ data: savedOf(done) });
    },
  );

  app.post(
    `${BASE}/check`,
    {
      config: query,
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: { body: written, response: okSchema({ data: Check }) },
    },
    async (request) => {
      const fields = readFields(request.body, EMPTY_FIELDS);
      const [missing, hits] = await Promise.all([
        missingOf(db, fields),
        findWordingHits(context, textsOf(fields)),
      ]);
      return ok({ data: { missing, hits, remarks: remarksOf(fields) } });
    },
  );

  app.post(
    `${BASE}/editing`,
    {
      config: { access: "content:article:edit" },
      preValidation: fillBody,
      schema: { body: bodyOf("id", "tabKey", "isLeaving"), response: okSchema({ data: Editing }) },
    },
    async (request) => ok({ data: await noteEditing(db, await reach(request), request.body) }),
  );

  app.post(
    `${BASE}/preview`,
    {
      config: query,
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: {
        body: written,
        response: okSchema({
          data: Type.Object({ url: Type.String(), expireTime: Type.String() }),
        }),
      },
    },
    async (request) => {
      const body = request.body;
      const account = accountOf(request);
      const saved = await deskArticle(db, await reach(request), parseId(body.id));
      if (saved.status === "5") throw new AppError("文章在回收站中，请先还原再预览");
      const fields = readFields(body, saved.fields);
      const made = await makePreview(db, {
        articleId: saved.id,
        fields,
        createBy: account.userName,
      });
      const url = `/article/preview?key=${made.key}`;
      return ok({ data: { url, expireTime: made.expireTime } });
    },
  );
};

export default api;

import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { attachment } from "#src/server/files/sending.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { MAX_LINES, openBatch, tryBatch } from "./acts.server.ts";
import { batchPdf, listBatches } from "./list.server.ts";
import { BatchChecked, BatchOpened, BatchRow } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/renewal/batch";
const BATCH = "member:renewal:batch";
const Years = Type.Integer({ minimum: 1, maximum: 5, default: 1, title: "缴费年数" });
const Text = Type.String({ default: "", maxLength: 50_000 });

/** 团体代缴: one payer renews a list of members (product 7.4). */
const batches: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: BATCH },
      schema: {
        querystring: looseQuery({
          payerName: "付款单位，含有即可",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(BatchRow),
      },
    },
    async (request) => {
      const { rows, total } = await listBatches(db, request.query);
      return table(rows, total);
    },
  );

  /** Writes nothing and leaves no row in the log. */
  app.post(
    `${BASE}/check`,
    {
      config: { access: BATCH },
      schema: {
        summary: "核对名单：每位应缴多少，谁不能续会、为什么",
        body: Type.Object({ text: Text, years: Years }),
        response: okSchema({ data: BatchChecked }),
      },
    },
    async (request) => ok({ data: await tryBatch(context, request, request.body) }),
  );

  app.post(
    BASE,
    {
      config: { access: BATCH, log: ["团体代缴", 1] },
      schema: {
        summary: "为名单上的会员一并发起续会，待付款单位缴费",
        body: Type.Object({
          payerName: Text,
          remark: Text,
          years: Years,
          memberIds: Type.Array(RowId, { minItems: 1, maxItems: MAX_LINES, title: "会员" }),
        }),
        response: okSchema({ data: BatchOpened }),
      },
    },
    async (request) => {
      const data = await openBatch(context, request, request.body);
      return ok({ data }, `已为 ${data.opened} 位会员发起续会，共 ${data.total} 元`);
    },
  );

  app.get(
    `${BASE}/pdf/:id`,
    {
      config: { access: BATCH },
      schema: { params: pathParts("id"), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const { bytes, payerName } = await batchPdf(context, parseId(request.params.id));
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`团体代缴清单_${payerName}.pdf`),
          "cache-control": "no-store",
        })
        .send(bytes);
    },
  );
};

export default batches;

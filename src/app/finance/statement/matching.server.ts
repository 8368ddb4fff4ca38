import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";
import { inputText } from "#src/server/crud/list-query.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { requireStepUp } from "../../login/stepUp/service.server.ts";
import { confirming } from "../../system/sign/service.server.ts";
import { countLines, listLines } from "./lines.server.ts";
import { confirmLines, putAside, takeBack } from "./match-acts.server.ts";
import { findPayables } from "./payables.server.ts";
import { Candidate, LineCounts, LineRow, MatchResult } from "./wire.ts";

const BASE = "/prod-api/api/bll/finance/statement";

const seen = { access: "finance:statement:query" } as const;
const matched = { access: "finance:statement:match", log: ["流水匹配", 2] } as const;

const Ids = Type.Array(RowId, { maxItems: 1_000, default: [] });

/** Lines beside the applications that they may be for: product 4.6 and 5. */
export const statementMatching: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/lines`,
    {
      config: seen,
      schema: {
        summary: "银行流水与可能对应的申请；最可信的在前",
        querystring: looseQuery({
          statementId: "导入批次编号；不填为全部",
          kind: "sure、likely、hand、none，或 matched、aside；不填为全部待匹配的",
          keyword: "付款人、附言、流水号或金额",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(LineRow),
      },
    },
    async (request) => {
      const { rows, total } = await listLines(
        db,
        await confirming(context, request),
        request.query,
      );
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/lineCounts`,
    {
      config: seen,
      schema: {
        querystring: looseQuery({ statementId: "导入批次编号；不填为全部" }),
        response: okSchema({ data: LineCounts }),
      },
    },
    async (request) =>
      ok({ data: await countLines(db, await confirming(context, request), request.query) }),
  );

  app.get(
    `${BASE}/payables`,
    {
      config: seen,
      schema: {
        summary: "待缴费的申请，按名称、申请号、附言码或信用代码查找",
        querystring: looseQuery({ keyword: "名称、申请号、附言码或信用代码" }),
        response: okSchema({ data: Type.Array(Candidate) }),
      },
    },
    async (request) => {
      const keyword = inputText(request.query, "keyword");
      return ok({ data: await findPayables(db, await confirming(context, request), keyword) });
    },
  );

  app.post(
    `${BASE}/match`,
    {
      config: matched,
      schema: {
        summary: "按流水确认到账，逐笔办理",
        body: Type.Object({
          items: Type.Array(
            Type.Object({
              lineId: RowId,
              parts: Type.Array(
                Type.Object({ signId: RowId, amount: Type.String({ maxLength: 40 }) }),
                { maxItems: 1_000 },
              ),
            }),
            { maxItems: 1_000, default: [] },
          ),
        }),
        response: okSchema({ data: Type.Array(MatchResult) }),
      },
    },
    async (request) => {
      await requireStepUp(context, accountOf(request));
      const who = await confirming(context, request);
      return ok({ data: await confirmLines(db, who, request.body.items) });
    },
  );

  app.post(
    `${BASE}/putAside`,
    {
      config: matched,
      schema: {
        summary: "标记为不是会费的流水，写明原因",
        body: Type.Object({ ids: Ids, reason: Type.String({ default: "", maxLength: 2_000 }) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const count = await db.transaction((tx) => putAside(tx, accountOf(request), request.body));
      return ok(undefined, `已标记 ${count} 笔流水`);
    },
  );

  app.post(
    `${BASE}/takeBack`,
    {
      config: matched,
      schema: {
        summary: "恢复标记过的流水",
        body: Type.Object({ ids: Ids }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { ids } = request.body;
      const count = await db.transaction((tx) => takeBack(tx, accountOf(request), ids));
      return ok(undefined, `已恢复 ${count} 笔流水`);
    },
  );
};

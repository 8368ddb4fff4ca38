import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { importLines } from "./import.server.ts";
import { listStatements } from "./list.server.ts";
import { statementMatching } from "./matching.server.ts";
import { mappingOf, previewOf, readLines, tableReceiver } from "./reading.server.ts";
import { Imported, Preview, StatementRow } from "./wire.ts";

const BASE = "/prod-api/api/bll/finance/statement";

/** 流水导入与匹配: what the bank says that came in (product 4.6). */
const statements: Slice = (app, context) => {
  const { db, env } = context;
  const receive = tableReceiver(env);

  app.get(
    `${BASE}/list`,
    {
      config: { access: "finance:statement:list" },
      schema: {
        summary: "导入过的银行流水，最新的在前",
        querystring: looseQuery({
          keyword: "银行或文件名",
          beginTime: "导入的起始日期，yyyy-MM-dd",
          endTime: "导入的截止日期，yyyy-MM-dd，含当天",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(StatementRow),
      },
    },
    async (request) => {
      const { rows, total } = await listStatements(db, request.query);
      return table(rows, total);
    },
  );

  /** Writes nothing and leaves no row in the log. */
  app.post(
    `${BASE}/importPreview`,
    {
      config: { access: "finance:statement:import" },
      schema: {
        summary: "识别文件的编码、表头和各列；mapping 为已选的列",
        response: okSchema({ data: Preview }),
      },
    },
    async (request) => {
      const { table, fields } = await receive(request);
      return ok({ data: await previewOf(db, table, mappingOf(fields.get("mapping"))) });
    },
  );

  app.post(
    `${BASE}/importData`,
    {
      config: { access: "finance:statement:import", log: ["银行流水", 6] },
      schema: {
        summary: "导入收入流水；已导入过的行不再重复，不能识别的行逐行说明",
        response: okSchema({ data: Imported }),
      },
    },
    async (request) => {
      const { table, fields } = await receive(request);
      const read = await readLines(table, mappingOf(fields.get("mapping")));
      const bankName = fields.get("bankName") ?? "";
      const account = accountOf(request);
      const data = await db.transaction((tx) =>
        importLines(tx, account, { table, read, bankName }),
      );
      return ok({ data });
    },
  );

  statementMatching(app, context);
};

export default statements;

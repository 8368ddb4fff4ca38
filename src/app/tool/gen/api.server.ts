import { count, desc, inArray } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { WEB_TYPES } from "#src/lib/generator/config.ts";
import { contractPreview, sliceFiles } from "#src/lib/generator/files.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId, parseIds } from "#src/server/crud/ids.ts";
import { conditionOf, offsetOf, orderOf, pageOf } from "#src/server/crud/list-query.ts";
import { queryWords, rowBody } from "#src/server/crud/listing.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { attachment } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { freeTables } from "./catalog.server.ts";
import { FIELDS, saveConfig } from "./edit.server.ts";
import { followTable, importTables, namesOf } from "./import.server.ts";
import {
  columnSchema,
  infoOf,
  infoSchema,
  menuNamesOf,
  readColumns,
  readTable,
  tableSchema as rowSchema,
} from "./info.server.ts";
import { modelsOf, tablesNamed, zipOf } from "./slices.server.ts";
import { genTable } from "./table.server.ts";
import { declaredTables, makeTables } from "./workshop.server.ts";

const BASE = "/prod-api/tool/gen";

/** wire 2.12. */
const NO_FILES = "【系统预设】不允许生成文件覆盖到本地";

const FILE = { 200: Type.Any() };

const TABLES = { tables: "表名，逗号分开", tplWebType: "前端类型" };

const FOUND_FILTERS = { tableName: "表名，含有即可", tableComment: "说明，含有即可" };
const LIST = { like: ["tableName", "tableComment"] };

const webTypeOf = (given: unknown): string =>
  WEB_TYPES.find((each) => each !== "" && each === given) ?? "element-plus";

/** Keys of PUT that are read; all others a client sends back are ignored. */
const BODY = Type.Object(
  Object.fromEntries(
    ["tableId", "columns", "params", "treeCode", "treeParentCode", "treeName", "parentMenuId"]
      .concat(Object.keys(FIELDS))
      .map((name) => [name, Type.Optional(Type.Unknown())]),
  ),
);

/** The code generator: wire 2.12; rules: wire 4.9. Its answers are texts; no file is written. */
const api: Slice = (app, { db }) => {
  app.get(
    `${BASE}/list`,
    {
      config: { access: "tool:gen:list" },
      schema: {
        querystring: looseQuery({ ...queryWords(LIST, {}), ...FOUND_FILTERS }),
        response: tableSchema(rowSchema),
      },
    },
    async (request) => {
      const input = request.query;
      const where = conditionOf(genTable, LIST, input);
      const asked = orderOf(genTable, input);
      const { pageNum, pageSize } = pageOf(input);
      const [counted] = await db.select({ total: count() }).from(genTable).where(where);
      const total = counted?.total ?? 0;
      const rows = await db
        .select()
        .from(genTable)
        .where(where)
        .orderBy(...(asked ? [asked] : []), desc(genTable.tableId))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(rows.map(rowBody), total);
    },
  );

  app.get(
    `${BASE}/db/list`,
    {
      config: { access: "tool:gen:list" },
      schema: {
        querystring: looseQuery(FOUND_FILTERS),
        response: tableSchema(
          Type.Object({
            tableName: Type.String(),
            tableComment: Type.String(),
            createTime: Nullable(Type.String()),
            updateTime: Nullable(Type.String()),
          }),
        ),
      },
    },
    async (request) => {
      const { rows, total } = await freeTables(db, request.query);
      return table(
        // PostgreSQL does not keep when a table was made.
        rows.map(({ name, comment }) => ({
          tableName: name,
          tableComment: comment,
          createTime: null,
          updateTime: null,
        })),
        total,
      );
    },
  );

  app.get(
    `${BASE}/column/:tableId`,
    {
      config: { access: "tool:gen:list" },
      schema: { params: pathParts("tableId"), response: tableSchema(columnSchema) },
    },
    async (request) => {
      const tableId = parseId(request.params.tableId);
      await readTable(db, tableId);
      const rows = await readColumns(db, [tableId]);
      return table(rows.map(rowBody), rows.length);
    },
  );

  app.get(
    `${BASE}/:tableId`,
    {
      config: { access: "tool:gen:query" },
      schema: {
        params: pathParts("tableId"),
        response: okSchema({
          data: Type.Object({
            info: infoSchema,
            rows: Type.Array(columnSchema),
            tables: Type.Array(infoSchema),
          }),
        }),
      },
    },
    async (request) => {
      const tableId = parseId(request.params.tableId);
      const found = await readTable(db, tableId);
      const all = await db.select().from(genTable).orderBy(desc(genTable.tableId));
      const columns = await readColumns(
        db,
        all.map((row) => row.tableId),
      );
      const names = await menuNamesOf(db, all);
      const info = infoOf(found, columns, names);
      const tables = all.map((row) => infoOf(row, columns, names));
      return ok({ data: { info, rows: info.columns, tables } });
    },
  );

  app.post(
    `${BASE}/importTable`,
    {
      config: { access: "tool:gen:import", log: ["代码生成", 6] },
      schema: { querystring: looseQuery(TABLES), response: okSchema() },
    },
    async (request) => {
      const { tables, tplWebType } = request.query;
      const names = namesOf(tables);
      const { userName } = accountOf(request);
      await db.transaction((tx) =>
        importTables(tx, names, { userName, tplWebType: webTypeOf(tplWebType) }),
      );
      return ok();
    },
  );

  app.post(
    `${BASE}/createTable`,
    {
      config: { access: "role:admin", log: ["创建表", 0] },
      preValidation: fillBody,
      schema: {
        querystring: looseQuery({ sql: "建表语句", tplWebType: TABLES.tplWebType }),
        body: Type.Object({ sql: Type.Optional(Type.Unknown()) }),
        response: okSchema({ data: Type.Array(Type.String()) }),
      },
    },
    async (request) => {
      // The contract puts the text into the address, which is short of room; a body has more.
      const query = request.query;
      const { sql: inBody } = request.body;
      const text = inBody ?? query.sql;
      const declared = declaredTables(typeof text === "string" ? text : "");
      const names = declared.map(({ name }) => name);
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        await makeTables(tx, declared);
        await importTables(tx, names, { userName, tplWebType: webTypeOf(query.tplWebType) });
      });
      return ok({ data: names });
    },
  );

  app.put(
    BASE,
    {
      config: { access: "tool:gen:edit", log: ["代码生成", 2] },
      preValidation: fillBody,
      schema: { body: BODY, response: okSchema() },
    },
    async (request) => {
      const body = request.body;
      const tableId = parseId(body.tableId);
      const { userName } = accountOf(request);
      await db.transaction((tx) => saveConfig(tx, body, tableId, userName));
      return ok();
    },
  );

  app.delete(
    `${BASE}/:ids`,
    {
      config: { access: "tool:gen:remove", log: ["代码生成", 3] },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => {
      const ids = parseIds(request.params.ids);
      // Its columns go with it; the table itself stays.
      const gone = await db
        .delete(genTable)
        .where(inArray(genTable.tableId, ids))
        .returning({ id: genTable.tableId });
      if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
      return ok();
    },
  );

  app.get(
    `${BASE}/preview/:tableId`,
    {
      config: { access: "tool:gen:preview" },
      schema: {
        params: pathParts("tableId"),
        response: okSchema({
          data: Type.Record(Type.String(), Type.String()),
          files: Type.Array(Type.Object({ path: Type.String(), text: Type.String() })),
          notes: Type.Array(Type.String()),
        }),
      },
    },
    async (request) => {
      const tableId = parseId(request.params.tableId);
      const models = await modelsOf(db, [await readTable(db, tableId)]);
      const files = models.flatMap(sliceFiles);
      const [first] = models;
      const notes = models.flatMap((model) => model.notes);
      return ok({ data: first ? contractPreview(first, files) : {}, files, notes });
    },
  );

  app.get(
    `${BASE}/synchDb/:tableName`,
    {
      config: { access: "tool:gen:edit", log: ["代码生成", 2] },
      schema: { params: pathParts("tableName"), response: okSchema() },
    },
    async (request) => {
      const { tableName } = request.params;
      const { userName } = accountOf(request);
      await db.transaction(async (tx) => {
        const [row] = await tablesNamed(tx, [tableName]);
        if (row) await followTable(tx, row, userName);
      });
      return ok();
    },
  );

  app.get(
    `${BASE}/genCode/:tableName`,
    {
      config: { access: "tool:gen:code", log: ["代码生成", 8] },
      schema: { response: okSchema() },
    },
    async () => {
      // No choice of a person, and no setting, lets this program write into its own tree.
      throw new AppError(NO_FILES);
    },
  );

  const sendZip = async (reply: FastifyReply, names: string[]) => {
    const bytes = zipOf(await modelsOf(db, await tablesNamed(db, names)));
    return reply
      .headers({
        "content-type": "application/octet-stream",
        "content-disposition": attachment("xuehui.zip"),
      })
      .send(bytes);
  };

  app.get(
    `${BASE}/batchGenCode`,
    {
      config: { access: "tool:gen:code", log: ["代码生成", 8] },
      schema: { querystring: looseQuery({ tables: TABLES.tables }), response: FILE },
    },
    async (request, reply) => sendZip(reply, namesOf(request.query.tables)),
  );

  app.get(
    `${BASE}/download/:tableName`,
    {
      config: { access: "tool:gen:code", log: ["代码生成", 8] },
      schema: { params: pathParts("tableName"), response: FILE },
    },
    async (request, reply) => sendZip(reply, [request.params.tableName]),
  );
};

export default api;

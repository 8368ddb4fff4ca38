import { and, count, desc, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { Type } from "typebox";
import { LIBRARY_MAX } from "#src/lib/upload/library.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseId, parseIds, readIds } from "#src/server/crud/ids.ts";
import { offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { fieldsBody, fillBody, readFields, text } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { storedFile } from "../../upload/table.server.ts";
import { cutOut, FILE_LOG, removeFiles, requireFolder, uploadToLibrary } from "./library.server.ts";
import {
  FILE_ROW,
  LIST_QUERY,
  libraryFile,
  libraryRows,
  librarySearch,
  lockFiles,
} from "./rows.server.ts";
import { usesOf } from "./uses.server.ts";

const BASE = "/prod-api/common/files/desk";

/** Groups of duplicates that are shown at once. */
const MAX_GROUPS = 50;
const MAX_IN_GROUP = 20;

const USE = Type.Object({ place: Type.String(), name: Type.String() });
const ID = Type.Object({ fileId: Type.String() });

const said = (title: string) => Type.Optional(Type.Unknown({ title }));

const FIELDS = {
  name: text("文件名称", { max: LIBRARY_MAX.name, isRequired: true }),
  alt: text("替代文字", { max: LIBRARY_MAX.alt }),
};

/** The media library (product 5, "Image library"). Files themselves: ../../upload. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/list`,
    {
      config: { access: "content:file:list" },
      schema: { querystring: looseQuery(LIST_QUERY), response: tableSchema(FILE_ROW) },
    },
    async (request) => {
      const input = request.query;
      const where = librarySearch(input);
      const { pageNum, pageSize } = pageOf(input);
      const [counted] = await db
        .select({ total: count() })
        .from(storedFile)
        .where(and(storedFile.isInLibrary, where));
      const total = counted?.total ?? 0;
      const rows = await libraryRows(db, accountOf(request), where, {
        limit: pageSize,
        offset: offsetOf(pageNum, pageSize, total),
      });
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/duplicates`,
    {
      config: { access: "content:file:list" },
      schema: {
        response: okSchema({ data: Type.Array(Type.Array(FILE_ROW)), total: Type.Integer() }),
      },
    },
    async (request) => {
      const groups = await db
        .select({ sha: storedFile.sourceSha256, total: sql<number>`(count(*) over ())::int` })
        .from(storedFile)
        .where(and(storedFile.isInLibrary, ne(storedFile.sourceSha256, "")))
        .groupBy(storedFile.sourceSha256)
        .having(gt(count(), 1))
        .orderBy(desc(sql`max(${storedFile.id})`))
        .limit(MAX_GROUPS);
      const data = [];
      for (const { sha } of groups) {
        const where = eq(storedFile.sourceSha256, sha);
        data.push(await libraryRows(db, accountOf(request), where, { limit: MAX_IN_GROUP }));
      }
      return ok({ data, total: groups[0]?.total ?? 0 });
    },
  );

  app.get(
    `${BASE}/:fileId`,
    {
      config: { access: "content:file:query" },
      schema: {
        params: ID,
        response: okSchema({ data: FILE_ROW, uses: Type.Array(USE), hidden: Type.Integer() }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const data = await libraryFile(db, account, parseId(request.params.fileId));
      const path = data.url.replace("/profile/", "");
      const found = (await usesOf(db, context.fileUsers, account, [path])).get(path);
      return ok({ data, uses: found?.uses ?? [], hidden: found?.hidden ?? 0 });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "content:file:add", log: [FILE_LOG, 1] },
      schema: {
        response: okSchema({
          data: FILE_ROW,
          duplicateOf: Nullable(
            Type.Object({
              fileId: Type.Integer(),
              name: Type.String(),
              url: Type.String(),
              createTime: Type.String(),
            }),
          ),
        }),
      },
    },
    async (request) => ok(await uploadToLibrary(context, request)),
  );

  app.put(
    BASE,
    {
      config: { access: "content:file:edit", log: [FILE_LOG, 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, ["fileId", "name", "alt"], "fileId"),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const account = accountOf(request);
      const { name, alt } = readFields(FIELDS, body, false) as { name?: string; alt?: string };
      await db.transaction(async (tx) => {
        const [row] = await lockFiles(tx, account, "edit", [parseId(body.fileId)]);
        if (!row || (name === undefined && alt === undefined)) return;
        // The bytes stay what they are, so the name must go on saying it.
        const extension = row.path.slice(row.path.lastIndexOf("."));
        const given = name?.replace(/[\\/\p{C}]/gu, "").trim();
        const isSame = given?.toLowerCase().endsWith(extension);
        const full = given && (isSame ? given : `${given}${extension}`);
        refuseFields({
          name:
            given === ""
              ? "文件名称不能为空"
              : full && Array.from(full).length > LIBRARY_MAX.name
                ? `文件名称长度不能超过${LIBRARY_MAX.name}个字符`
                : undefined,
        });
        await tx
          .update(storedFile)
          .set({ ...(full ? { originalName: full } : {}), ...(alt === undefined ? {} : { alt }) })
          .where(eq(storedFile.id, row.id));
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/move`,
    {
      config: { access: "content:file:edit", log: [FILE_LOG, 2] },
      preValidation: fillBody,
      schema: {
        body: Type.Object({
          fileIds: Type.Optional(Type.Unknown({ title: "文件编号" })),
          folderId: Type.Optional(Type.Unknown({ title: "文件夹编号，0：不归入文件夹" })),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const fileIds = readIds(body, "fileIds") ?? [];
      if (fileIds.length === 0) throw new AppError("请选择要移动的文件");
      await db.transaction(async (tx) => {
        const folderId = await requireFolder(tx, body.folderId);
        const rows = await lockFiles(tx, accountOf(request), "edit", fileIds);
        const ids = rows.map((row) => row.id);
        await tx.update(storedFile).set({ folderId }).where(inArray(storedFile.id, ids));
      });
      return ok();
    },
  );

  app.post(
    `${BASE}/crop`,
    {
      config: { access: "content:file:add", log: [FILE_LOG, 1] },
      preValidation: fillBody,
      schema: {
        body: Type.Object({
          fileId: said("图片编号"),
          x: said("左边，像素"),
          y: said("上边，像素"),
          width: said("宽，像素"),
          height: said("高，像素"),
        }),
        response: okSchema({ data: FILE_ROW }),
      },
    },
    async (request) =>
      ok({
        data: await cutOut(context, accountOf(request), request.body),
      }),
  );

  app.delete(
    `${BASE}/:fileId`,
    {
      config: { access: "content:file:remove", log: [FILE_LOG, 3] },
      schema: { params: ID, response: okSchema() },
    },
    async (request) => {
      await removeFiles(context, accountOf(request), parseIds(request.params.fileId));
      return ok();
    },
  );
};

export default api;

import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { Type } from "typebox";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { lockInTransaction } from "#src/db/locks.ts";
import { LIBRARY_MAX } from "#src/lib/upload/library.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { fieldsBody, fillBody, readFields, text, whole } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { fileFolder } from "./table.server.ts";

const BASE = "/prod-api/common/files/desk/folders";
const LOG = "文件夹";

const FIELDS = {
  folderName: text("文件夹名称", {
    max: LIBRARY_MAX.folderName,
    isRequired: true,
    pattern: /^[^\\/\p{C}]+$/u,
  }),
  parentId: whole("上级文件夹", { max: Number.MAX_SAFE_INTEGER }),
  orderNum: whole("显示顺序"),
};
const NAMES = ["folderName", "parentId", "orderNum"];

type Values = { folderName?: string; parentId?: number; orderNum?: number };

const onField = (field: string, message: string) =>
  new AppError(message, { fields: { [field]: message } });

/** Two moves at once could make a circle of two folders that each was free of. */
const lockTree = (tx: Db) => lockInTransaction(tx, "folders");

/** Folders of the media library. */
const api: Slice = (app, { db }) => {
  app.get(
    BASE,
    {
      config: { access: "content:file:list" },
      schema: {
        response: okSchema({
          data: Type.Array(
            Type.Object({
              folderId: Type.Integer(),
              parentId: Type.Integer(),
              folderName: Type.String(),
              orderNum: Type.Integer(),
              files: Type.Integer(),
            }),
          ),
          unfiled: Type.Integer({ title: "未归入文件夹的文件数" }),
          total: Type.Integer({ title: "全部文件数" }),
        }),
      },
    },
    async () => {
      const counted = await db
        .select({ folderId: storedFile.folderId, files: count() })
        .from(storedFile)
        .where(eq(storedFile.isInLibrary, true))
        .groupBy(storedFile.folderId);
      const byFolder = new Map(counted.map(({ folderId, files }) => [folderId, files]));
      const rows = await db
        .select()
        .from(fileFolder)
        .orderBy(asc(fileFolder.parentId), asc(fileFolder.orderNum), asc(fileFolder.id));
      return ok({
        data: rows.map(({ id, parentId, folderName, orderNum }) => ({
          folderId: id,
          parentId,
          folderName,
          orderNum,
          files: byFolder.get(id) ?? 0,
        })),
        unfiled: byFolder.get(null) ?? 0,
        total: counted.reduce((sum, { files }) => sum + files, 0),
      });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "content:file:add", log: [LOG, 1] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, NAMES),
        response: okSchema({ data: Type.Object({ folderId: Type.Integer() }) }),
      },
    },
    async (request) => {
      const values = readFields(FIELDS, request.body, true) as Values;
      const { folderName = "", parentId = 0, orderNum = 0 } = values;
      const folderId = await db.transaction(async (tx) => {
        await lockTree(tx);
        await checkPlace(tx, { parentId, folderName });
        const [row] = await tx
          .insert(fileFolder)
          .values({ folderName, parentId, orderNum, createBy: accountOf(request).userName })
          .returning({ id: fileFolder.id });
        return row?.id ?? 0;
      });
      return ok({ data: { folderId } });
    },
  );

  app.put(
    BASE,
    {
      config: { access: "content:file:edit", log: [LOG, 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, ["folderId", ...NAMES], "folderId"),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const folderId = parseId(body.folderId);
      const values = readFields(FIELDS, body, false) as Values;
      await db.transaction(async (tx) => {
        await lockTree(tx);
        const before = await readFolder(tx, folderId);
        const { folderName, parentId } = { ...before, ...values };
        await checkPlace(tx, { folderId, parentId, folderName });
        await tx
          .update(fileFolder)
          .set({ ...values, updateBy: accountOf(request).userName, updateTime: sql`now()` })
          .where(eq(fileFolder.id, folderId));
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:folderId`,
    {
      config: { access: "content:file:remove", log: [LOG, 3] },
      schema: { params: Type.Object({ folderId: Type.String() }), response: okSchema() },
    },
    async (request) => {
      const folderId = parseId(request.params.folderId);
      await db.transaction(async (tx) => {
        await lockTree(tx);
        await readFolder(tx, folderId);
        const below = await tx.$count(fileFolder, eq(fileFolder.parentId, folderId));
        const files = await tx.$count(storedFile, eq(storedFile.folderId, folderId));
        if (below + files > 0) {
          throw new AppError("文件夹不是空的，请先移走其中的文件和文件夹", { code: 601 });
        }
        await tx.delete(fileFolder).where(eq(fileFolder.id, folderId));
      });
      return ok();
    },
  );
};

/** The row, locked: files that come in at the same time wait for what becomes of it. */
async function readFolder(tx: Db, folderId: number) {
  const [row] = await tx.select().from(fileFolder).where(eq(fileFolder.id, folderId)).for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  return row;
}

type Place = { folderId?: number; parentId: number; folderName: string };

/** @throws AppError on the field for a place that is not there, too deep, in itself, or a name that is taken. */
async function checkPlace(tx: Db, { folderId, parentId, folderName }: Place): Promise<void> {
  const rows = await tx
    .select({ id: fileFolder.id, parentId: fileFolder.parentId })
    .from(fileFolder);
  const above = new Map(rows.map((row) => [row.id, row.parentId]));
  if (parentId !== 0 && !above.has(parentId)) throw onField("parentId", "上级文件夹不存在");
  let depth = 1;
  for (let at = parentId; at !== 0; at = above.get(at) ?? 0) {
    if (at === folderId) throw onField("parentId", "上级文件夹不能是自己或自己的下级");
    depth++;
  }
  const heightOf = (id: number): number =>
    1 + Math.max(0, ...rows.filter((row) => row.parentId === id).map((row) => heightOf(row.id)));
  const height = folderId === undefined ? 1 : heightOf(folderId);
  if (depth + height - 1 > LIBRARY_MAX.depth) {
    throw onField("parentId", `文件夹最多 ${LIBRARY_MAX.depth} 级`);
  }
  const [same] = await tx
    .select({ id: fileFolder.id })
    .from(fileFolder)
    .where(
      and(
        eq(fileFolder.parentId, parentId),
        eq(fileFolder.folderName, folderName),
        folderId === undefined ? undefined : ne(fileFolder.id, folderId),
      ),
    );
  if (same) throw onField("folderName", "同一位置已有同名的文件夹");
}

export default api;

import { and, desc, eq, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { PURPOSE_NAMES } from "#src/lib/upload/upload-rules.ts";
import { afterCommit } from "#src/server/calls/request-transaction.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { fileUse } from "../../common/files/table.server.ts";
import { removeBytes, removeUnused } from "../../common/upload/service.server.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";

const URL = "/prod-api/api/bll/personal/files";
/** More than the quota lets anybody keep in a month. */
const MOST = 500;

const IN_USE = "文件正在使用，不能删除";

/** What a place is called, by the name under which it is written down. */
const PLACES: Readonly<Record<string, string>> = {
  sign: "入会申请",
  payment: "缴费凭证",
  activity_order: "活动缴费凭证",
  declare_item: "申报材料",
  correction: "资料更正",
};

/** Places that are written down by the id of an application. */
const OF_APPLICATIONS = new Set(["sign", "payment"]);

/** One's own uploads: what for, how large, where they are used; what is used nowhere can be removed. */
const api: Slice = (app, context) => {
  const { db, env, files } = context;

  app.get(
    URL,
    {
      config: { access: "login" },
      schema: {
        summary: "本人上传的文件",
        response: okSchema({
          rows: Type.Array(
            Type.Object({
              id: Type.Integer(),
              name: Type.String(),
              purposeName: Type.String(),
              bytes: Type.Integer(),
              createTime: Type.String(),
              /** Where it is used, in words; empty: nowhere. */
              uses: Type.Array(Type.String()),
              url: Type.String(),
            }),
          ),
          bytes: Type.Integer(),
        }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const rows = await db
        .select()
        .from(storedFile)
        .where(eq(storedFile.ownerId, userId))
        .orderBy(desc(storedFile.id))
        .limit(MOST);
      const paths = rows.map(({ path }) => path);
      const uses =
        paths.length === 0
          ? []
          : await db.select().from(fileUse).where(inArray(fileUse.path, paths));
      const numbers = new Map(
        (
          await db
            .select({ id: sign.id, applyNo: sign.applyNo })
            .from(sign)
            .where(eq(sign.userId, userId))
        ).map(({ id, applyNo }) => [id, applyNo]),
      );
      const [owner] = await db
        .select({ avatar: user.avatar })
        .from(user)
        .where(eq(user.userId, userId));
      const usesOf = (path: string): string[] => [
        ...(owner?.avatar === `/profile/${path}` ? ["头像"] : []),
        ...uses
          .filter((use) => use.path === path)
          .map(({ subject, subjectId }) =>
            [
              PLACES[subject] ?? "其他内容",
              OF_APPLICATIONS.has(subject) ? numbers.get(subjectId) : undefined,
            ]
              .filter(Boolean)
              .join(" "),
          ),
      ];
      return ok({
        rows: rows.map((row) => ({
          id: row.id,
          name: row.originalName,
          purposeName: PURPOSE_NAMES[row.purpose] ?? "其他",
          bytes: row.bytes,
          createTime: formatDateTime(row.createdAt),
          uses: usesOf(row.path),
          url: row.path.startsWith("private/")
            ? privateLink(env.dataDir, row.path)
            : `/prod-api/profile/${row.path}`,
        })),
        bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      });
    },
  );

  app.delete(
    `${URL}/:id`,
    {
      config: { access: "login", log: ["我的文件", 3] },
      schema: {
        summary: "删除本人没有使用的文件",
        params: Type.Object({ id: Type.String() }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const mine = and(
        eq(storedFile.id, parseId(request.params.id)),
        eq(storedFile.ownerId, userId),
      );
      const [row] = await db
        .select({ path: storedFile.path, avatar: user.avatar })
        .from(storedFile)
        .innerJoin(user, eq(user.userId, storedFile.ownerId))
        .where(mine);
      // Another person's file and one that is not there get the same answer.
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      if (row.avatar === `/profile/${row.path}`) throw new AppError(IN_USE);
      const gone = await removeUnused(db, mine);
      if (gone.length === 0) throw new AppError(IN_USE);
      for (const path of gone) await afterCommit(() => removeBytes(files, path));
      return ok({}, "文件已删除");
    },
  );
};

export default api;

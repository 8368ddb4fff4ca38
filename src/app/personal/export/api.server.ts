import { and, desc, eq, gt, sql } from "drizzle-orm";
import { Type } from "typebox";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { hasSecondFactor } from "../../login/mfa/service.server.ts";
import { requireOwnProof } from "../../login/ownCode/service.server.ts";
import { KEPT_DAYS } from "./make.server.ts";
import { dataExport } from "./table.server.ts";

const URL = "/prod-api/api/bll/personal/export";
const Text = Type.Optional(Type.String());

const MOST_A_DAY = 3;
const RUNNING = "上一份数据正在制作，请稍候";
const TOO_OFTEN = `24小时内最多导出${MOST_A_DAY}次，请明天再试`;
const GONE = "文件已过期，请重新导出";

/** States as a person reads them. */
const STATES: Readonly<Record<number, string>> = {
  0: "正在制作",
  1: "可以下载",
  2: "制作失败",
  3: "已过期",
};

const isKept = sql<boolean>`${dataExport.readyAt} > now() - make_interval(days => ${KEPT_DAYS})`;

/** A copy of all that the society knows of oneself (product 7.2). */
const api: Slice = (app, context) => {
  const { db, env } = context;

  app.get(
    URL,
    {
      config: { access: "login" },
      schema: {
        summary: "本人要求的个人数据副本",
        response: okSchema({
          /** A code of the second factor is asked for, and neither password nor message. */
          hasSecondFactor: Type.Boolean(),
          rows: Type.Array(
            Type.Object({
              id: Type.Integer(),
              state: Type.Integer(),
              stateName: Type.String(),
              bytes: Type.Integer(),
              askedAt: Type.String(),
              validTo: Type.String(),
            }),
          ),
        }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const rows = await db
        .select({ row: dataExport, isKept })
        .from(dataExport)
        .where(eq(dataExport.userId, userId))
        .orderBy(desc(dataExport.id))
        .limit(5);
      return ok({
        hasSecondFactor: await hasSecondFactor(db, userId),
        rows: rows.map(({ row, isKept }) => {
          const state = row.state === 1 && !isKept ? 3 : row.state;
          const end = row.readyAt && new Date(row.readyAt.getTime() + KEPT_DAYS * 86_400_000);
          return {
            id: row.id,
            state,
            stateName: STATES[state] ?? "",
            bytes: row.bytes,
            askedAt: formatDateTime(row.askedAt),
            validTo: end ? formatDateTime(end) : "",
          };
        }),
      });
    },
  );

  app.post(
    URL,
    {
      config: { access: "login", log: ["导出个人数据", 5] },
      schema: {
        summary: "要求一份个人数据副本，凭登录密码、短信验证码，或已开启的两步验证码",
        body: Type.Object({ password: Text, code: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      await requireOwnProof(context, userId, request.body, "exportData");
      const mine = eq(dataExport.userId, userId);
      const day = gt(dataExport.askedAt, sql`now() - interval '24 hours'`);
      if ((await db.$count(dataExport, and(mine, day))) >= MOST_A_DAY)
        throw new AppError(TOO_OFTEN);
      const put = await db
        .insert(dataExport)
        .values({ userId })
        .onConflictDoNothing()
        .returning({ id: dataExport.id });
      if (put.length === 0) throw new AppError(RUNNING);
      await publishTags(db, ["exports"]);
      return ok({}, "已开始制作，完成后会通知您");
    },
  );

  app.get(
    `${URL}/:id`,
    {
      config: { access: "login", log: ["下载个人数据", 5] },
      schema: {
        summary: "个人数据副本的下载地址，10 分钟内有效",
        params: Type.Object({ id: Type.String() }),
        response: okSchema({ url: Type.String() }),
      },
    },
    async (request) => {
      const [found] = await db
        .select({ row: dataExport, isKept })
        .from(dataExport)
        .where(
          and(
            eq(dataExport.id, parseId(request.params.id)),
            eq(dataExport.userId, accountOf(request).userId),
          ),
        );
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      if (found.row.state !== 1 || !found.isKept) throw new AppError(GONE);
      return ok({ url: privateLink(env.dataDir, found.row.file) });
    },
  );
};

export default api;

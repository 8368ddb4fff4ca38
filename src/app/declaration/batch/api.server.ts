import { and, eq } from "drizzle-orm";
import { Type } from "typebox";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { normalisePhone } from "#src/lib/people/phone.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { entityCrud } from "#src/server/crud/entity-crud.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { user } from "../../system/user/table.server.ts";
import { declareItem } from "../item/table.server.ts";
import { ENTITY } from "./entity.ts";
import { batchOf, newestSchema } from "./service.server.ts";
import { declareBatch, declareSchema, declareUnlock } from "./table.server.ts";
import { Copied, Unlocked } from "./wire.ts";

const BASE = "/prod-api/api/declaration/batch";
const Body = Type.Record(Type.String(), Type.Unknown());

const api: Slice = (app, context) => {
  entityCrud(app, context, ENTITY, declareBatch, {
    checkSave: async (tx, next, before) => {
      const row: Readonly<Record<string, unknown>> = next;
      const { openAt, closeAt, status, kind } = row;
      const isShown = status !== "1";
      const isBackwards = openAt instanceof Date && closeAt instanceof Date && closeAt <= openAt;
      refuseFields({
        openAt: isShown && !openAt ? "发布前请填写开始时间" : undefined,
        closeAt: isShown && !closeAt ? "发布前请填写截止时间" : undefined,
        ...(isBackwards ? { closeAt: "截止时间应晚于开始时间" } : {}),
      });
      const was: Readonly<Record<string, unknown>> | undefined = before;
      if (!was || was.kind === kind) return;
      const id = Number(was.id);
      if ((await tx.$count(declareItem, eq(declareItem.batchId, id))) > 0) {
        refuseFields({ kind: "已有人开始填写，不能再改类别" });
      }
      // Its form was that of another kind.
      await tx.delete(declareSchema).where(eq(declareSchema.batchId, id));
    },
  });
  copying(app, context);
  unlocking(app, context);
};

/** A batch like one of before, with its form: last year's call begins this year's. */
function copying(app: App, { db }: Context): void {
  app.post(
    `${BASE}/copy`,
    {
      config: { access: "declare:batch:add", log: ["申报批次", 1] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Copied }) },
    },
    async (request) => {
      const { userName } = accountOf(request);
      const id = await db.transaction(async (tx) => {
        const from = await batchOf(tx, parseId(request.body.id));
        if (!from) throw new AppError(NOT_FOUND, { code: 404 });
        const { id: fromId, createTime: _made, updateTime: _changed, ...rest } = from;
        const name = plainText(request.body.batchName).trim() || `${from.batchName}（副本）`;
        const isLong = Array.from(name).length > 60;
        const isTaken = (await tx.$count(declareBatch, eq(declareBatch.batchName, name))) > 0;
        refuseFields({
          batchName: isLong
            ? "批次名称长度不能超过60个字符"
            : isTaken
              ? "批次名称已存在"
              : undefined,
        });
        const [copy] = await tx
          .insert(declareBatch)
          .values({
            ...rest,
            batchName: name,
            status: "1",
            openAt: null,
            closeAt: null,
            createBy: userName,
            updateBy: "",
          })
          .returning();
        if (!copy) throw new Error("a batch was not written");
        const form = await newestSchema(tx, fromId);
        if (form) {
          await tx
            .insert(declareSchema)
            .values({ batchId: copy.id, versionNo: 1, schema: form.schema, createBy: userName });
        }
        return copy.id;
      });
      return ok({ data: { id } });
    },
  );
}

/** Somebody may hand in later than others; the reason stays, in the batch and in the operation log. */
function unlocking(app: App, { db }: Context): void {
  app.post(
    `${BASE}/unlock`,
    {
      config: { access: "declare:batch:unlock", log: ["申报延时", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Unlocked }) },
    },
    async (request) => {
      const { body } = request;
      const batchId = parseId(body.id);
      const itemNo = plainText(body.itemNo).trim().toUpperCase();
      const phone = normalisePhone(plainText(body.phone));
      const until = parseDateTime(plainText(body.untilAt).trim());
      const reason = plainText(body.reason).trim();
      const data = await db.transaction(async (tx) => {
        const batch = await batchOf(tx, batchId);
        if (!batch) throw new AppError(NOT_FOUND, { code: 404 });
        const [found] = itemNo
          ? await tx
              .select({ userId: declareItem.userId, nickName: user.nickName })
              .from(declareItem)
              .innerJoin(user, eq(user.userId, declareItem.userId))
              .where(
                and(
                  eq(declareItem.itemNo, itemNo),
                  eq(declareItem.batchId, batchId),
                  eq(declareItem.state, DECLARE_CODES.draft),
                ),
              )
          : await tx
              .select({ userId: user.userId, nickName: user.nickName })
              .from(user)
              .where(and(eq(user.phonenumber, phone), eq(user.delFlag, "0")));
        const isLate = until !== undefined && batch.closeAt !== null && until > batch.closeAt;
        refuseFields({
          phone:
            (itemNo || phone) && found
              ? undefined
              : "没有找到这位申报人，请核对手机号或草稿的申报编号",
          untilAt: isLate ? undefined : "延时应晚于批次的截止时间",
          reason: isReason(reason) ? undefined : REASON_ASKED,
        });
        if (!found || !until) throw new Error("what was refused goes on");
        const row = { untilAt: until, reason, createBy: accountOf(request).userName };
        await tx
          .insert(declareUnlock)
          .values({ batchId, userId: found.userId, ...row })
          .onConflictDoUpdate({
            target: [declareUnlock.batchId, declareUnlock.userId],
            set: { ...row, createTime: new Date() },
          });
        return { nickName: found.nickName, untilAt: formatDateTime(until) };
      });
      return ok({ data });
    },
  );
}

export default api;

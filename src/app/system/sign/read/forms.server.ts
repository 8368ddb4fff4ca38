import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { parseId } from "#src/server/crud/ids.ts";
import { attachment } from "#src/server/files/sending.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { societyName } from "../../config/service.server.ts";
import { personOf } from "../model/rights.server.ts";
import { findSign } from "./detail.server.ts";
import { blankFormPdf, formPdf } from "./form-pdf.server.ts";

const BASE = "/prod-api/api/system/sign";
const FILE = { 200: Type.Unknown() };
const TITLES = { "01": "个人会员入会申请表", "02": "单位会员入会申请表" } as const;

const sendPdf = (reply: FastifyReply, bytes: Buffer, title: string, cache: string) =>
  reply
    .headers({
      "content-type": "application/pdf",
      "content-disposition": attachment(`${title}.pdf`),
      "cache-control": cache,
    })
    .send(bytes);

const typeOf = (value: unknown): "01" | "02" => {
  if (value !== "01" && value !== "02") throw new AppError("请选择个人或单位申请表");
  return value;
};

/** 入会申请表 as a PDF: filled in for its owner and for staff within reach, empty for anybody. */
export const signForms: Slice = (app, context) => {
  app.get(
    `${BASE}/form`,
    {
      config: { access: "login" },
      schema: { querystring: looseQuery({ id: "申请编号" }), response: FILE },
    },
    async (request, reply) => {
      const id = parseId(request.query.id);
      const person = await personOf(context, request);
      const row = await findSign(context.db, person, { id });
      if (!row) throw new AppError(NOT_FOUND, { code: 404 });
      const isOwn = row.userId === person.account.userId;
      const bytes = await formPdf(context, row, { isOwn });
      const title = `${TITLES[typeOf(row.memberType)]}_${row.applyNo}`;
      return sendPdf(reply, bytes, title, "no-store");
    },
  );

  // The same for all until the society changes its name: drawn once a process.
  const drawn = new Map<string, Promise<Buffer>>();
  app.get(
    `${BASE}/blankForm`,
    {
      config: { access: "public" },
      schema: { querystring: looseQuery({ memberType: "01 个人，02 单位" }), response: FILE },
    },
    async (request, reply) => {
      const memberType = typeOf(request.query.memberType);
      const key = `${memberType} ${await societyName(context)}`;
      const kept = drawn.get(key) ?? blankFormPdf(context, memberType);
      drawn.set(key, kept);
      kept.catch(() => drawn.delete(key));
      return sendPdf(reply, await kept, TITLES[memberType], "public, max-age=3600");
    },
  );
};

import { Readable } from "node:stream";
import { Type } from "typebox";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { sendBytes } from "#src/server/files/sending.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { ownerOf } from "../service.server.ts";
import { arrive, readRoom, roomEvent } from "./arrive.server.ts";
import { roomSheet } from "./sheet.server.ts";
import { Arrived, RoomEvent } from "./wire.ts";

const BASE = "/prod-api/api/activity/self";

const Body = Type.Record(Type.String(), Type.Unknown());

/** Participants check themselves in by the code on the wall of the room (product 4.7, decision 65). */
const self: Slice = (app, context) => {
  app.get(
    `${BASE}/event`,
    {
      config: { access: "public" },
      schema: {
        summary: "会场签到码是哪个活动的，现在能不能签到",
        querystring: looseQuery({ c: "会场签到码" }),
        response: okSchema({ data: RoomEvent }),
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const room = await readRoom(context, request.ip, plainText(request.query.c));
      return ok({ data: await roomEvent(context.db, room) });
    },
  );

  app.post(
    `${BASE}/arrive`,
    {
      config: { access: "public", log: ["自助签到", 2] },
      preValidation: fillBody,
      schema: {
        summary: "本人签到；c 为会场签到码，没有登录的以 prove 得到的 proof 证明手机号",
        body: Body,
        response: okSchema({ data: Arrived }),
      },
    },
    async (request) => {
      const { body, account, ip } = request;
      const room = await readRoom(context, ip, plainText(body.c));
      const owner = await ownerOf(context, request, body);
      return ok({ data: await arrive(context, room, { ...owner, code: "" }, { account, ip }) });
    },
  );

  app.get(
    `${BASE}/sheet/:id`,
    {
      config: { access: "activity:entry:checkIn", log: ["自助签到", 5] },
      schema: {
        summary: "会场签到码（PDF，A4，活动每天一页）",
        params: pathParts("id"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const data = await roomSheet(context, parseId(request.params.id));
      const pdf = await pdfDrawer(context.env).draw("roomSheet", data);
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        {
          mime: "application/pdf",
          name: "会场签到码.pdf",
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );
};

export default self;

import type { FastifyReply } from "fastify";
import { IMMUTABLE, notThere, sendBytes, sendStored } from "#src/server/files/sending.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { findFile, storeUpload, UPLOAD_LOG, UPLOADED } from "./service.server.ts";
import { findWidth } from "./widths.server.ts";

const api: Slice = (app, context) => {
  const { db } = context;

  app.post(
    "/prod-api/common/upload",
    { config: { access: "login", log: UPLOAD_LOG }, schema: { response: okSchema(UPLOADED) } },
    async (request) => ok(await storeUpload(context, request)),
  );

  const show = async (relative: string, reply: FastifyReply) => {
    const row = await findFile(db, relative);
    if (row) {
      return sendStored(context, reply, row, {
        isInline: /^image\/(png|jpeg|gif)$/.test(row.mime),
        cacheControl: IMMUTABLE,
      });
    }
    const found = await findWidth(context, relative);
    if (!found) return notThere(reply);
    return sendBytes(reply, found.bytes, {
      mime: found.mime,
      name: "",
      isInline: true,
      cacheControl: found.isFinal ? IMMUTABLE : "no-store",
    });
  };
  for (const url of ["/prod-api/profile/*", "/profile/*"]) {
    app.get(
      url,
      { config: { access: "public" }, schema: { params: pathParts("*") } },
      async (request, reply) => show(request.params["*"], reply),
    );
  }
};

export default api;

import fs from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Slice } from "../../../server/context.ts";
import { NOT_FOUND } from "../../../server/errors.ts";
import { ok, okSchema } from "../../../server/reply.ts";
import { findFile, storeUpload, UPLOAD_LOG, UPLOADED } from "./service.server.ts";

/** A picture opens in its place, anything else is saved; neither can run or frame anything. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";
const YEAR_SECONDS = 31_536_000;

const api: Slice = (app, context) => {
  const { db, env } = context;

  app.post(
    "/prod-api/common/upload",
    { config: { access: "login", log: UPLOAD_LOG }, schema: { response: okSchema(UPLOADED) } },
    async (request) => ok(await storeUpload(context, request)),
  );

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { "*": relative = "" } = request.params as { "*"?: string };
    const file = await findFile(db, env, relative);
    const size = file && (await fs.promises.stat(file.disk).catch(() => undefined))?.size;
    if (!file || size === undefined) {
      return reply.code(404).send({ code: 404, msg: NOT_FOUND });
    }
    const isShown = /^image\/(png|jpeg|gif)$/.test(file.mime);
    const plainName = file.originalName.replace(/[^\w.-]/g, "_");
    const fullName = encodeURIComponent(file.originalName).replace(/['()*]/g, escape);
    return reply
      .headers({
        "content-type": file.mime,
        "content-length": size,
        "content-disposition": isShown
          ? "inline"
          : `attachment; filename="${plainName}"; filename*=UTF-8''${fullName}`,
        "content-security-policy": FILE_POLICY,
        "cache-control": `public, max-age=${YEAR_SECONDS}, immutable`,
      })
      .send(fs.createReadStream(file.disk));
  };
  for (const url of ["/prod-api/profile/*", "/profile/*"]) {
    app.get(url, { config: { access: "public" } }, show);
  }
};

export default api;

import fs from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { accountOf } from "../../../server/access.ts";
import type { Slice } from "../../../server/context.ts";
import { AppError, NOT_FOUND } from "../../../server/errors.ts";
import { ok, okSchema } from "../../../server/reply.ts";
import { EMPTY_FILE, findFile, receiveFiles, storeFile } from "./service.server.ts";

const MAX_FILES = 5;

/** A picture opens in its place, anything else is saved; neither can run or frame anything. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";
const YEAR_SECONDS = 31_536_000;

const api: Slice = (app, context) => {
  const { db, env } = context;

  /** Stores what a multipart request brings; wire-contract 2.13. */
  const storeAll = async (request: FastifyRequest, names: string[], limit: number) => {
    const ownerId = accountOf(request).userId;
    const { files, fields } = await receiveFiles(request, names);
    // Private purposes (vouchers, licences …) have stores of their own, never under /profile.
    const purpose = fields.get("purpose") || "content";
    if (purpose !== "content") throw new AppError("暂不支持该用途的文件上传");
    if (files.length === 0) throw new AppError(EMPTY_FILE);
    if (files.length > limit) throw new AppError(`上传文件数量不能超过 ${limit} 个!`);
    const stored = [];
    for (const file of files) {
      stored.push(
        await storeFile(db, env, {
          bytes: file.bytes,
          originalName: file.name,
          purpose: "content",
          ownerId,
        }),
      );
    }
    return stored.map(({ fileName, newFileName, originalFilename }) => ({
      url: `${context.origin}/prod-api${fileName}`,
      fileName,
      newFileName,
      originalFilename,
    }));
  };

  const one = {
    url: Type.String(),
    fileName: Type.String(),
    newFileName: Type.String(),
    originalFilename: Type.String(),
  };
  for (const url of ["/prod-api/common/upload", "/prod-api/common/oss/upload"]) {
    app.post(
      url,
      { config: { access: "login" }, schema: { response: okSchema(one) } },
      async (request) => {
        const [stored] = await storeAll(request, ["file"], 1);
        if (!stored) throw new AppError(EMPTY_FILE);
        return ok(stored);
      },
    );
  }

  const many = {
    urls: Type.String(),
    fileNames: Type.String(),
    newFileNames: Type.String(),
    originalFilenames: Type.String(),
  };
  app.post(
    "/prod-api/common/uploads",
    { config: { access: "login" }, schema: { response: okSchema(many) } },
    async (request) => {
      const stored = await storeAll(request, ["files", "files[]", "file"], MAX_FILES);
      return ok({
        urls: stored.map((each) => each.url).join(","),
        fileNames: stored.map((each) => each.fileName).join(","),
        newFileNames: stored.map((each) => each.newFileName).join(","),
        originalFilenames: stored.map((each) => each.originalFilename).join(","),
      });
    },
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

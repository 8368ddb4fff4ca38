import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { regionTree } from "./service.server.ts";

const FIELDS = { code: Type.String({ title: "六位代码" }), name: Type.String({ title: "名称" }) };
const below = <T extends ReturnType<typeof Type.Object>>(region: T) =>
  Type.Object({ ...FIELDS, children: Type.Optional(Type.Array(region)) });
const RegionBody = below(below(Type.Object(FIELDS)));

type Answer = { plain: Buffer; gzip: Buffer; etag: string };

async function answerOf(): Promise<Answer> {
  const plain = Buffer.from(JSON.stringify(ok({ data: await regionTree() })));
  // Weak: one text, sent in two encodings.
  const etag = `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { plain, gzip: gzipSync(plain, { level: 9 }), etag };
}

/** Sends the kept answer: to write the tree as JSON takes some milliseconds, which no visitor should wait. */
function send(request: FastifyRequest, reply: FastifyReply, { plain, gzip, etag }: Answer) {
  reply
    .header("cache-control", "public, max-age=86400")
    .header("vary", "accept-encoding")
    .header("etag", etag);
  const known = String(request.headers["if-none-match"] ?? "").split(/\s*,\s*/);
  if (known.includes(etag)) return reply.code(304).send();
  reply.type("application/json; charset=utf-8");
  const accepted = String(request.headers["accept-encoding"] ?? "");
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accepted)) return reply.send(plain);
  return reply.header("content-encoding", "gzip").send(gzip);
}

/** The list changes only with the program; a browser that has it asks once a day whether it still is so. */
const api: Slice = (app) => {
  let kept: Promise<Answer> | undefined;
  app.get(
    "/prod-api/common/regions",
    {
      config: { access: "public" },
      schema: {
        summary: "省、市、区县（GB/T 2260）",
        response: okSchema({ data: Type.Array(RegionBody) }),
      },
    },
    async (request, reply) => {
      kept ??= answerOf();
      return send(request, reply, await kept);
    },
  );
};

export default api;

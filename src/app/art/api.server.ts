import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { NOT_FOUND } from "../../server/http/errors.ts";
import type { Context, Slice } from "../../server/start/context.ts";
import { settings } from "../system/config/service.server.ts";
import { cardOf, coverOf, drawingOf, qrSvg } from "./service.server.ts";

/** Styles inside and nothing else; drawings are pictures, never documents that act. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Drawings change only with the program: a month is long enough and not for ever. */
const MONTH_SECONDS = 2_592_000;
const HOUR_SECONDS = 3_600;

type Drawing = { plain: Buffer; gzip: Buffer };

const packed = (svg: string): Drawing => {
  const plain = Buffer.from(svg);
  return { plain, gzip: gzipSync(plain, { level: 9 }) };
};

/** A finite set of names: each is drawn once per process. */
const drawn = new Map<string, Drawing>();

/** The same of the cards, some 20 KB each. */
const cards = new Map<string, Promise<Buffer>>();

function keep(key: string, draw: () => string | undefined): Drawing | undefined {
  const found = drawn.get(key);
  if (found) return found;
  const svg = draw();
  if (svg === undefined) return undefined;
  const drawing = packed(svg);
  drawn.set(key, drawing);
  return drawing;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  drawing: Drawing | undefined,
  cache: string,
) {
  if (!drawing) return reply.code(404).send({ code: 404, msg: NOT_FOUND });
  const isGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  reply
    .header("content-type", "image/svg+xml; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("cache-control", cache)
    .header("vary", "accept-encoding");
  if (isGzip) reply.header("content-encoding", "gzip");
  return reply.send(isGzip ? drawing.gzip : drawing.plain);
}

/** The QR code of the setting site.qr; undefined when it is empty. */
function siteQr(context: Context): Promise<Drawing | undefined> {
  return context.memo.get("site-qr", ["site"], async () => {
    const content = (await settings(context)).get("site.qr");
    return content ? packed(await qrSvg(content)) : undefined;
  });
}

const slice: Slice = (app, context) => {
  const immutable = `public, max-age=${MONTH_SECONDS}, immutable`;
  const config = { access: "public" } as const;
  app.get<{ Params: { name: string } }>(
    "/art/cover/:name.svg",
    { config },
    async (request, reply) => {
      const { name } = request.params;
      return send(
        request,
        reply,
        keep(`cover:${name}`, () => coverOf(name)),
        immutable,
      );
    },
  );
  app.get<{ Params: { name: string } }>(
    "/art/card/:name.png",
    { config },
    async (request, reply) => {
      const { name } = request.params;
      const card = cards.get(name) ?? cardOf(name);
      if (!card) return reply.code(404).send({ code: 404, msg: NOT_FOUND });
      cards.set(name, card);
      card.catch(() => cards.delete(name));
      return reply
        .header("content-type", "image/png")
        .header("content-security-policy", POLICY)
        .header("cache-control", immutable)
        .send(await card);
    },
  );
  app.get("/art/qr.svg", { config }, async (request, reply) =>
    send(request, reply, await siteQr(context), `public, max-age=${HOUR_SECONDS}`),
  );
  app.get<{ Params: { name: string } }>("/art/:name.svg", { config }, async (request, reply) => {
    const { name } = request.params;
    return send(
      request,
      reply,
      keep(`art:${name}`, () => drawingOf(name)),
      immutable,
    );
  });
};

export default slice;

import { gunzipSync } from "node:zlib";
import { Type } from "typebox";
import { NOT_FOUND } from "../../server/http/errors.ts";
import type { Slice } from "../../server/start/context.ts";
import { feed } from "./feed.server.ts";
import { leadOf } from "./redirects/service.server.ts";
import { sitemapCount, sitemapFile, sitemapIndex } from "./sitemap.server.ts";

/** A scheduled article is to be seen within a minute of its time, by proxies as well. */
const CACHE = "public, max-age=30";
const XML = "application/xml; charset=utf-8";

/** Not worth a crawler's time, or endless. */
const CLOSED = ["/prod-api/", "/search", "/personal", "/login", "/register", "/forgetPassword"];

const seoApi: Slice = (app, context) => {
  const config = { access: "public" } as const;

  app.get("/robots.txt", { config }, async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", CACHE)
      .send(
        [
          "User-agent: *",
          ...CLOSED.map((path) => `Disallow: ${path}`),
          "",
          `Sitemap: ${context.origin}/sitemap.xml`,
          "",
        ].join("\n"),
      ),
  );

  app.get("/sitemap.xml", { config }, async (_request, reply) =>
    reply
      .type(XML)
      .header("cache-control", CACHE)
      .send(await sitemapIndex(context)),
  );

  app.get<{ Params: { page: string } }>(
    "/sitemap-:page.xml",
    { config },
    async (request, reply) => {
      const { page } = request.params;
      if (!/^[1-9]\d{0,5}$/.test(page) || Number(page) > (await sitemapCount(context))) {
        return reply.code(404).send({ code: 404, msg: NOT_FOUND });
      }
      const packed = await sitemapFile(context, Number(page));
      reply.type(XML).header("cache-control", CACHE).header("vary", "accept-encoding");
      if (!/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""))) {
        return reply.send(gunzipSync(packed));
      }
      return reply.header("content-encoding", "gzip").send(packed);
    },
  );

  app.get(
    "/rss.xml",
    {
      config,
      schema: {
        querystring: Type.Object({
          typeId: Type.Optional(Type.Integer({ title: "栏目编号" })),
        }),
      },
    },
    async ({ query }, reply) => {
      const text = await feed(context, query.typeId);
      if (text === undefined) {
        // The category may have gone into another one.
        const lead = await leadOf(context, `/rss.xml?typeId=${query.typeId}`);
        if (lead) return reply.redirect(lead.to, lead.code);
        return reply.code(404).send({ code: 404, msg: NOT_FOUND });
      }
      return reply
        .type("application/rss+xml; charset=utf-8")
        .header("cache-control", CACHE)
        .send(text);
    },
  );
};

export default seoApi;

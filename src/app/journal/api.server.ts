import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { Type } from "typebox";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { secretBox } from "#src/server/secrets/secret-box.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { SEALED, settings } from "../system/config/service.server.ts";
import { user } from "../system/user/table.server.ts";
import { journalTicket } from "./table.server.ts";

/** product 4.10: a ticket of one use and 60 seconds. */
const TICKET_SECONDS = 60;
const MIN_SECRET = 32;

const REFUSED = "会刊凭证无效或已过期";
const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** The hosts that tickets are made for, in lower case. */
async function journalHosts(context: Context): Promise<Set<string>> {
  const text = (await settings(context)).get("site.journalHosts") ?? "";
  return new Set(
    text
      .split(",")
      .map((host) =>
        host
          .trim()
          .replace(/^https?:\/\//, "")
          .replace(/\/.*$/, "")
          .toLowerCase(),
      )
      .filter(Boolean),
  );
}

/** The secret of the journal's server; empty where none is set, or one that could be guessed. */
async function journalSecret(context: Context): Promise<string> {
  const value = (await settings(context)).get("site.journalSecret") ?? "";
  if (!value.startsWith(SEALED)) return "";
  const sealed = Buffer.from(value.slice(SEALED.length), "base64");
  const plain = secretBox(context.env.dataDir).open(sealed);
  return plain.length >= MIN_SECRET ? plain : "";
}

/** Who a reader is to the journal: the same each time, and of no use anywhere else. */
const subjectOf = (secret: string, userId: number): string =>
  createHmac("sha256", secret).update(`journal-reader:${userId}`).digest("hex");

const journal: Slice = (app, context) => {
  const { db } = context;

  app.post(
    "/prod-api/api/bll/journal/ticket",
    {
      config: { access: "login" },
      schema: {
        summary: "去会刊网站的地址，附一次性凭证",
        body: Type.Object({ href: Type.String({ maxLength: 2_000 }) }),
        response: okSchema({ data: Type.Object({ href: Type.String() }) }),
      },
    },
    async (request, reply) => {
      void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      const { href } = request.body;
      const url = URL.canParse(href) ? new URL(href) : undefined;
      // A ticket goes out over an encrypted line alone; what is no host of the journal gets none.
      if (url?.protocol !== "https:" || !(await journalHosts(context)).has(url.host)) {
        return ok({ data: { href } });
      }
      const token = randomBytes(32).toString("base64url");
      await db.insert(journalTicket).values({
        tokenHash: hashOf(token),
        userId: accountOf(request).userId,
        host: url.host,
        expiresAt: sql`now() + make_interval(secs => ${TICKET_SECONDS})`,
      });
      url.searchParams.set("token", token);
      return ok({ data: { href: url.href } });
    },
  );

  app.post(
    "/prod-api/api/bll/journal/exchange",
    {
      config: { access: "public" },
      schema: {
        summary: "会刊网站的服务器用凭证换取读者身份",
        headers: Type.Object({ "x-journal-secret": Type.Optional(Type.String()) }),
        body: Type.Object({
          token: Type.String({ maxLength: 200 }),
          host: Type.String({ maxLength: 300 }),
        }),
        response: okSchema({
          data: Type.Object({ subject: Type.String(), nickName: Type.String() }),
        }),
      },
    },
    async (request, reply) => {
      void reply.header("cache-control", "no-store");
      const secret = await journalSecret(context);
      const given = request.headers["x-journal-secret"] ?? "";
      const isServer = secret !== "" && timingSafeEqual(hashOf(given), hashOf(secret));
      // A stranger learns nothing about a ticket, and does not spend it.
      if (!isServer) throw new AppError("会刊网站密钥不正确", { code: 403 });
      const { token, host } = request.body;
      // Whatever comes of it, it has been used: one of two at once gets it.
      const [ticket] = await db
        .update(journalTicket)
        .set({ usedAt: sql`now()` })
        .where(
          and(
            eq(journalTicket.tokenHash, hashOf(token)),
            isNull(journalTicket.usedAt),
            gt(journalTicket.expiresAt, sql`now()`),
          ),
        )
        .returning();
      if (!ticket || ticket.host !== host.toLowerCase()) throw new AppError(REFUSED);
      const [reader] = await db
        .select({ nickName: user.nickName })
        .from(user)
        .where(and(eq(user.userId, ticket.userId), eq(user.status, "0"), eq(user.delFlag, "0")));
      if (!reader) throw new AppError(REFUSED);
      const { nickName } = reader;
      return ok({ data: { subject: subjectOf(secret, ticket.userId), nickName } });
    },
  );
};

export default journal;

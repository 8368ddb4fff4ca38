import { Readable } from "node:stream";
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { settings } from "#src/app/system/config/service.server.ts";
import { type Reach, reachOf } from "#src/app/system/reach/service.server.ts";
import { containsPairs } from "#src/db/like.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { boundedTotal, keptCount } from "#src/server/crud/large-list.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { certificateBatch } from "#src/server/documents/packed/certificate-batch.ts";
import type { CertificateData } from "#src/server/documents/pdf/certificate.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment, sendBytes } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { largeTable, largeTableSchema, ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import type { Member } from "../service.server.ts";
import { member } from "../table.server.ts";
import { type Certificate, reissue, revoke } from "./acts.server.ts";
import { sealOf } from "./service.server.ts";
import { memberCertificate } from "./table.server.ts";
import { CertificateRow } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/certificate";
const LIST = "member:certificate:list";
const MEMBERS = { dept: member.deptId };

/** The most certificates that one ZIP holds. */
const MAX_BATCH = 200;

/** 会员证书 (product 4.5). */
const api: Slice = (app, context) => {
  listed(app, context);
  printed(app, context);
  taken(app, context);
};

/** Certificates that may be listed, by those alone where all may be. */
function reached({ has, scope, where }: Reach): SQL | undefined {
  if (has(LIST) && scope(LIST).isAll) return undefined;
  return sql`${memberCertificate.memberId} in (select ${member.id} from ${member} where ${where(LIST, MEMBERS)})`;
}

function listed(app: App, context: Context): void {
  const { db } = context;
  const countAll = keptCount(
    context,
    "certificates",
    memberCertificate,
    memberCertificate.id,
    undefined,
  );
  app.get(
    `${BASE}/list`,
    {
      config: { access: LIST },
      schema: {
        querystring: looseQuery({
          name: "姓名或单位名称，含有即可",
          memberNo: "会员编号，等于",
          code: "验证码，等于",
          state: "valid 有效，expired 已过期，revoked 已撤销",
          pageNum: "页码",
          pageSize: "每页行数",
        }),
        response: largeTableSchema(CertificateRow),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const today = formatDay(new Date());
      const text = (name: string) => inputText(request.query, name);
      const states: Readonly<Record<string, SQL>> = {
        valid: sql`${memberCertificate.revokedAt} is null and ${memberCertificate.toOn} >= ${today}`,
        expired: sql`${memberCertificate.revokedAt} is null and ${memberCertificate.toOn} < ${today}`,
        revoked: sql`${memberCertificate.revokedAt} is not null`,
      };
      const state = text("state");
      const where = and(
        reached(reach),
        text("name") ? containsPairs(memberCertificate.name, text("name")) : undefined,
        text("memberNo")
          ? eq(memberCertificate.memberNo, text("memberNo").toUpperCase())
          : undefined,
        text("code") ? eq(memberCertificate.code, text("code")) : undefined,
        state ? (Object.hasOwn(states, state) ? states[state] : sql`false`) : undefined,
      );
      const { pageNum, pageSize } = pageOf(request.query);
      const { total, isMore } = where
        ? await boundedTotal(db, memberCertificate, where)
        : { total: await countAll(), isMore: false };
      // The page is found in an index first.
      const page = db
        .select({ id: memberCertificate.id })
        .from(memberCertificate)
        .where(where)
        .orderBy(desc(memberCertificate.id))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      const rows = await db
        .select()
        .from(memberCertificate)
        .where(inArray(memberCertificate.id, page))
        .orderBy(desc(memberCertificate.id));
      return largeTable(
        rows.map(({ id, memberId, code, memberNo, name, levelName, ...each }) => ({
          id,
          memberId,
          code,
          memberNo,
          name,
          levelName,
          fromOn: each.fromOn,
          toOn: each.toOn,
          issuedOn: each.issuedOn,
          state: each.revokedAt ? "revoked" : each.toOn < today ? "expired" : "valid",
          revokeReason: each.revokeReason,
          revokedBy: each.revokedBy,
        })),
        total,
        isMore,
      );
    },
  );
}

async function dataOf(
  context: Pick<Context, "db" | "memo" | "origin">,
  seal: Uint8Array | undefined,
  { code, memberNo, name, levelName, fromOn, toOn, issuedOn }: Certificate,
  owner: Member,
): Promise<CertificateData> {
  const isUnit = owner.memberType === "02";
  return {
    society: (await settings(context)).get("site.name") ?? "",
    kind: isUnit ? "unit" : "person",
    name,
    ...(seal ? { seal } : {}),
    ...(isUnit && owner.creditCode ? { creditCode: owner.creditCode } : {}),
    memberNo,
    level: levelName,
    validFrom: dayInWords(fromOn),
    validUntil: dayInWords(toOn),
    issuedOn: dayInWords(issuedOn),
    code,
    verifyUrl: `${context.origin}/verify/${code}`,
    verifyPage: `${context.origin}/verify`,
  };
}

function printed(app: App, context: Context): void {
  const { db, env } = context;
  const draw = (data: CertificateData) => pdfDrawer(env).draw("certificate", data);

  app.get(
    `${BASE}/pdf/:code`,
    {
      config: { access: "login" },
      schema: {
        summary: "一份会员证书（PDF）：本人的，或数据范围内会员的",
        params: pathParts("code"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const [found] = await db
        .select({ certificate: memberCertificate, owner: member })
        .from(memberCertificate)
        .innerJoin(member, eq(member.id, memberCertificate.memberId))
        .where(eq(memberCertificate.code, String(request.params.code)));
      const reach = await reachOf(db, account);
      const isOwn = found?.owner.userId === account.userId;
      const mayRead =
        found &&
        (isOwn ||
          reach.covers("member:certificate:query", {
            ownerId: null,
            deptId: found.owner.deptId,
          }));
      if (!mayRead) throw new AppError(NOT_FOUND, { code: 404 });
      const { certificate, owner } = found;
      if (certificate.revokedAt) throw new AppError("这份证书已经撤销，不能下载");
      const pdf = await draw(await dataOf(context, await sealOf(context), certificate, owner));
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        {
          mime: "application/pdf",
          name: `会员证书 ${certificate.memberNo}.pdf`,
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );

  app.get(
    `${BASE}/batch/:ids`,
    {
      config: { access: "member:certificate:export", asksProof: true, log: ["会员证书", 5] },
      schema: {
        summary: "选中的证书打包下载",
        params: pathParts("ids"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const ids = [...new Set(String(request.params.ids).split(",").map(parseId))];
      return sendZip(request, reply, inArray(memberCertificate.id, ids), ids.length);
    },
  );

  app.get(
    `${BASE}/ofMembers/:ids`,
    {
      config: { access: "member:certificate:export", asksProof: true, log: ["会员证书", 5] },
      schema: {
        summary: "选中会员最近一份有效的证书打包下载",
        params: pathParts("ids"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const ids = [...new Set(String(request.params.ids).split(",").map(parseId))];
      const newest = db
        .selectDistinctOn([memberCertificate.memberId], { id: memberCertificate.id })
        .from(memberCertificate)
        .where(and(inArray(memberCertificate.memberId, ids), isNull(memberCertificate.revokedAt)))
        .orderBy(memberCertificate.memberId, desc(memberCertificate.toOn));
      return sendZip(request, reply, inArray(memberCertificate.id, newest), ids.length);
    },
  );

  const sendZip = async (
    request: FastifyRequest,
    reply: FastifyReply,
    chosen: SQL,
    count: number,
  ) => {
    if (count > MAX_BATCH) throw new AppError(`一次最多下载 ${MAX_BATCH} 份证书`);
    const reach = await reachOf(db, accountOf(request));
    const rows = await db
      .select({ certificate: memberCertificate, owner: member })
      .from(memberCertificate)
      .innerJoin(member, eq(member.id, memberCertificate.memberId))
      .where(
        and(
          chosen,
          isNull(memberCertificate.revokedAt),
          isNull(member.mergedInto),
          reach.where("member:certificate:export", MEMBERS),
        ),
      );
    if (rows.length === 0) {
      throw new AppError("选中的会员没有可以下载的证书，或不在您的数据范围内");
    }
    const list: CertificateData[] = [];
    const seal = await sealOf(context);
    for (const { certificate, owner } of rows) {
      list.push(await dataOf(context, seal, certificate, owner));
    }
    return reply
      .headers({
        "content-type": "application/zip",
        "content-disposition": attachment("会员证书.zip"),
        "cache-control": "private, no-store",
      })
      .send(certificateBatch(draw, list));
  };
}

const Given = Type.Object({
  id: RowId,
  reason: Type.String({ default: "", title: "原因" }),
});

function taken(app: App, { db }: Context): void {
  app.put(
    `${BASE}/revoke`,
    {
      config: { access: "member:certificate:revoke", log: ["会员证书", 2] },
      schema: { summary: "撤销一份证书", body: Given, response: okSchema() },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      await revoke(db, { reach, ip: request.ip }, request.body);
      return ok();
    },
  );
  app.put(
    `${BASE}/reissue`,
    {
      config: { access: "member:certificate:reissue", log: ["会员证书", 2] },
      schema: { summary: "重发一份证书，原证书作废", body: Given, response: okSchema() },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      await reissue(db, { reach, ip: request.ip }, request.body);
      return ok();
    },
  );
}

export default api;

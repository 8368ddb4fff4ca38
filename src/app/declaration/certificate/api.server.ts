import { Readable } from "node:stream";
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { Type } from "typebox";
import { sealOf } from "#src/app/member/certificate/service.server.ts";
import { societyName } from "#src/app/system/config/service.server.ts";
import { containsPairs } from "#src/db/like.ts";
import {
  CERTIFICATES,
  certificateSentence,
  isCertificateKind,
} from "#src/lib/declare/certificates.ts";
import { dayInWords } from "#src/lib/text/dates.ts";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { MOST_PACKED, pdfBatch, refuseMany } from "#src/server/documents/packed/pdf-batch.ts";
import type { HonourCertificate } from "#src/server/documents/pdf/certificate.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment, sendBytes } from "#src/server/files/sending.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { isWrittenBy } from "../item/service.server.ts";
import { declareItem } from "../item/table.server.ts";
import { type Certificate, certificateBatches, issueDue, revoke } from "./service.server.ts";
import { declareCertificate } from "./table.server.ts";
import { CertificateBatch, CertificateRow } from "./wire.ts";

const BASE = "/prod-api/api/declaration/certificate";

/** 证书与通知: certificates of what was declared, issued by the batch (product 4.8). */
const api: Slice = (app, context) => {
  listed(app, context);
  printed(app, context);
  acts(app, context);
};

function listed(app: App, { db }: Context): void {
  app.get(
    `${BASE}/list`,
    {
      config: { access: "declare:certificate:list" },
      schema: {
        querystring: looseQuery({
          keyword: "题目、姓名、证书编号或申报编号",
          state: "valid 有效，revoked 已撤销",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(CertificateRow),
      },
    },
    async (request) => {
      const keyword = inputText(request.query, "keyword");
      const states: Readonly<Record<string, SQL>> = {
        valid: isNull(declareCertificate.revokedAt),
        revoked: isNotNull(declareCertificate.revokedAt),
      };
      const state = inputText(request.query, "state");
      const where = and(
        Object.hasOwn(states, state) ? states[state] : undefined,
        keyword
          ? or(
              eq(declareCertificate.certNo, keyword.toUpperCase()),
              eq(declareCertificate.itemNo, keyword.toUpperCase()),
              containsPairs(declareCertificate.title, keyword),
              containsPairs(declareCertificate.name, keyword),
            )
          : undefined,
      );
      const total = await db.$count(declareCertificate, where);
      const { pageNum, pageSize } = pageOf(request.query);
      const rows = await db
        .select()
        .from(declareCertificate)
        .where(where)
        .orderBy(desc(declareCertificate.id))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(
        rows.map(({ kind, revokedAt, createTime: _made, issuedBy: _by, ...row }) => ({
          ...row,
          kindName: isCertificateKind(kind) ? CERTIFICATES[kind] : kind,
          state: revokedAt ? "revoked" : "valid",
        })),
        total,
      );
    },
  );

  app.get(
    `${BASE}/batches`,
    {
      config: { access: "declare:certificate:list" },
      schema: { response: okSchema({ data: Type.Array(CertificateBatch) }) },
    },
    async () => ok({ data: await certificateBatches(db) }),
  );
}

async function dataOf(
  context: Context,
  seal: Uint8Array | undefined,
  row: Certificate,
): Promise<HonourCertificate> {
  const { kind, code, certNo, itemNo, name, unitName, issuedOn } = row;
  if (!isCertificateKind(kind)) throw new Error(`no certificate is a ${kind}`);
  return {
    society: await societyName(context),
    // Several names take the smaller letters that the name of a unit has.
    kind: kind === "unit" || name.includes("、") ? "unit" : "person",
    name,
    issuedOn: dayInWords(issuedOn),
    code,
    verifyUrl: `${context.origin}/verify/${code}`,
    verifyPage: `${context.origin}/verify`,
    ...(seal ? { seal } : {}),
    words: {
      heading: CERTIFICATES[kind],
      sentence: certificateSentence(kind, row),
      facts:
        kind === "unit"
          ? [
              ["证书编号", certNo, 0.5],
              ["申报编号", itemNo, 0.5],
            ]
          : [
              ["证书编号", certNo, 0.25],
              ["申报编号", itemNo, 0.25],
              ["单位", unitName || "—", 0.5],
            ],
    },
  };
}

function printed(app: App, context: Context): void {
  const { db, env } = context;
  const draw = (data: HonourCertificate) => pdfDrawer(env).draw("honourCertificate", data);

  app.get(
    `${BASE}/pdf/:code`,
    {
      config: { access: "login" },
      schema: {
        summary: "一份证书（PDF）：本人申报的，或有权限的工作人员",
        params: pathParts("code"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const [row] = await db
        .select()
        .from(declareCertificate)
        .where(eq(declareCertificate.code, String(request.params.code)));
      const mayRead =
        row &&
        (hasPermission(account, "declare:certificate:list") ||
          (await isWrittenBy(db, row.itemId, account.userId)));
      if (!mayRead) throw new AppError(NOT_FOUND, { code: 404 });
      if (row.revokedAt) throw new AppError("这份证书已经撤销，不能下载");
      const pdf = await draw(await dataOf(context, await sealOf(context), row));
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        {
          mime: "application/pdf",
          name: `证书 ${row.certNo}.pdf`,
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );

  app.get(
    `${BASE}/batch`,
    {
      config: { access: "declare:certificate:export", asksProof: true, log: ["申报证书", 5] },
      schema: {
        summary: "一个批次的有效证书打包下载",
        querystring: looseQuery({ batchId: "批次编号" }),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const rows = await db
        .select({ row: declareCertificate })
        .from(declareCertificate)
        .innerJoin(declareItem, eq(declareItem.id, declareCertificate.itemId))
        .where(
          and(
            eq(declareItem.batchId, parseId(request.query.batchId)),
            isNull(declareCertificate.revokedAt),
          ),
        )
        .orderBy(asc(declareCertificate.certNo))
        .limit(MOST_PACKED + 1);
      if (rows.length === 0) throw new AppError("本批次还没有制发证书");
      refuseMany(rows.length, "请在列表中逐份下载");
      const seal = await sealOf(context);
      const list = rows.map(({ row }) => ({ name: `${row.certNo} ${row.itemNo}`, data: row }));
      const drawRow = async (row: Certificate) => draw(await dataOf(context, seal, row));
      return reply
        .headers({
          "content-type": "application/zip",
          "content-disposition": attachment("申报证书.zip"),
          "cache-control": "private, no-store",
        })
        .send(pdfBatch(drawRow, list));
    },
  );
}

function acts(app: App, { db }: Context): void {
  app.post(
    `${BASE}/issue`,
    {
      config: { access: "declare:certificate:add", log: ["申报证书", 1] },
      schema: {
        summary: "为一个批次中应发而未发的申报制发证书",
        body: Type.Object({ batchId: RowId }),
        response: okSchema({ data: Type.Object({ issued: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { batchId } = request.body;
      return ok({ data: { issued: await issueDue(db, batchId, accountOf(request).nickName) } });
    },
  );

  app.put(
    `${BASE}/revoke`,
    {
      config: { access: "declare:certificate:revoke", log: ["申报证书", 2] },
      schema: {
        summary: "撤销一份证书",
        body: Type.Object({
          id: RowId,
          reason: Type.String({ default: "", maxLength: 2_000, title: "原因" }),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { id, reason } = request.body;
      await revoke(db, id, reason, accountOf(request).nickName);
      return ok();
    },
  );
}

export default api;

import { asc, eq } from "drizzle-orm";
import { Type } from "typebox";
import { societyName } from "#src/app/system/config/service.server.ts";
import { leaderOf, letterFor } from "#src/lib/declare/certificates.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { typedSections } from "#src/lib/declare/schema.ts";
import { DECLARE_KINDS, isDeclareKind } from "#src/lib/declare/words.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { MOST_PACKED, pdfBatch, refuseMany } from "#src/server/documents/packed/pdf-batch.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment } from "#src/server/files/sending.ts";
import { AppError } from "#src/server/http/errors.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { batchOf, schemaOf } from "../../batch/service.server.ts";
import { type Item, personOf } from "../model/rights.server.ts";
import { printed } from "../service.server.ts";
import { declareItem } from "../table.server.ts";
import { findItem } from "./detail.server.ts";
import { queueCondition } from "./list.server.ts";

/** The declaration as a PDF to be signed; 草稿 stands across it while it can be written. */
async function formPdf(context: Context, item: Item): Promise<Buffer> {
  const { db, env } = context;
  const batch = await batchOf(db, item.batchId);
  if (!batch) throw new Error(`there is no batch ${item.batchId}`);
  const { schema } = await schemaOf(db, item.schemaId);
  const kind = isDeclareKind(batch.kind) ? DECLARE_KINDS[batch.kind] : "";
  return pdfDrawer(env).draw("declareForm", {
    society: await societyName(context),
    title: `${kind}申报书`,
    batchName: batch.batchName,
    itemNo: item.itemNo,
    isDraft: item.state === DECLARE_CODES.draft,
    filledOn: dayInWords(formatDay(item.submittedAt ?? new Date())),
    sections: typedSections(schema).map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => printed(field, item.values)),
    })),
  });
}

/** The letter that tells of a result. @throws AppError before there is one */
async function letterPdf(context: Context, item: Item): Promise<Buffer> {
  const { db, env } = context;
  const batch = await batchOf(db, item.batchId);
  if (!batch) throw new Error(`there is no batch ${item.batchId}`);
  const { award, grade, state, title, opinion } = item;
  const said = { batchName: batch.batchName, award, grade, state, title, opinion };
  const letter = letterFor(batch.kind, said);
  if (!letter) throw new AppError("这一件还没有结果，结果公布后可以下载通知书");
  // Of what was completed the day of its approval is another letter's.
  const on = state === DECLARE_CODES.completed ? item.updateTime : item.decidedAt;
  return pdfDrawer(env).draw("resultLetter", {
    society: await societyName(context),
    ...letter,
    number: item.itemNo,
    salutation: `${leaderOf(batch.kind, item.values) || item.unitName || "申报人"}：`,
    issuedOn: dayInWords(formatDay(on ?? item.updateTime ?? new Date())),
  });
}

/** 申报书 and the letter of its result as PDF, for who may see the declaration. */
export const declareForms: Slice = (app, context) => {
  app.get(
    "/prod-api/api/declaration/item/form",
    {
      config: { access: "login" },
      schema: { querystring: looseQuery({ id: "申报编号" }), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const person = await personOf(context, request);
      const { item } = await findItem(context.db, parseId(request.query.id), person);
      const bytes = await formPdf(context, item);
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`申报书_${item.itemNo}.pdf`),
          "cache-control": "no-store",
        })
        .send(bytes);
    },
  );

  app.get(
    "/prod-api/api/declaration/item/letter",
    {
      config: { access: "login" },
      schema: { querystring: looseQuery({ id: "申报编号" }), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const person = await personOf(context, request);
      const { item } = await findItem(context.db, parseId(request.query.id), person);
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`结果通知书_${item.itemNo}.pdf`),
          "cache-control": "no-store",
        })
        .send(await letterPdf(context, item));
    },
  );

  packed(app, context, "forms", "申报书", formPdf);
  packed(app, context, "letters", "结果通知书", letterPdf);
};

/** The same of all that the filters leave, as a ZIP: each is called by its number. */
function packed(
  app: App,
  context: Context,
  path: "forms" | "letters",
  title: string,
  draw: (context: Context, item: Item) => Promise<Buffer>,
): void {
  app.get(
    `/prod-api/api/declaration/item/${path}`,
    {
      config: { access: "declare:item:export", asksProof: true, log: ["申报受理", 5] },
      schema: {
        summary: `筛选出的${title}打包下载，每份以申报编号命名`,
        querystring: looseQuery({
          keyword: "题目、申报编号或单位",
          batchId: "批次编号",
          state: "状态，可以是几个，以逗号分隔",
          category: "类别",
          beginTime: "提交的起始日期，yyyy-MM-dd",
          endTime: "提交的截止日期，yyyy-MM-dd，含当天",
        }),
        response: { 200: Type.Unknown() },
      },
    },
    async (request, reply) => {
      const found = await context.db
        .select({ id: declareItem.id, itemNo: declareItem.itemNo })
        .from(declareItem)
        .where(queueCondition(request.query))
        .orderBy(asc(declareItem.itemNo), asc(declareItem.id))
        .limit(MOST_PACKED + 1);
      if (found.length === 0) throw new AppError("没有符合条件的申报，请调整筛选条件");
      refuseMany(found.length, "请按批次、类别或状态缩小范围");
      const drawOne = async (id: number) => {
        const [item] = await context.db.select().from(declareItem).where(eq(declareItem.id, id));
        if (!item) throw new AppError("这份申报已经删除");
        return draw(context, item);
      };
      return reply
        .headers({
          "content-type": "application/zip",
          "content-disposition": attachment(`${title}.zip`),
          "cache-control": "private, no-store",
        })
        .send(
          pdfBatch(
            drawOne,
            found.map(({ id, itemNo }) => ({ name: itemNo, data: id })),
          ),
        );
    },
  );
}

import { Type } from "typebox";
import { societyName } from "#src/app/system/config/service.server.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { typedSections } from "#src/lib/declare/schema.ts";
import { DECLARE_KINDS, isDeclareKind } from "#src/lib/declare/words.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment } from "#src/server/files/sending.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { batchOf, schemaOf } from "../../batch/service.server.ts";
import { type Item, personOf } from "../model/rights.server.ts";
import { printed } from "../service.server.ts";
import { findItem } from "./detail.server.ts";

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

/** 申报书 as a PDF, for who may see the declaration. */
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
};

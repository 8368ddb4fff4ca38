import { eq } from "drizzle-orm";
import { Type } from "typebox";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { societyName } from "#src/app/system/config/service.server.ts";
import { typedSections } from "#src/lib/declare/schema.ts";
import { DECLARE_KINDS, isDeclareKind } from "#src/lib/declare/words.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { attachment, sendStored } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { batchOf } from "../../batch/service.server.ts";
import { printed } from "../../item/service.server.ts";
import { type Material, materialOf } from "./material.server.ts";

const BASE = "/prod-api/api/declaration/panel";

/** The declaration as a PDF to be judged: of nothing but what its expert may read. */
async function materialPdf(context: Context, material: Material): Promise<Buffer> {
  const { db, env } = context;
  const batch = await batchOf(db, material.review.batchId);
  if (!batch) throw new Error(`there is no batch ${material.review.batchId}`);
  const kind = isDeclareKind(batch.kind) ? DECLARE_KINDS[batch.kind] : "";
  return pdfDrawer(env).draw("declareForm", {
    society: await societyName(context),
    title: `${kind}评审材料`,
    batchName: batch.batchName,
    itemNo: material.itemNo,
    isDraft: false,
    isBlind: true,
    filledOn: dayInWords(formatDay(new Date())),
    sections: typedSections(material.schema).map(({ title, fields }) => ({
      title,
      fields: fields.map((field) => printed(field, material.values)),
    })),
  });
}

/** What an expert takes along to read. */
export const materialFiles: Slice = (app, context) => {
  app.get(
    `${BASE}/form`,
    {
      config: { access: "login" },
      schema: { querystring: looseQuery({ id: "评审编号" }), response: { 200: Type.Unknown() } },
    },
    async (request, reply) => {
      const { userId } = accountOf(request);
      const material = await materialOf(context, parseId(request.query.id), userId);
      return reply
        .headers({
          "content-type": "application/pdf",
          "content-disposition": attachment(`评审材料_${material.itemNo}.pdf`),
          "cache-control": "no-store",
        })
        .send(await materialPdf(context, material));
    },
  );

  app.get(
    `${BASE}/file`,
    {
      config: { access: "login" },
      schema: {
        querystring: looseQuery({ id: "评审编号", slot: "材料", index: "第几个文件，从 0 开始" }),
        response: { 200: Type.Unknown() },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { files } = await materialOf(context, parseId(query.id), accountOf(request).userId);
      const asked = files.find(
        ({ slot, index }) =>
          slot === plainText(query.slot) && String(index) === plainText(query.index),
      );
      const [row] = asked
        ? await context.db.select().from(storedFile).where(eq(storedFile.path, asked.path))
        : [];
      if (!asked || !row) throw new AppError(NOT_FOUND, { code: 404 });
      return sendStored(
        context,
        reply,
        { ...row, originalName: asked.name },
        {
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );
};

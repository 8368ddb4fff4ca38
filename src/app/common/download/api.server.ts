import { Type } from "typebox";
import { takeDownload } from "#src/server/files/download.ts";
import { attachment } from "#src/server/files/sending.ts";
import { NOT_FOUND } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { XLSX } from "#src/server/workbook/excel.ts";

/**
 * A file that an export has offered, once. The name itself is the key: clients come here by
 * plain navigation, without a token (wire 8). `delete` changes nothing: the
 * first use always deletes.
 */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/common/download",
    {
      config: { access: "public" },
      // Asking for the headers alone must not use the file up.
      exposeHeadRoute: false,
      schema: { querystring: Type.Object({ fileName: Type.Optional(Type.String()) }) },
    },
    async (request, reply) => {
      const file = await takeDownload(context, request.query.fileName ?? "");
      if (!file) return reply.code(404).send({ code: 404, msg: NOT_FOUND });
      const name = `${Date.now()}${file.title}`;
      return reply
        .headers({
          "content-type": XLSX,
          "content-length": file.bytes.size,
          "content-disposition": attachment(name),
          "download-filename": encodeURIComponent(name),
        })
        .send(file.bytes.stream);
    },
  );
};

export default api;

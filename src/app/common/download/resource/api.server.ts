import { Type } from "typebox";
import { notThere, sendStored } from "#src/server/files/sending.ts";
import type { Slice } from "#src/server/start/context.ts";
import { findFile } from "../../upload/service.server.ts";

/** A stored file by its `/profile/…` address, to be saved (wire 2.13). */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/common/download/resource",
    {
      config: { access: "staff" },
      schema: { querystring: Type.Object({ resource: Type.Optional(Type.String()) }) },
    },
    async (request, reply) => {
      const { resource = "" } = request.query;
      const relative = /^\/profile\/(.*)$/s.exec(resource)?.[1];
      const row = relative && (await findFile(context.db, relative));
      if (!row) return notThere(reply);
      reply.header("download-filename", encodeURIComponent(row.originalName));
      return sendStored(context, reply, row, { isInline: false, cacheControl: "no-store" });
    },
  );
};

export default api;

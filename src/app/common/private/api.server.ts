import { inArray } from "drizzle-orm";
import { Type } from "typebox";
import { CONTENT_TYPES } from "#src/lib/upload/upload-rules.ts";
import { readLink } from "#src/server/files/private-link.ts";
import { notThere, sendStored } from "#src/server/files/sending.ts";
import type { Slice } from "#src/server/start/context.ts";
import { storedFile } from "../upload/table.server.ts";

const Text = Type.Optional(Type.String());

/**
 * Sends a private file to anybody with its signed link, for 10 minutes (server/files/private-link.ts). A
 * link that is wrong, forged or too old gets the same answer, so that nobody learns which it is.
 */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/common/private/:id",
    {
      config: { access: "public" },
      schema: {
        params: Type.Object({ id: Type.String() }),
        querystring: Type.Object({ expires: Text, signature: Text }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { expires = "", signature = "" } = request.query;
      const key = readLink(context.env.dataDir, id, { expires, signature });
      if (!key) return notThere(reply);
      const [row] = await context.db
        .select()
        .from(storedFile)
        .where(
          inArray(
            storedFile.path,
            CONTENT_TYPES.map((type) => `${key}.${type}`),
          ),
        );
      if (!row) return notThere(reply);
      reply.header("referrer-policy", "no-referrer");
      return sendStored(context, reply, row, {
        isInline: /^image\/(png|jpeg)$/.test(row.mime),
        cacheControl: "no-store",
      });
    },
  );
};

export default api;

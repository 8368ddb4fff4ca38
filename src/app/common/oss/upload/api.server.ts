import type { Purpose } from "#src/lib/upload/upload-rules.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { storeUpload, UPLOAD_LOG, UPLOADED } from "../../upload/service.server.ts";

/** Beside `content`: limits in lib/upload/upload-rules.ts. Avatars have a call of their own. */
const TAKEN: readonly Purpose[] = [
  "attachment",
  "video",
  "voucher",
  "licence",
  "identity",
  "declaration",
  "receipt",
];

/**
 * The other name of the upload (specification 7). The field `purpose` says what the file is for; of a
 * private one, `url` is a link for 10 minutes and `fileName` the key to keep (server/files/private-link.ts).
 */
const api: Slice = (app, context) => {
  app.post(
    "/prod-api/common/oss/upload",
    { config: { access: "login", log: UPLOAD_LOG }, schema: { response: okSchema(UPLOADED) } },
    async (request) => ok(await storeUpload(context, request, TAKEN)),
  );
};

export default api;

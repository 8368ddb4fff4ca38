import type { Slice } from "../../../../server/context.ts";
import { ok, okSchema } from "../../../../server/reply.ts";
import { storeUpload, UPLOAD_LOG, UPLOADED } from "../../upload/service.server.ts";

/**
 * The specification's other name of the upload. Purposes with private stores (vouchers, licences …)
 * will be taken here; until they are there they are refused.
 */
const api: Slice = (app, context) => {
  app.post(
    "/prod-api/common/oss/upload",
    { config: { access: "login", log: UPLOAD_LOG }, schema: { response: okSchema(UPLOADED) } },
    async (request) => ok(await storeUpload(context, request)),
  );
};

export default api;

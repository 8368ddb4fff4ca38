import { Type } from "typebox";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { storeUploads, UPLOAD_LOG } from "../upload/service.server.ts";

/** specification 5. */
const MAX_FILES = 5;

/** Several files at once; the answer's four lists are comma strings (wire 2.13). */
const api: Slice = (app, context) => {
  app.post(
    "/prod-api/common/uploads",
    {
      config: { access: "login", log: UPLOAD_LOG },
      schema: {
        response: okSchema({
          urls: Type.String(),
          fileNames: Type.String(),
          newFileNames: Type.String(),
          originalFilenames: Type.String(),
        }),
      },
    },
    async (request) => {
      const stored = await storeUploads(context, request, {
        names: ["files", "files[]", "file"],
        maxFiles: MAX_FILES,
        purposes: [],
      });
      return ok({
        urls: stored.map((each) => each.url).join(","),
        fileNames: stored.map((each) => each.fileName).join(","),
        newFileNames: stored.map((each) => each.newFileName).join(","),
        originalFilenames: stored.map((each) => each.originalFilename).join(","),
      });
    },
  );
};

export default api;

import { Type } from "typebox";
import { extensionOf } from "#src/lib/upload/upload-rules.ts";
import { receiveOne } from "#src/server/files/receiving.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { forgetUnless, goneSignal, IMPORTED, keepPictures } from "./service.server.ts";
import { wordReader } from "./word-reader.server.ts";

/** Pictures included; wire 0 leaves the limit to the purpose. */
const MAX_MEGABYTES = 20;

const api: Slice = (app, context) => {
  const read = wordReader(context.env);

  app.post(
    "/prod-api/api/bll/article/desk/importWord",
    {
      config: { access: "content:article:add", log: ["文章导入", 6] },
      schema: { response: okSchema({ data: Type.Object(IMPORTED) }) },
    },
    async (request, reply) => {
      const { document, gone } = await withTemporary(context.env.dataDir, async (nameFile) => {
        const { file, name } = await receiveOne(request, nameFile, {
          name: "file",
          maxMegabytes: MAX_MEGABYTES,
          tooLarge: `Word 文件不能超过 ${MAX_MEGABYTES} MB`,
        });
        checkName(name);
        const gone = goneSignal(reply);
        return { document: await read(file), gone };
      });
      const { imported, stored } = await keepPictures(context, document, accountOf(request), gone);
      await forgetUnless(reply, context, stored);
      return ok({ data: imported });
    },
  );
};

export default api;

/** Says of another kind of file what its owner can do. @throws AppError for anything but a .docx. */
function checkName(name: string): void {
  const extension = extensionOf(name);
  if (extension === "doc" || extension === "wps") {
    throw new AppError("不支持旧版 doc 和 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入");
  }
  if (extension === "docm")
    throw new AppError("文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入");
  if (extension !== "docx") throw new AppError("请选择 docx 格式的 Word 文件");
}

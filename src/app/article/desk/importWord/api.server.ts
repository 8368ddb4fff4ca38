import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { accountOf } from "../../../../server/access.ts";
import type { Slice } from "../../../../server/context.ts";
import { AppError } from "../../../../server/errors.ts";
import { ok, okSchema } from "../../../../server/reply.ts";
import { EMPTY_FILE } from "../../../common/upload/service.server.ts";
import { forgetUnless, goneSignal, IMPORTED, keepPictures } from "./service.server.ts";
import { wordReader } from "./word-reader.server.ts";

const MEGABYTE = 1024 * 1024;
/** Pictures included; wire-contract 0 leaves the limit to the purpose. */
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
      const bytes = await receiveWord(request);
      const gone = goneSignal(reply);
      const document = await read(bytes);
      const { imported, stored } = await keepPictures(context, document, accountOf(request), gone);
      forgetUnless(reply, context, stored);
      return ok({ data: imported });
    },
  );
};

export default api;

/** The one file of the request. @throws AppError for anything but a .docx of the size that is taken. */
async function receiveWord(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError(EMPTY_FILE);
  let found: { name: string; bytes: Buffer } | undefined;
  const parts = request.parts({
    limits: { fileSize: MAX_MEGABYTES * MEGABYTE, files: 2, fields: 5, fieldSize: 1_000 },
  });
  for await (const part of parts) {
    if (part.type !== "file") continue;
    const isWanted = part.fieldname === "file" && !found;
    const chunks: Buffer[] = [];
    // A part must be read to its end, wanted or not, before the next one comes.
    for await (const chunk of part.file) if (isWanted) chunks.push(chunk as Buffer);
    // The parser cuts a large file at the limit and goes on as if it were whole.
    if (part.file.truncated) throw new AppError(`Word 文件不能超过 ${MAX_MEGABYTES} MB`);
    if (isWanted) found = { name: part.filename ?? "", bytes: Buffer.concat(chunks) };
  }
  if (!found || found.bytes.length === 0) throw new AppError(EMPTY_FILE);
  const extension = /\.([^.\\/]*)$/.exec(found.name)?.[1]?.toLowerCase() ?? "";
  if (extension === "doc" || extension === "wps") {
    throw new AppError("不支持旧版 doc 和 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入");
  }
  if (extension === "docm")
    throw new AppError("文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入");
  if (extension !== "docx") throw new AppError("请选择 docx 格式的 Word 文件");
  return found.bytes;
}

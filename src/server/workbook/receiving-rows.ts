import type { FastifyRequest } from "fastify";
import { receiveOne } from "../files/receiving.ts";
import { withTemporary } from "../files/temporary-file.ts";
import { AppError } from "../http/errors.ts";
import type { Env } from "../start/env.ts";
import { type SheetRecord, workbookReader } from "./workbook-reader.ts";

const MAX_MEGABYTES = 5;

type Wanted<Key extends string> = {
  columns: readonly (readonly [header: string, key: Key])[];
  maxRows: number;
  /** Said of a workbook without a row. */
  empty: string;
};

/**
 * Takes the one workbook of a request and reads its rows in a thread.
 * @throws AppError for another format, no row, and as workbookReader and receiveOne do.
 */
export function rowsReceiver<Key extends string>(
  env: Pick<Env, "rootDir" | "dataDir">,
  { columns, maxRows, empty }: Wanted<Key>,
): (request: FastifyRequest) => Promise<SheetRecord<Key>[]> {
  const readWorkbook = workbookReader(env);
  return async (request) => {
    const records = await withTemporary(env.dataDir, async (nameFile) => {
      const { name, file } = await receiveOne(request, nameFile, {
        name: "file",
        maxMegabytes: MAX_MEGABYTES,
      });
      if (!/\.xlsx?$/i.test(name)) throw new AppError("文件格式不正确, 请上传xls/xlsx格式文件!");
      return readWorkbook(file, columns, maxRows);
    });
    if (records.length === 0) throw new AppError(empty);
    return records;
  };
}

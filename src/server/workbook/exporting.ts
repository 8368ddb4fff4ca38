import fs from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Db } from "../../db/client.ts";
import type { NounWith } from "../../lib/menu/permission.ts";
import { apart } from "../calls/request-transaction.ts";
import type { ListInput } from "../crud/list-query.ts";
import { offerDownload } from "../files/download.ts";
import { attachment } from "../files/sending.ts";
import { type NameTemporary, withTemporary } from "../files/temporary-file.ts";
import { AppError } from "../http/errors.ts";
import { ok, okSchema } from "../http/reply.ts";
import { looseQuery } from "../http/request-schemas.ts";
import type { LogMark } from "../log/oper-log.ts";
import type { App, Context } from "../start/context.ts";
import { XLSX } from "./excel.ts";
import type { SheetColumn } from "./sheet-writing.ts";
import { workbookWriter } from "./workbook-writer.ts";

type Row = Record<string, unknown>;
type Part = { limit: number; offset: number };

/** A list as a file: what tells one export from another. */
export type ExportOptions = {
  /** Below /prod-api, e.g. `/system/role`. */
  path: string;
  /** First two parts of the permission. */
  noun: NounWith<"export">;
  /** true: the rows are about persons, so the person who takes them along shows who it is (product 7.1). */
  isOfPersons?: boolean;
  /** Row of the operation log that it leaves. */
  log?: LogMark | undefined;
  /** A function where the columns depend on what is asked; it is called before the rows are read. */
  sheet: {
    name: string;
    columns:
      | readonly SheetColumn[]
      | ((input: ListInput, request: FastifyRequest) => Promise<readonly SheetColumn[]>);
  };
  /**
   * A part of the rows that the filters leave to this caller, in an order that ends in something
   * unique. `tx` sees the same picture for every part.
   */
  rows: (tx: Db, input: ListInput, request: FastifyRequest, part: Part) => Promise<Row[]>;
};

/** More rows are no file anybody opens, and would hold the process. */
const MAX_EXPORT_ROWS = 50_000;
/** Rows in memory at a time. */
const PART = 1_000;

/**
 * The export by POST (the file) and by GET (its name, see download.ts): wire 1.8 and 8. Rows
 * are read part by part and written to disk by a thread.
 * @throws AppError when the filters leave more than 50,000 rows.
 */
export function exporting(
  app: App,
  { db, env, files }: Pick<Context, "db" | "env" | "files">,
  { path, noun, isOfPersons = false, log, sheet, rows }: ExportOptions,
): void {
  const url = `/prod-api${path}/export`;
  const config = {
    access: `${noun}:export` as const,
    asksProof: isOfPersons,
    ...(log ? { log } : {}),
  };
  const write = workbookWriter(env);

  async function* partsOf(tx: Db, input: ListInput, request: FastifyRequest) {
    for (let offset = 0; ; offset += PART) {
      const found = await rows(tx, input, request, { limit: PART, offset });
      if (offset + found.length > MAX_EXPORT_ROWS) {
        throw new AppError(`一次最多导出 ${MAX_EXPORT_ROWS} 行，请缩小筛选范围`);
      }
      yield found;
      if (found.length < PART) return;
    }
  }
  const fileOf = async (input: ListInput, request: FastifyRequest, nameFile: NameTemporary) => {
    const { columns, name } = sheet;
    const shown = typeof columns === "function" ? await columns(input, request) : columns;
    const file = nameFile();
    await apart(db).transaction(
      (tx) => write({ name, columns: shown }, partsOf(tx, input, request), file),
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    return file;
  };

  app.post(url, { config, schema: { response: { 200: Type.Any() } } }, async (request, reply) => {
    const input = (request.body ?? {}) as ListInput;
    // What is open can be read to its end, also when its name is gone.
    const handle = await withTemporary(env.dataDir, async (nameFile) =>
      fs.open(await fileOf(input, request, nameFile)),
    );
    const { size } = await handle.stat();
    return reply
      .headers({
        "content-type": XLSX,
        "content-length": size,
        "content-disposition": attachment(`${sheet.name}.xlsx`),
      })
      .send(handle.createReadStream());
  });

  app.get(
    url,
    { config, schema: { querystring: looseQuery({}), response: okSchema() } },
    async (request) => {
      const name = await withTemporary(env.dataDir, async (nameFile) => {
        const file = await fileOf(request.query, request, nameFile);
        return offerDownload({ db, files }, sheet.name, file);
      });
      return ok(undefined, name);
    },
  );
}

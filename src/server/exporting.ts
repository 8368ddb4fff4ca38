import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { App, Context } from "./context.ts";
import { offerDownload } from "./download.ts";
import { AppError } from "./errors.ts";
import { type SheetColumn, toXlsx, XLSX } from "./excel.ts";
import type { ListInput } from "./list-query.ts";
import type { LogMark } from "./oper-log.ts";
import { ok, okSchema } from "./reply.ts";

/** A list as a file: what tells one export from another. */
export type ExportOptions = {
  /** Below /prod-api, e.g. `/system/role`. */
  path: string;
  /** First two parts of the permission. */
  noun: `${string}:${string}`;
  /** Row of the operation log that it leaves. */
  log?: LogMark | undefined;
  /** A function where the columns depend on what is asked; it is called before the rows are read. */
  sheet: {
    name: string;
    columns:
      | readonly SheetColumn[]
      | ((input: ListInput, request: FastifyRequest) => Promise<readonly SheetColumn[]>);
  };
  /** The rows that the filters leave to this caller, at most `limit` of them. */
  rows: (
    input: ListInput,
    request: FastifyRequest,
    limit: number,
  ) => Promise<Record<string, unknown>[]>;
};

/** More rows are no file anybody opens, and would hold the process. */
const MAX_EXPORT_ROWS = 50_000;

/**
 * The export by POST (the file) and by GET (its name, see download.ts): wire-contract 1.8 and 8.
 * @throws AppError when the filters leave more than 50,000 rows.
 */
export function exporting(
  app: App,
  { env }: Pick<Context, "env">,
  { path, noun, log, sheet, rows }: ExportOptions,
): void {
  const url = `/prod-api${path}/export`;
  const config = { access: `${noun}:export` as const, ...(log ? { log } : {}) };
  const fileOf = async (input: ListInput, request: FastifyRequest): Promise<Buffer> => {
    const { columns } = sheet;
    const shown = typeof columns === "function" ? await columns(input, request) : columns;
    const found = await rows(input, request, MAX_EXPORT_ROWS + 1);
    if (found.length > MAX_EXPORT_ROWS) {
      throw new AppError(`一次最多导出 ${MAX_EXPORT_ROWS} 行，请缩小筛选范围`);
    }
    return toXlsx(sheet.name, shown, found);
  };

  app.post(url, { config, schema: { response: { 200: Type.Any() } } }, async (request, reply) => {
    const file = await fileOf((request.body ?? {}) as ListInput, request);
    return reply
      .headers({
        "content-type": XLSX,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(sheet.name)}.xlsx`,
      })
      .send(file);
  });

  app.get(url, { config, schema: { response: okSchema() } }, async (request) => {
    const file = await fileOf(request.query as ListInput, request);
    return ok(undefined, await offerDownload(env, sheet.name, file));
  });
}

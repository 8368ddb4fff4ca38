import fs from "node:fs/promises";
import type { FastifyReply } from "fastify";
import { attachment } from "../files/sending.ts";
import { withTemporary } from "../files/temporary-file.ts";
import { AppError } from "../http/errors.ts";
import type { Env } from "../start/env.ts";
import { XLSX } from "./excel.ts";
import type { Sheet } from "./sheet-writing.ts";
import { workbookWriter } from "./workbook-writer.ts";

/** Rows that are written at a time. */
const PART = 500;

type Outcome = {
  record: { values: Record<string, string> };
  /** What is wrong with the row; undefined where it would be taken in. */
  problem?: string | undefined;
};

/** Headers of a workbook that is saved by this name. */
export const savedAs = (title: string) => ({
  "content-type": XLSX,
  "content-disposition": attachment(`${title}.xlsx`),
});

/** A line of a report: clients show it as HTML, and what people typed must not become markup there. */
export const reportLine = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Answers with the rows that an import would not take, each with its reason, as a workbook to be mended and sent
 * again. The file is written by a thread.
 * @throws AppError where there are none.
 */
export function wrongRowsSender(
  env: Pick<Env, "rootDir" | "dataDir">,
  title: string,
  sheet: Sheet,
) {
  const write = workbookWriter(env);
  const columns = [...sheet.columns, ["错误原因", "problem"] as const];
  return async (reply: FastifyReply, outcomes: readonly Outcome[]) => {
    const rows = outcomes.flatMap(({ record, problem }) =>
      problem === undefined ? [] : [{ ...record.values, problem }],
    );
    if (rows.length === 0) throw new AppError("没有需要改正的行");
    const parts = async function* () {
      for (let at = 0; at < rows.length; at += PART) yield rows.slice(at, at + PART);
    };
    // What is open can be read to its end, also when its name is gone.
    const handle = await withTemporary(env.dataDir, async (nameFile) => {
      const file = nameFile();
      await write({ ...sheet, columns }, parts(), file);
      return fs.open(file);
    });
    return reply.headers(savedAs(title)).send(handle.createReadStream());
  };
}

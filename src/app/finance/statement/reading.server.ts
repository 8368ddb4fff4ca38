import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import { desc, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { Value } from "typebox/value";
import type { Db } from "#src/db/client.ts";
import {
  findHead,
  fits,
  guessMapping,
  type Mapping,
  mappingProblems,
} from "#src/lib/bank/columns.ts";
import { type BankLine, lineReader } from "#src/lib/bank/line.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { receiveToDisk } from "#src/server/files/receiving.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Env } from "#src/server/start/env.ts";
import { tableReader } from "#src/server/workbook/workbook-reader.ts";
import { user } from "../../system/user/table.server.ts";
import { bankProfile, bankStatement, type LineProblem } from "./table.server.ts";
import { MappingSchema, type Preview } from "./wire.ts";

/** Lines of one file; a society's account has as many in years. */
const MAX_LINES = 20_000;
/** Name of the account, its period, sums: rows around the table. */
const MAX_AROUND = 100;
const MAX_MEGABYTES = 20;
const SAMPLES = 6;
/** Lines that could not be read, of which the person is told one by one. */
export const MAX_PROBLEMS = 200;
/** Lines that are read in one go; other requests are answered before the next lines. */
const AT_A_TIME = 1_000;

export type Table = {
  fileName: string;
  sha256: string;
  encoding: string;
  rows: { number: number; cells: string[]; hasFormula?: true }[];
};

/** Receives one file with the fields beside it, and reads it as a table. */
export function tableReceiver(env: Pick<Env, "rootDir" | "dataDir">) {
  const readTable = tableReader(env);
  return (request: FastifyRequest) =>
    withTemporary(env.dataDir, async (nameFile) => {
      const { files, fields } = await receiveToDisk(request, nameFile, {
        names: ["file"],
        maxFiles: 1,
        maxMegabytes: () => MAX_MEGABYTES,
      });
      const [file] = files;
      const bytes = file ? await fs.readFile(file.file) : Buffer.alloc(0);
      if (!file || bytes.length === 0) throw new AppError("请选择银行流水文件");
      const { rows, encoding } = await readTable(file.file, MAX_LINES + MAX_AROUND);
      const table: Table = {
        fileName: Array.from(file.name).slice(0, 200).join("") || "银行流水",
        sha256: createHash("sha256").update(bytes).digest("hex"),
        encoding,
        rows,
      };
      return { table, fields };
    });
}

/** The mapping that a field of the form says as JSON; undefined where there is none. */
export function mappingOf(text: string | undefined): Mapping | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!Value.Check(MappingSchema, value)) throw new Error("another shape");
    const { columns, ...forms } = value;
    const named = Object.entries(columns).filter(([, heading]) => heading);
    return { ...forms, columns: Object.fromEntries(named) as Mapping["columns"] };
  } catch {
    throw new AppError("请重新选择各列的含义");
  }
}

export type Read = {
  headings: string[];
  headLine: number;
  mapping: Mapping;
  lines: (BankLine & { number: number })[];
  out: number;
  problems: LineProblem[];
};

/** Reads the lines of a table with a mapping, or with the one that its headings suggest. */
export async function readLines(table: Table, given: Mapping | undefined): Promise<Read> {
  const head = findHead(
    table.rows.map(({ cells }) => cells),
    given,
  );
  const row = table.rows[head];
  if (!row) throw new AppError("文件中没有找到表头，请确认是银行导出的交易明细");
  const headings = row.cells.map((cell) => cell.trim());
  const mapping = given ?? guessMapping(headings);
  const read = lineReader(headings, mapping);
  const below = table.rows.slice(head + 1);
  const result: Read = {
    headings,
    headLine: row.number,
    mapping,
    lines: [],
    out: 0,
    problems: [],
  };
  let count = 0;
  for (const [index, { number, cells, hasFormula }] of below.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await new Promise(setImmediate);
    if (hasFormula) {
      result.problems.push({ number, problem: "有公式，请改为文字或数字" });
      continue;
    }
    const reading = read(cells);
    if (!("isBlank" in reading) && ++count > MAX_LINES) {
      throw new AppError(`一次最多导入${MAX_LINES}行，请拆分成几个文件后再导入`);
    }
    if ("line" in reading) result.lines.push({ ...reading.line, number });
    else if ("isOut" in reading) result.out++;
    else if ("problem" in reading) result.problems.push({ number, problem: reading.problem });
  }
  return result;
}

/** The bank whose mapping has all its columns among the headings; the one that was changed last. */
async function knownBank(db: Db, table: Table) {
  const profiles = await db
    .select()
    .from(bankProfile)
    .orderBy(desc(bankProfile.updateTime), desc(bankProfile.id))
    .limit(100);
  return profiles.find(({ mapping }) => {
    const head = findHead(
      table.rows.map(({ cells }) => cells),
      mapping,
    );
    return fits(table.rows[head]?.cells ?? [], mapping);
  });
}

/** What a file holds, and what an import with this mapping would do. Writes nothing. */
export async function previewOf(
  db: Db,
  table: Table,
  given: Mapping | undefined,
): Promise<Preview> {
  const known = await knownBank(db, table);
  const read = await readLines(table, given ?? known?.mapping);
  const [before] = await db
    .select({ name: user.nickName, at: bankStatement.createTime })
    .from(bankStatement)
    .innerJoin(user, eq(user.userId, bankStatement.importedBy))
    .where(eq(bankStatement.sha256, table.sha256))
    .orderBy(desc(bankStatement.id))
    .limit(1);
  const at = table.rows.findIndex(({ number }) => number === read.headLine) + 1;
  const sum = read.lines.reduce((total, { amountFen }) => total + amountFen, 0);
  return {
    encoding: table.encoding,
    headLine: read.headLine,
    headings: read.headings,
    samples: table.rows.slice(at, at + SAMPLES).map(({ cells }) => cells.map(withoutDigits)),
    mapping: read.mapping,
    bankName: known?.bankName ?? "",
    importedBefore: before ? `${formatDateTime(before.at).slice(0, 16)} 由 ${before.name}` : "",
    lines: read.lines.length + read.out + read.problems.length,
    incoming: read.lines.length,
    out: read.out,
    amount: moneyShown(sum),
    problemCount: read.problems.length,
    problems: read.problems.slice(0, MAX_PROBLEMS),
  };
}

/** A sample is shown to the one who sent it; whole numbers of accounts need not be. */
const withoutDigits = (cell: string): string =>
  cell.replace(/^\d{15,19}$/, (digits) => `****${digits.slice(-4)}`);

/** @throws AppError on the columns that are missing or not there. */
export function refuseMapping({ headings, mapping }: Read): void {
  const problems = mappingProblems(headings, mapping);
  refuseFields(problems);
}

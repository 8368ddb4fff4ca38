import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { insertMany, takeIds } from "#src/db/bulk.ts";
import type { Db } from "#src/db/client.ts";
import type { Mapping } from "#src/lib/bank/columns.ts";
import type { BankLine } from "#src/lib/bank/line.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { MAX_PROBLEMS, type Read, refuseMapping, type Table } from "./reading.server.ts";
import { bankLine, bankProfile, bankStatement, type LineProblem } from "./table.server.ts";
import type { Imported } from "./wire.ts";

const CHUNK = 2_000;

type Numbered = BankLine & { number: number };

/** What a line says but for its serial: equal ones are one line that was exported twice. */
const wordsOf = ({ at, amountFen, payer, payerTail, remark }: BankLine): string =>
  [at, amountFen, payer, payerTail, remark].join("\u0001");

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

type Printed = { line: Numbered; fingerprint: string };

/**
 * A line is known by its serial. Without one it is known by all that it says and by how many such lines the file
 * has before it: two people may pay the same on one day, and a file of the same day has both again.
 */
function fingerprints(lines: readonly Numbered[]): {
  lines: Printed[];
  repeated: number;
  problems: LineProblem[];
} {
  const problems: LineProblem[] = [];
  const printed: Printed[] = [];
  const bySerial = new Map<string, Numbered>();
  const times = new Map<string, number>();
  let repeated = 0;
  for (const line of lines) {
    if (line.serial === "") {
      const words = wordsOf(line);
      const nth = (times.get(words) ?? 0) + 1;
      times.set(words, nth);
      printed.push({ line, fingerprint: digest(`${words}\u0001${nth}`) });
      continue;
    }
    const first = bySerial.get(line.serial);
    if (!first) {
      bySerial.set(line.serial, line);
      printed.push({ line, fingerprint: `S${line.serial}` });
    } else if (isSame(first, line)) repeated++;
    else {
      problems.push({
        number: line.number,
        problem: `流水号与第 ${first.number} 行相同，但内容不同，请核对`,
      });
    }
  }
  return { lines: printed, repeated, problems };
}

/** A day alone and the same day with its time are one. */
const isSame = (one: Pick<BankLine, "at" | "amountFen" | "payer">, other: typeof one): boolean =>
  one.amountFen === other.amountFen &&
  one.payer === other.payer &&
  one.at.slice(0, 10) === other.at.slice(0, 10);

/** Remembers the columns of a bank, and holds its row: imports of one bank come one after the other. */
async function holdProfile(tx: Db, account: Account, bankName: string, mapping: Mapping) {
  const [row] = await tx
    .insert(bankProfile)
    .values({ bankName, mapping, createBy: account.userName, updateTime: sql`now()` })
    .onConflictDoUpdate({
      target: bankProfile.bankName,
      set: { mapping, updateBy: account.userName, updateTime: sql`now()` },
    })
    .returning({ id: bankProfile.id });
  if (!row) throw new Error("no row of a bank");
  return row.id;
}

/** Lines that are there already, by fingerprint and by serial. */
async function knownLines(tx: Db, profileId: number, lines: readonly Printed[]) {
  const known = new Map<string, { at: string; amountFen: number; payer: string }>();
  for (let at = 0; at < lines.length; at += CHUNK) {
    const part = lines.slice(at, at + CHUNK);
    const rows = await tx
      .select({
        fingerprint: bankLine.fingerprint,
        paidAt: bankLine.paidAt,
        amountFen: bankLine.amountFen,
        payer: bankLine.payerName,
      })
      .from(bankLine)
      .where(
        and(
          eq(bankLine.profileId, profileId),
          inArray(
            bankLine.fingerprint,
            part.map(({ fingerprint }) => fingerprint),
          ),
        ),
      );
    for (const { fingerprint, paidAt, ...row } of rows) {
      known.set(fingerprint, { ...row, at: formatDateTime(paidAt) });
    }
  }
  return known;
}

/**
 * Puts the lines of a file into the books of a bank: what is new is added, what is there already is counted, what
 * contradicts a line that is there is refused with its number.
 * @throws AppError where the mapping lacks a column or the bank a name.
 */
export async function importLines(
  tx: Db,
  account: Account,
  { table, read, bankName: given }: { table: Table; read: Read; bankName: string },
): Promise<Imported> {
  const bankName = given.normalize("NFKC").trim();
  refuseFields({
    bankName:
      bankName === ""
        ? "请填写银行名称"
        : Array.from(bankName).length > 50
          ? "银行名称最多 50 个字"
          : undefined,
  });
  refuseMapping(read);
  const profileId = await holdProfile(tx, account, bankName, read.mapping);
  const printed = fingerprints(read.lines);
  const known = await knownLines(tx, profileId, printed.lines);
  const problems = [...read.problems, ...printed.problems];
  let { repeated } = printed;
  const fresh = printed.lines.filter(({ line, fingerprint }) => {
    const there = known.get(fingerprint);
    if (!there) return true;
    if (isSame(there, line)) repeated++;
    else {
      problems.push({ number: line.number, problem: "这个流水号已导入过，但内容不同，请核对" });
    }
    return false;
  });
  problems.sort((one, other) => one.number - other.number);
  const counts = {
    lineCount: fresh.length + repeated + read.out + problems.length,
    addedCount: fresh.length,
    repeatedCount: repeated,
    outCount: read.out,
    problemCount: problems.length,
  };
  const told = problems.slice(0, MAX_PROBLEMS);
  if (counts.lineCount === 0) throw new AppError("表头下面没有交易记录");
  if (fresh.length === 0) return { statementId: null, ...counts, problems: told };
  const [statement] = await tx
    .insert(bankStatement)
    .values({
      profileId,
      fileName: table.fileName,
      sha256: table.sha256,
      ...counts,
      problems: told,
      importedBy: account.userId,
      createBy: account.userName,
    })
    .returning({ id: bankStatement.id });
  const statementId = statement?.id ?? 0;
  const ids = await takeIds(tx, "bank_line", "id", fresh.length);
  const rows = fresh.map(({ line, fingerprint }, index) => ({
    id: ids[index] ?? 0,
    statementId,
    profileId,
    lineNo: line.number,
    paidAt: parseDateTime(line.at) ?? new Date(),
    amountFen: line.amountFen,
    payerName: line.payer,
    payerTail: line.payerTail,
    remark: line.remark,
    serial: line.serial || null,
    fingerprint,
    // A row that names a column takes none of its defaults.
    state: 0,
    usedFen: 0,
    reason: "",
    createBy: account.userName,
    createTime: new Date(),
    updateBy: "",
  }));
  for (let at = 0; at < rows.length; at += CHUNK) {
    await insertMany(tx, bankLine, rows.slice(at, at + CHUNK));
  }
  return { statementId, ...counts, problems: told };
}

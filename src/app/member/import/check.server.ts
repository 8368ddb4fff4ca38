import { setImmediate as rest } from "node:timers/promises";
import { and, eq, type inArray, isNull, or, sql } from "drizzle-orm";
import { regionReader } from "#src/app/common/regions/service.server.ts";
import { dept } from "#src/app/system/dept/table.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { type SealedIdentity, sealIdentity } from "#src/app/system/sign/identity/service.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { SheetRecord } from "#src/server/workbook/workbook-reader.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";
import type { ImportKey } from "./columns.ts";
import { type Entrant, type Known, levelKey, readRow } from "./row.ts";

type MemberRecord = SheetRecord<ImportKey>;

/** What the check says of a row: the member that it may become, or why it cannot. */
export type Outcome = { record: MemberRecord } & (
  | { entrant: Checked; problem?: undefined }
  | { entrant?: undefined; problem: string }
);

/** The number of the paper is sealed already. */
export type Checked = Omit<Entrant, "idNo"> & SealedIdentity;

/** Rows after which others have their turn: reading and sealing a row takes some 20 µs. */
const AT_ONCE = 250;

async function readKnown(db: Db, reach: Reach): Promise<Known> {
  const levels = await db.select().from(memberLevel).where(eq(memberLevel.status, "0"));
  const scope = reach.scope("member:member:import");
  const depts = await db
    .select({ deptId: dept.deptId, deptName: dept.deptName })
    .from(dept)
    .where(and(eq(dept.delFlag, "0"), eq(dept.status, "0")));
  return {
    today: formatDay(new Date()),
    levels: new Map(levels.map((each) => [levelKey(each.memberType, each.levelName), each.id])),
    branches: new Map(
      depts
        .filter(({ deptId }) => scope.isAll || scope.deptIds.includes(deptId))
        .map(({ deptName, deptId }) => [deptName, deptId]),
    ),
    needsBranch: !scope.isAll,
    regionCode: await regionReader(),
  };
}

/** What there is once at most: in the books, in an application under way, and in the file. */
const ONCE = ["memberNo", "idIndex", "creditCode", "phone"] as const;
type Once = (typeof ONCE)[number];

const LABELS: Readonly<Record<Once, string>> = {
  memberNo: "会员编号",
  idIndex: "证件号码",
  creditCode: "统一社会信用代码",
  phone: "手机号码",
};

/**
 * Somebody may be the contact of a unit and a member: a telephone counts once for each kind; so does a number for
 * each kind of paper.
 */
function keyOf(name: Once, row: { memberType: string; idType: string }, value: string): string {
  if (name === "phone") return `${row.memberType} ${value}`;
  return name === "idIndex" ? `${row.idType} ${value}` : value;
}

type Taken = Readonly<Record<Once, ReadonlyMap<string, string>>>;

/** Everything of all rows that is taken already, with the words for it; asked at once. */
async function readTaken(db: Db, rows: readonly Checked[]): Promise<Taken> {
  const valuesOf = (name: Once) => [
    ...new Set(rows.flatMap((row) => (row[name] ? [row[name]] : []))),
  ];
  const [numbers, marks, codes, phones] = ONCE.map(valuesOf);
  const some = (column: Parameters<typeof inArray>[0], values: string[] = []) =>
    values.length > 0 ? sql`${column} = any(${sql.param(values)}::text[])` : undefined;
  const columns = {
    memberNo: member.memberNo,
    memberType: member.memberType,
    idType: member.idType,
    idIndex: member.idIndex,
    creditCode: member.creditCode,
    phone: member.phone,
    mergedInto: member.mergedInto,
  };
  const same = or(
    some(member.idIndex, marks),
    some(member.creditCode, codes),
    some(member.phone, phones),
  );
  const members = await db
    .select(columns)
    .from(member)
    .where(
      or(some(member.memberNo, numbers), same && and(isNull(member.mergedInto), same)) ??
        sql`false`,
    );
  const signs = await db
    .select({
      applyNo: sign.applyNo,
      memberType: sign.memberType,
      idType: sign.idType,
      idIndex: sign.idIndex,
      creditCode: sign.creditCode,
    })
    .from(sign)
    .where(
      and(
        sql`${sign.state} between 1 and 6`,
        or(some(sign.idIndex, marks), some(sign.creditCode, codes)) ?? sql`false`,
      ),
    );
  const taken = {
    memberNo: new Map<string, string>(),
    idIndex: new Map<string, string>(),
    creditCode: new Map<string, string>(),
    phone: new Map<string, string>(),
  };
  for (const row of signs) {
    const { applyNo, idIndex, creditCode } = row;
    const text = `有正在办理的申请 ${applyNo}`;
    if (idIndex) taken.idIndex.set(keyOf("idIndex", row, idIndex), `证件号码${text}`);
    if (creditCode) taken.creditCode.set(creditCode, `统一社会信用代码${text}`);
  }
  for (const row of members) {
    taken.memberNo.set(row.memberNo, "会员编号已被使用");
    // The number of a member that was merged stays taken, all else of it is the other one's.
    if (row.mergedInto !== null) continue;
    for (const name of ["idIndex", "creditCode", "phone"] as const) {
      const value = row[name];
      if (value)
        taken[name].set(keyOf(name, row, value), `${LABELS[name]}与会员 ${row.memberNo} 相同`);
    }
  }
  return taken;
}

/** The rows again; the first of those in the file that share something stays good. */
function withoutTaken(outcomes: readonly Outcome[], taken: Taken): Outcome[] {
  const seen = new Map<string, number>();
  return outcomes.map((outcome) => {
    const { record, entrant } = outcome;
    if (!entrant) return outcome;
    const keys: string[] = [];
    for (const name of ONCE) {
      const value = entrant[name];
      if (!value) continue;
      const key = keyOf(name, entrant, value);
      const before = taken[name].get(key);
      if (before) return { record, problem: before };
      const inFile = seen.get(`${name} ${key}`);
      if (inFile !== undefined) {
        return { record, problem: `${LABELS[name]}与文件第 ${inFile} 行相同` };
      }
      keys.push(`${name} ${key}`);
    }
    for (const key of keys) seen.set(key, record.number);
    return outcome;
  });
}

/**
 * Checks all rows of an import and says of each, in the sheet's order, what is wrong with it; writes nothing.
 * Between some rows it gives way to other requests.
 */
export async function checkImport(
  db: Db,
  dataDir: string,
  reach: Reach,
  records: readonly MemberRecord[],
): Promise<Outcome[]> {
  const known = await readKnown(db, reach);
  const outcomes: Outcome[] = [];
  for (const [index, record] of records.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await rest();
    const read = readRow(record.values, known);
    if (typeof read === "string") {
      outcomes.push({ record, problem: read });
      continue;
    }
    const { idNo, ...entrant } = read;
    outcomes.push({
      record,
      entrant: { ...entrant, ...sealIdentity(dataDir, idNo, entrant.idType || "identity") },
    });
  }
  return withoutTaken(outcomes, await readTaken(db, entrantsOf(outcomes)));
}

/** The rows that may go in. */
export const entrantsOf = (outcomes: readonly Outcome[]): Checked[] =>
  outcomes.flatMap(({ entrant }) => (entrant ? [entrant] : []));

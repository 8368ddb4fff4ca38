import { sql } from "drizzle-orm";
import { timeline } from "#src/app/inbox/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { newCertificateCode } from "../service.server.ts";
import { member, numberSeries } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import type { Checked } from "./check.server.ts";

type Who = { account: Account; ip: string };

/** Rows of one statement. */
const CHUNK = 500;

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK);
}

const LAST_NUMBER = 99_999;

/**
 * Numbers for those who bring none, by the year in which they joined. A counter goes on above every number that
 * was kept, so none is ever given twice. The rows of the counters stay locked to the end of the transaction.
 */
async function numbersFor(tx: Db, rows: readonly Checked[]): Promise<string[]> {
  const wanted = new Map<string, { highest: number; count: number }>();
  const keyOf = (letter: string, year: string) => `${letter}${year}`;
  const letterOf = ({ memberType }: Checked) => (memberType === "01" ? "P" : "D");
  const at = (key: string) => {
    const found = wanted.get(key) ?? { highest: 0, count: 0 };
    wanted.set(key, found);
    return found;
  };
  for (const row of rows) {
    if (row.memberNo) {
      const entry = at(row.memberNo.slice(0, 5));
      entry.highest = Math.max(entry.highest, Number(row.memberNo.slice(5)));
    } else at(keyOf(letterOf(row), row.joinedOn.slice(0, 4))).count++;
  }
  const next = new Map<string, number>();
  // In one order: two who wait for each other's counters would wait for ever.
  for (const key of [...wanted.keys()].sort()) {
    const { highest, count } = at(key);
    const [series, year] = [`member${key[0]}`, Number(key.slice(1))];
    // A counter that is not there yet begins with the first member.
    const [row] = await tx
      .insert(numberSeries)
      .values({ series, year, last: Math.max(1, Math.min(LAST_NUMBER, highest + count)) })
      .onConflictDoUpdate({
        target: [numberSeries.series, numberSeries.year],
        set: {
          last: sql`least(${LAST_NUMBER}::int, greatest(${numberSeries.last}, ${highest}::int) + ${count}::int)`,
        },
      })
      .returning({ last: numberSeries.last });
    const last = row?.last ?? 0;
    next.set(key, last - count + 1);
    if (count > 0) await requireFree(tx, key, last - count + 1, last);
  }
  return rows.map((row) => {
    if (row.memberNo) return row.memberNo;
    const key = keyOf(letterOf(row), row.joinedOn.slice(0, 4));
    const number = next.get(key) ?? 0;
    next.set(key, number + 1);
    return `${key}${String(number).padStart(5, "0")}`;
  });
}

async function requireFree(tx: Db, key: string, from: number, to: number): Promise<void> {
  const place = (number: number) => `${key}${String(number).padStart(5, "0")}`;
  const taken = await tx.$count(
    member,
    sql`${member.memberNo} between ${place(from)} and ${place(to)}`,
  );
  if (taken > 0) throw new AppError(`${key.slice(1)} 年的会员编号不够用，请在文件中填写会员编号`);
}

/** Writes members with their terms, certificates of today and history; all of them or none. */
export async function writeMembers(
  tx: Db,
  rows: readonly Checked[],
  { account, ip }: Who,
): Promise<void> {
  const numbers = await numbersFor(tx, rows);
  const today = formatDay(new Date());
  const numbered = rows.map((row, index) => ({ ...row, memberNo: numbers[index] ?? "" }));
  for (const chunk of chunksOf(numbered)) {
    const written = await tx
      .insert(member)
      .values(
        chunk.map(({ terms: _terms, levelName: _level, ...row }) => ({
          ...row,
          branchIds: row.deptId === null ? [] : [row.deptId],
          createBy: account.userName,
        })),
      )
      .returning({ id: member.id, memberNo: member.memberNo });
    const idOf = new Map(written.map(({ id, memberNo }) => [memberNo, id]));
    const idFor = (memberNo: string) => {
      const id = idOf.get(memberNo);
      if (id === undefined) throw new Error("a member was not written");
      return id;
    };
    const terms = chunk.flatMap((row) =>
      row.terms.map((days) => ({ memberId: idFor(row.memberNo), levelId: row.levelId, ...days })),
    );
    const ofMember = new Map(chunk.map((row) => [idFor(row.memberNo), row]));
    const certificates: (typeof memberCertificate.$inferInsert)[] = [];
    for (const part of chunksOf(terms)) {
      const ids = await tx.insert(memberTerm).values(part).returning();
      for (const { id: termId, memberId, fromOn, toOn } of ids) {
        const row = ofMember.get(memberId);
        if (!row || fromOn > today || toOn < today) continue;
        const { memberNo, name, levelName } = row;
        certificates.push({
          code: newCertificateCode(),
          memberId,
          termId,
          memberNo,
          name,
          levelName,
          fromOn,
          toOn,
          issuedOn: today,
        });
      }
    }
    if (certificates.length > 0) await tx.insert(memberCertificate).values(certificates);
    await tx.insert(timeline).values(
      chunk.map((row) => ({
        subject: "member",
        subjectId: idFor(row.memberNo),
        action: "import",
        userId: account.userId,
        nickName: account.nickName,
        ipaddr: ip,
      })),
    );
  }
}

import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { addressGroup } from "#src/lib/address/address.ts";
import { maskName } from "#src/lib/people/masks.ts";
import { honourOf } from "../declaration/certificate/service.server.ts";
import { giveBackAttempt, takeAttempt } from "../login/guard/service.server.ts";
import { memberCertificate } from "../member/certificate/table.server.ts";
import { member } from "../member/table.server.ts";
import { memberTerm } from "../member/term/table.server.ts";

/** early: the term that it is for has not begun. */
export type CertificateState = "valid" | "early" | "expired" | "revoked";

/** What anybody may see of a certificate (product 4.5): no paper's number, no phone, a person's name masked. */
export type ShownCertificate = {
  isUnit: boolean;
  name: string;
  /** `P2025*****`. */
  memberNo: string;
  level: string;
  /** Days as `yyyy-MM-dd`, both included. */
  fromOn: string;
  toOn: string;
  state: CertificateState;
};

/** The same of what was declared: an award, a project, a unit. Names of persons are masked, that of a unit is public. */
export type ShownHonour = {
  isUnit: boolean;
  heading: string;
  certNo: string;
  title: string;
  batchName: string;
  level: string;
  names: string[];
  issuedOn: string;
  state: "valid" | "revoked";
};

/** What somebody looks for: the code of a certificate, or a member's number together with the name. */
export type Asked = { code: string } | { memberNo: string; name: string };

/** Found, nothing of that kind, or asked too often in vain. */
export type Lookup = ShownCertificate | ShownHonour | "unknown" | "tooMany";

/** So many lookups in vain from one address; then it waits until it has been quiet for the minutes. */
export const VAIN = { failures: 20, minutes: 10 };

const TODAY = sql<string>`(now() at time zone 'Asia/Shanghai')::date::text`;

/** Whom a certificate names has left, was struck off, or its term was taken back. */
const isVoid = sql<boolean>`(${memberCertificate.revokedAt} is not null
  or ${memberTerm.voidedAt} is not null or ${member.manualState} <> '')`;

async function found(db: Db, where: SQL | undefined): Promise<ShownCertificate | undefined> {
  const { name, memberNo, levelName, fromOn, toOn } = memberCertificate;
  const [row] = await db
    .select({
      name,
      memberNo,
      level: levelName,
      fromOn,
      toOn,
      type: member.memberType,
      today: TODAY,
      isVoid,
    })
    .from(memberCertificate)
    .innerJoin(member, eq(member.id, memberCertificate.memberId))
    .innerJoin(memberTerm, eq(memberTerm.id, memberCertificate.termId))
    .where(where)
    // By number the one that holds today comes first, then the latest that was not taken back.
    .orderBy(
      isVoid,
      desc(sql`${TODAY}::date between ${fromOn} and ${toOn}`),
      desc(toOn),
      desc(memberCertificate.id),
    )
    .limit(1);
  if (!row) return undefined;
  const isUnit = row.type === "02";
  return {
    isUnit,
    name: isUnit ? row.name : maskName(row.name),
    memberNo: `${row.memberNo.slice(0, 5)}*****`,
    level: row.level,
    fromOn: row.fromOn,
    toOn: row.toOn,
    state: stateOf(row),
  };
}

function stateOf(row: { isVoid: boolean; today: string; fromOn: string; toOn: string }) {
  if (row.isVoid) return "revoked";
  if (row.today > row.toOn) return "expired";
  return row.today < row.fromOn ? "early" : "valid";
}

/** The certificate with this code as anybody may see it, whatever its state; undefined: there is none. */
export const certificateOf = (db: Db, code: string): Promise<ShownCertificate | undefined> =>
  found(db, eq(memberCertificate.code, code));

/** The certificate of a member; the number alone, which can be guessed, tells nothing without the name. */
const certificateOfMember = (db: Db, memberNo: string, name: string) =>
  found(
    db,
    and(
      // The number of a duplicate leads to the member that it was merged into.
      or(
        eq(memberCertificate.memberNo, memberNo),
        sql`${memberCertificate.memberId} = (select gone.merged_into from member gone
          where gone.member_no = ${memberNo})`,
      ),
      eq(memberCertificate.name, name),
    ),
  );

/** What was declared and certified under this code. */
async function honourWith(db: Db, code: string): Promise<ShownHonour | undefined> {
  const honour = await honourOf(db, code);
  if (!honour) return undefined;
  const { names, isRevoked, ...shown } = honour;
  return {
    ...shown,
    names: shown.isUnit ? names : names.map(maskName),
    state: isRevoked ? "revoked" : "valid",
  };
}

/**
 * Looks for somebody at `address`. What finds nothing is counted before it is looked for, so that many at
 * once do not slip past; what finds something is not: a unit may check all its staff.
 */
export async function lookUp(db: Db, address: string, asked: Asked): Promise<Lookup> {
  const key = `verify:${addressGroup(address)}`;
  if (!(await takeAttempt(db, key, VAIN))) return "tooMany";
  const certificate =
    "code" in asked
      ? ((await certificateOf(db, asked.code)) ?? (await honourWith(db, asked.code)))
      : await certificateOfMember(db, asked.memberNo, asked.name);
  if (!certificate) return "unknown";
  await giveBackAttempt(db, key);
  return certificate;
}

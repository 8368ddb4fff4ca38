import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { usedBefore } from "#src/app/finance/service.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import type { Sign } from "../model/rights.server.ts";
import { samePaper } from "../model/same-paper.server.ts";
import { sign } from "../table.server.ts";
import type { StaffChecks } from "../wire.ts";

const MANY = 5;

/** Numbers of members and of other applications for which the conditions hold. */
async function named(db: Db, row: Sign, ofMember: SQL | undefined, ofSign: SQL | undefined) {
  const members = await db
    .select({ no: member.memberNo })
    .from(member)
    .where(and(ofMember, row.memberId === null ? undefined : ne(member.id, row.memberId)))
    .limit(MANY);
  const signs = await db
    .select({ no: sign.applyNo })
    .from(sign)
    .where(
      and(
        ofSign,
        ne(sign.id, row.id),
        ne(sign.userId, row.userId),
        sql`${sign.state} between 1 and 6`,
      ),
    )
    .limit(MANY);
  return [...members, ...signs].map(({ no }) => no);
}

/** What a reviewer and finance would otherwise have to search for: product 4.6 and 5. */
export async function checksOf(db: Db, row: Sign): Promise<StaffChecks> {
  const isPerson = row.memberType === "01";
  const hasNumber = isPerson ? row.idIndex !== null : row.creditCode !== "";
  const sameNumber = hasNumber
    ? await named(
        db,
        row,
        isPerson ? samePaper(member, row) : eq(member.creditCode, row.creditCode),
        isPerson ? samePaper(sign, row) : eq(sign.creditCode, row.creditCode),
      )
    : [];
  const sameName = await named(
    db,
    row,
    and(eq(member.name, row.name), eq(member.memberType, row.memberType)),
    and(eq(sign.name, row.name), eq(sign.memberType, row.memberType)),
  );
  return {
    sameNumber,
    sameName: sameName.filter((no) => !sameNumber.includes(no)),
    photo: await photoOf(db, row),
    ...(await usedBefore(db, row.id)),
  };
}

/** Pixels of the photograph; null where there is none. */
async function photoOf(db: Db, { form }: Sign): Promise<StaffChecks["photo"]> {
  const keys = Array.isArray(form.photo) ? form.photo.map(String) : [];
  if (keys.length === 0) return null;
  const [file] = await db
    .select({ width: storedFile.width, height: storedFile.height })
    .from(storedFile)
    .where(or(inArray(storedFile.path, keys)));
  return file ?? null;
}

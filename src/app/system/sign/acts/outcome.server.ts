import { sql } from "drizzle-orm";
import {
  join,
  type Level,
  levelOf,
  memberOf,
  rolloverMonth,
} from "#src/app/member/service.server.ts";
import { memberTerm } from "#src/app/member/term/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { dueOf, type SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import type { Sign } from "../model/rights.server.ts";
import { freeReference, put } from "../model/rows.server.ts";

/** Days that the owner has for the next thing: product 4.3. */
export const DAYS_TO_ACT = 60;

const NO_LEVEL = "请选择会员级别";

export async function levelOfSign(tx: Db, { levelId }: Sign): Promise<Level> {
  const level = levelId === null ? undefined : await levelOf(tx, levelId);
  if (!level) throw new AppError(NO_LEVEL, { fields: { levelId: NO_LEVEL } });
  return level;
}

/** The day by which the owner has to act, counted from now. */
export const deadline = (): Date => new Date(Date.now() + DAYS_TO_ACT * 86_400_000);

/** Fen that the application costs as it stands. */
async function priceOf(tx: Db, row: Sign, level: Level): Promise<number> {
  const kind = row.kind as SignKind;
  if (kind !== "UPGRADE" || row.memberId === null) return dueOf(kind, level, row.years);
  const [term] = await tx
    .select()
    .from(memberTerm)
    .where(sql`${memberTerm.memberId} = ${row.memberId} and ${memberTerm.voidedAt} is null`)
    .orderBy(sql`${memberTerm.toOn} desc`)
    .limit(1);
  const before = term && (await levelOf(tx, term.levelId));
  if (!term || !before) throw new AppError("会籍已到期，不能变更级别，请先续会");
  const left = Number(term.toOn.slice(0, 4)) - Number(formatDay(new Date()).slice(0, 4)) + 1;
  if (left < 1) throw new AppError("会籍已到期，不能变更级别，请先续会");
  return dueOf(kind, level, row.years, { from: before, left });
}

/**
 * What follows when nobody has to say more: the payment is asked for, or where nothing is due, the
 * application is done.
 */
export async function goOn(context: Context, tx: Db, row: Sign, waiverReason = ""): Promise<Sign> {
  const level = await levelOfSign(tx, row);
  const dueFen = waiverReason ? 0 : await priceOf(tx, row, level);
  if (dueFen === 0) {
    return complete(context, tx, await put(tx, row.id, { dueFen, waiverReason }), new Date());
  }
  return put(tx, row.id, {
    state: STATE_CODES.waitPay,
    dueFen,
    reference: row.reference ?? (await freeReference(tx)),
    deadlineAt: deadline(),
    remindedDay: 0,
    opinion: "",
  });
}

/** Makes the application's owner a member for the years that were paid. `paidAt`: when the money was paid. */
export async function complete(context: Context, tx: Db, row: Sign, paidAt: Date): Promise<Sign> {
  const level = await levelOfSign(tx, row);
  const own = row.memberId === null ? await memberOf(tx, row.userId) : undefined;
  const { form } = row;
  const text = (name: string) => {
    const value = form[name];
    return typeof value === "string" ? value : "";
  };
  const contact = Array.isArray(form.contact) ? form.contact[0] : undefined;
  const ofContact = (name: "phone" | "email") =>
    typeof contact === "object" ? (contact[name] ?? "") : "";
  const { memberId } = await join(tx, {
    signId: row.id,
    memberId: row.memberId ?? own?.id ?? null,
    memberType: row.memberType as MemberType,
    userId: row.userId,
    name: row.name,
    idType: row.idType,
    idSealed: row.idSealed,
    idIndex: row.idIndex,
    creditCode: row.creditCode,
    region: row.region,
    phone: text("phone") || ofContact("phone"),
    email: text("email") || ofContact("email"),
    form,
    deptId: row.deptId,
    branchIds: row.branchIds,
    directoryVisible: row.directoryVisible,
    levelId: level.id,
    levelName: level.levelName,
    kind: row.kind,
    years: row.years,
    paidOn: formatDay(paidAt),
    rolloverMonth: await rolloverMonth(context),
  });
  return put(tx, row.id, {
    state: STATE_CODES.done,
    memberId,
    doneAt: new Date(),
    deadlineAt: null,
    opinion: "",
  });
}

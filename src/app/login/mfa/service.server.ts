import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import type { Db } from "#src/db/client.ts";
import type { SecretBox } from "#src/server/secrets/secret-box.ts";
import { mfaTicket, userTotp } from "./table.server.ts";

const TICKET_MINUTES = 5;
const MAX_TRIES = 5;
/** A phone's clock may be one period off. */
const TOLERANCE_SECONDS = 30;
const RECOVERY_CODES = 10;

const sha256 = (text: string) => createHash("sha256").update(text).digest();
const recoveryHash = (code: string) =>
  sha256(code.toUpperCase().replace(/[^A-Z2-7]/g, "")).toString("hex");

/** Whether the account's second factor is in force. */
export async function hasSecondFactor(db: Db, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ userId: userTotp.userId })
    .from(userTotp)
    .where(and(eq(userTotp.userId, userId), isNotNull(userTotp.confirmedAt)));
  return row !== undefined;
}

/** How many recovery codes are left; undefined when the second factor is off. */
export async function recoveryCodesLeft(db: Db, userId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ left: sql<number>`cardinality(${userTotp.recoveryHashes})` })
    .from(userTotp)
    .where(and(eq(userTotp.userId, userId), isNotNull(userTotp.confirmedAt)));
  return row?.left;
}

/** Begins, or begins again while not confirmed. Returns the Base32 secret and its otpauth address. */
export async function beginEnrolment(
  db: Db,
  box: SecretBox,
  { userId, userName, issuer }: { userId: number; userName: string; issuer: string },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret();
  const values = {
    userId,
    secret: box.seal(secret),
    confirmedAt: null,
    lastStep: 0,
    recoveryHashes: [],
  };
  await db
    .insert(userTotp)
    .values(values)
    .onConflictDoUpdate({
      target: userTotp.userId,
      set: values,
      setWhere: sql`${userTotp.confirmedAt} is null`,
    });
  return { secret, uri: generateURI({ issuer, label: userName, secret }) };
}

/** Puts the factor in force when the code is right; returns the recovery codes, shown this once. */
export async function confirmEnrolment(
  db: Db,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<string[] | undefined> {
  if (!(await takeCode(db, box, userId, code, false))) return undefined;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
  await db
    .update(userTotp)
    .set({ confirmedAt: sql`now()`, recoveryHashes: codes.map(recoveryHash) })
    .where(eq(userTotp.userId, userId));
  return codes;
}

export async function removeSecondFactor(db: Db, userId: number): Promise<void> {
  await db.delete(userTotp).where(eq(userTotp.userId, userId));
}

/** Checks a code of the app and spends its time step: exactly one of parallel requests succeeds. */
async function takeCode(
  db: Db,
  box: SecretBox,
  userId: number,
  code: string,
  isConfirmed: boolean,
): Promise<boolean> {
  const [row] = await db.select().from(userTotp).where(eq(userTotp.userId, userId));
  if (!row || (row.confirmedAt !== null) !== isConfirmed || !/^\d{6}$/.test(code)) return false;
  const result = await verify({
    secret: box.open(row.secret),
    token: code,
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !("timeStep" in result)) return false;
  const taken = await db
    .update(userTotp)
    .set({ lastStep: result.timeStep })
    .where(and(eq(userTotp.userId, userId), lt(userTotp.lastStep, result.timeStep)))
    .returning({ userId: userTotp.userId });
  return taken.length === 1;
}

/** A code of the app, or a recovery code, which is gone afterwards. */
export async function spendSecondFactor(
  db: Db,
  box: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  const typed = code.replace(/\s/g, "");
  if (await takeCode(db, box, userId, typed, true)) return true;
  const hash = recoveryHash(typed);
  const spent = await db
    .update(userTotp)
    .set({ recoveryHashes: sql`array_remove(${userTotp.recoveryHashes}, ${hash})` })
    .where(and(eq(userTotp.userId, userId), sql`${hash} = any(${userTotp.recoveryHashes})`))
    .returning({ userId: userTotp.userId });
  return spent.length === 1;
}

/** Half a log-in: the right to answer the second factor within five minutes, five times at most. */
export async function openTicket(db: Db, userId: number, isRemembered: boolean): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.insert(mfaTicket).values({
    tokenHash: sha256(token),
    userId,
    isRemembered,
    expiresAt: sql`now() + make_interval(mins => ${TICKET_MINUTES})`,
  });
  return token;
}

type Ticket = { userId: number; isRemembered: boolean };

/** Counts one try; undefined when the ticket is unknown, over or used up. */
export async function takeTicketTry(db: Db, token: string): Promise<Ticket | undefined> {
  const [row] = await db
    .update(mfaTicket)
    .set({ tries: sql`${mfaTicket.tries} + 1` })
    .where(
      and(
        eq(mfaTicket.tokenHash, sha256(token)),
        gt(mfaTicket.expiresAt, sql`now()`),
        lt(mfaTicket.tries, MAX_TRIES),
      ),
    )
    .returning({ userId: mfaTicket.userId, isRemembered: mfaTicket.isRemembered });
  return row;
}

/** Spends the ticket; true for exactly one of parallel requests. */
export async function closeTicket(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .delete(mfaTicket)
    .where(eq(mfaTicket.tokenHash, sha256(token)))
    .returning({ userId: mfaTicket.userId });
  return rows.length === 1;
}

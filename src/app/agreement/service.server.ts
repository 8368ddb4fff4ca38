import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import { escapeText } from "#src/lib/text/plain-text.ts";
import type { Db } from "../../db/client.ts";
import { agreement, consent } from "./table.server.ts";

export const DOCS = ["user", "privacy", "accessibility"] as const;
export type Doc = (typeof DOCS)[number];

/** What people agree to when they register. */
const SIGNED: readonly Doc[] = ["user", "privacy"];

export type Agreement = typeof agreement.$inferSelect;

/** The version in force, with placeholders still in its text; undefined when there is none. */
export async function currentAgreement(db: Db, doc: Doc): Promise<Agreement | undefined> {
  const [row] = await db
    .select()
    .from(agreement)
    .where(and(eq(agreement.doc, doc), lte(agreement.effectiveAt, sql`now()`)))
    .orderBy(desc(agreement.effectiveAt), desc(agreement.version))
    .limit(1);
  return row;
}

/** When the next version of a text comes into force, if one is waiting. */
export async function nextChange(db: Db, doc: Doc): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: agreement.effectiveAt })
    .from(agreement)
    .where(and(eq(agreement.doc, doc), gt(agreement.effectiveAt, sql`now()`)))
    .orderBy(agreement.effectiveAt)
    .limit(1);
  return row?.at;
}

/**
 * `agreementVersion` of registration: the versions of 用户协议 and 隐私政策 in force, one text when
 * they are the same, else joined by `+`.
 */
export async function signedVersion(db: Db): Promise<string> {
  const versions = (await signedRows(db)).map((row) => row.version);
  return [...new Set(versions)].join("+");
}

async function signedRows(db: Db): Promise<Agreement[]> {
  const rows: Agreement[] = [];
  for (const doc of SIGNED) {
    const row = await currentAgreement(db, doc);
    if (row) rows.push(row);
  }
  return rows;
}

/** One row a document: who agreed to which version, when, from where (PIPL 13-16). */
export async function recordConsent(
  db: Db,
  { userId, scene, ipaddr }: { userId: number; scene: string; ipaddr: string },
): Promise<void> {
  const rows = await signedRows(db);
  if (rows.length === 0) return;
  await db
    .insert(consent)
    .values(rows.map(({ doc, version }) => ({ userId, doc, version, scene, ipaddr })));
}

/** `consent.doc` of the separate consent (PIPL 23, 29): a person's for the identity number, a unit's for its people. */
export const SEPARATE = "identity";

export const SEPARATE_TITLE = "单独同意：处理证件号码，或单位代表和联系人的信息";

/** Writes down the separate consent; its version is that of the privacy policy, which says what it is for. */
export async function recordSeparate(
  db: Db,
  { userId, scene, ipaddr }: { userId: number; scene: string; ipaddr: string },
): Promise<void> {
  const version = (await currentAgreement(db, "privacy"))?.version ?? "";
  await db.insert(consent).values({ userId, doc: SEPARATE, version, scene, ipaddr });
}

/** Puts the settings into the placeholders {siteName}, {phone} and {email}. */
export function filledIn(html: string, values: ReadonlyMap<string, string>): string {
  const keys: Record<string, string> = {
    siteName: "site.name",
    phone: "site.phone",
    email: "site.email",
  };
  return html.replace(/\{(siteName|phone|email)\}/g, (_all, name: string) =>
    escapeText(values.get(keys[name] ?? "") ?? ""),
  );
}

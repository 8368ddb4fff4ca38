import { asc, eq } from "drizzle-orm";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { PersonalPart } from "../../server/personal/personal-data.ts";
import { SEPARATE, SEPARATE_TITLE } from "./service.server.ts";
import { agreement, consent } from "./table.server.ts";

/** What one agreed to. The rows stay as proof that there was a consent; the address they came from does not. */
export const part: PersonalPart = {
  name: "consents",
  title: "同意记录",
  order: 20,
  columns: ["consent.user_id"],
  async read({ db }, userId) {
    const rows = await db
      .select()
      .from(consent)
      .where(eq(consent.userId, userId))
      .orderBy(asc(consent.id));
    const titles = new Map(
      (await db.select().from(agreement)).map(({ doc, title }) => [doc, title]),
    );
    return rows.map((row) => ({
      文件: row.doc === SEPARATE ? SEPARATE_TITLE : (titles.get(row.doc) ?? row.doc),
      版本: row.version,
      同意时间: formatDateTime(row.agreedAt),
      网络地址: row.ipaddr,
    }));
  },
  async erase(tx, userId) {
    await tx.update(consent).set({ ipaddr: "" }).where(eq(consent.userId, userId));
    return [];
  },
};

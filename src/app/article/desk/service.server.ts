import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { takeDueSteps } from "#src/server/flow/flow.ts";
import type { Account } from "#src/server/http/access.ts";
import { category } from "../../article_type/table.server.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { article, PUBLISHED_STATES } from "../table.server.ts";
import { ARTICLES_FLOW } from "./acts/flow.server.ts";
import type { ArticleFields } from "./model/fields.ts";
import { ARTICLES, LIST } from "./model/rights.server.ts";
import { wholeFields } from "./model/rules.server.ts";
import { articleCopy, articleEditing, articlePreview, articleRevision } from "./table.server.ts";

/** Condition on the article table: what this person's list shows, before any filter. */
export const reachOfList = async (db: Db, account: Account): Promise<SQL> =>
  (await reachOf(db, account)).where(LIST, ARTICLES);

/** A preview link holds for three days. */
const PREVIEW_MS = 3 * 86_400_000;
const BATCH = 100;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Keeps a state of an article for a link; returns the link's key and its end. */
export async function makePreview(
  db: Db,
  given: { articleId: number; fields: ArticleFields; createBy: string },
): Promise<{ key: string; expireTime: string }> {
  const key = randomBytes(24).toString("base64url");
  const [made] = await db
    .insert(articlePreview)
    .values({
      ...given,
      keyHash: hashOf(key),
      expiresAt: sql`now() + make_interval(secs => ${PREVIEW_MS / 1_000})`,
    })
    .returning({ expiresAt: articlePreview.expiresAt });
  if (!made) throw new Error("no preview row");
  return { key, expireTime: formatDateTime(made.expiresAt) };
}

export type Preview = { fields: ArticleFields; typeName: string; expireTime: string };

/** What a preview link shows; undefined: there is no such link, or it has run out. */
export async function readPreview(db: Db, key: string): Promise<Preview | undefined> {
  if (!/^[\w-]{32}$/.test(key)) return undefined;
  const [row] = await db
    .select({ fields: articlePreview.fields, expiresAt: articlePreview.expiresAt })
    .from(articlePreview)
    .innerJoin(article, eq(article.id, articlePreview.articleId))
    .where(
      and(
        eq(articlePreview.keyHash, hashOf(key)),
        gt(articlePreview.expiresAt, sql`now()`),
        // Whoever threw the article away has taken the link back as well.
        ne(article.status, "5"),
      ),
    );
  if (!row) return undefined;
  const fields = wholeFields(row.fields);
  const [type] = await db
    .select({ name: category.bllName })
    .from(category)
    .where(eq(category.id, fields.typeId ?? 0));
  return { fields, typeName: type?.name ?? "", expireTime: formatDateTime(row.expiresAt) };
}

/**
 * What time does to articles: scheduled ones whose hour has come are published, pins that have run
 * out are taken off.
 */
export async function settleDue(db: Db): Promise<{ published: number; unpinned: number }> {
  return {
    published: await takeDueSteps(ARTICLES_FLOW, db, "appear", BATCH),
    unpinned: await takeDueSteps(ARTICLES_FLOW, db, "pinExpired", BATCH),
  };
}

/** Articles that have lain in the recycle bin for 30 days go for good; returns how many did. */
export const purgeRecycled = (db: Db): Promise<number> =>
  takeDueSteps(ARTICLES_FLOW, db, "purge", BATCH);

/** Links that have run out, and marks of tabs that are long gone. */
export async function sweepDesk(db: Db): Promise<void> {
  await db.delete(articlePreview).where(lt(articlePreview.expiresAt, sql`now()`));
  await db.delete(articleEditing).where(lt(articleEditing.seenAt, sql`now() - interval '1 hour'`));
}

/** Whether an article is as an import left it: nobody has saved, changed or moved it at the desk. */
export async function isUntouched(db: Db, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: article.id })
    .from(article)
    .where(
      and(
        eq(article.id, id),
        inArray(article.status, [...PUBLISHED_STATES]),
        notExists(db.select().from(articleRevision).where(eq(articleRevision.articleId, id))),
        notExists(db.select().from(articleCopy).where(eq(articleCopy.articleId, id))),
      ),
    );
  return row !== undefined;
}

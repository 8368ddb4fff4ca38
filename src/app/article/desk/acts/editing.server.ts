import { and, eq, gt, ne, sql } from "drizzle-orm";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { article } from "../../table.server.ts";
import { ARTICLES, EDIT } from "../model/rights.server.ts";
import { articleEditing } from "../table.server.ts";
import { lastSaved, lockRow } from "./store.server.ts";

/** A tab renews its mark every 15 seconds; one that missed two is gone. */
const ALIVE_SECONDS = 40;

/**
 * Says that a tab has an article open to write in it, or has left it, and who else has. The version
 * that is there tells the tab at once when somebody saved another one.
 */
export async function noteEditing(db: Db, reach: Reach, body: Readonly<Record<string, unknown>>) {
  const articleId = parseId(body.id);
  const tabKey = plainText(body.tabKey);
  if (!/^[\w-]{8,40}$/.test(tabKey)) refuseFields({ tabKey: "标签标识不正确" });
  const { userId, nickName } = reach.account;
  const row = await db.transaction(async (tx) => {
    const found = await lockRow(tx, articleId, reach.where(EDIT, ARTICLES));
    if (!found) throw new AppError(NOT_FOUND, { code: 404 });
    const mine = and(
      eq(articleEditing.articleId, articleId),
      eq(articleEditing.tabKey, tabKey),
      eq(articleEditing.userId, userId),
    );
    if (body.isLeaving === true) await tx.delete(articleEditing).where(mine);
    else {
      await tx
        .insert(articleEditing)
        .values({ articleId, tabKey, userId, nickName })
        .onConflictDoUpdate({
          target: [articleEditing.articleId, articleEditing.tabKey],
          set: { seenAt: sql`now()` },
          setWhere: eq(articleEditing.userId, userId),
        });
    }
    return found;
  });
  const [others, saved] = await Promise.all([
    db
      .select({
        userId: articleEditing.userId,
        nickName: articleEditing.nickName,
        seenAt: sql<Date>`max(${articleEditing.seenAt})`.mapWith(article.createTime),
      })
      .from(articleEditing)
      .where(
        and(
          eq(articleEditing.articleId, articleId),
          ne(articleEditing.tabKey, tabKey),
          gt(articleEditing.seenAt, sql`now() - make_interval(secs => ${ALIVE_SECONDS})`),
        ),
      )
      .groupBy(articleEditing.userId, articleEditing.nickName),
    lastSaved(db, row),
  ]);
  return {
    version: row.version,
    ...saved,
    others: others.map(({ seenAt, ...who }) => ({ ...who, seenTime: formatDateTime(seenAt) })),
  };
}

import { and, asc, eq, gt, ne } from "drizzle-orm";
import { plainText } from "../../lib/plain-text.ts";
import type { Task, Tasks } from "../../server/tasks.ts";
import { article } from "../article/table.server.ts";
import { searchableOf } from "../article/writing/service.server.ts";
import { visibleOf } from "../article_type/access/service.server.ts";
import { searchVectorSql } from "./service.server.ts";

/** Articles between two looks at the clock and the signal: cutting words costs about 1 ms each. */
const BATCH = 50;

/**
 * Computes the search words of every article anew and mends those that differ: after a change of the
 * rules, of the dictionary, or of a row by hand.
 */
const check: Task = {
  label: "检查检索索引，改正与文章不一致的部分",
  maxSeconds: 3_600,
  run: async ({ db }, _args, signal) => {
    let checked = 0;
    let mended = 0;
    let last = 0;
    while (!signal.aborted) {
      const rows = await db
        .select({
          id: article.id,
          version: article.version,
          title: article.articleName,
          keywords: article.keywords,
          source: article.source,
          author: article.author,
          summary: article.summary,
          visible: visibleOf(article.visible, article.typeId),
          content: article.content,
        })
        .from(article)
        .where(gt(article.id, last))
        .orderBy(asc(article.id))
        .limit(BATCH);
      for (const row of rows) {
        const search = searchVectorSql(
          searchableOf({
            ...row,
            text: plainText(row.content),
          }),
        );
        const changed = await db
          .update(article)
          .set({ search })
          // Whoever saved it in between has made it right already.
          .where(
            and(
              eq(article.id, row.id),
              eq(article.version, row.version),
              ne(article.search, search),
            ),
          )
          .returning({ id: article.id });
        mended += changed.length;
        checked++;
      }
      const end = rows.at(-1);
      if (!end) break;
      last = end.id;
    }
    return `检查 ${checked} 篇，改正 ${mended} 篇`;
  },
};

export const tasks: Tasks = { "searchTask.check": check };

import { and, eq, inArray, sql } from "drizzle-orm";
import { reachOfList } from "#src/app/article/desk/service.server.ts";
import { isPublished } from "#src/app/article/service.server.ts";
import { article } from "#src/app/article/table.server.ts";
import type { Db } from "#src/db/client.ts";
import type { FileUse, FileUses } from "#src/lib/upload/library.ts";
import type { FileUser } from "#src/server/files/file-users.ts";
import type { Account } from "#src/server/http/access.ts";
import { storedPaths } from "../service.server.ts";
import { fileUse } from "../table.server.ts";

/** What `file_use` calls a place, as a person reads it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  article: "文章",
  article_copy: "文章修改稿",
};

const UNNAMED = "未命名";

/**
 * Where files are used, by their paths as `stored_file` has them; a path without a use is not among
 * the keys. What articles use is written down (noteFileUse); rows of other tables are few and are read.
 * An article is named where the person's own list has it or visitors read it, else it is counted only.
 */
export async function usesOf(
  db: Db,
  fileUsers: readonly FileUser[],
  account: Account,
  paths: readonly string[],
): Promise<Map<string, FileUses>> {
  const uses = new Map<string, FileUses>();
  if (paths.length === 0) return uses;
  const wanted = new Set(paths);
  const note = (path: string, use: FileUse | "hidden") => {
    if (!wanted.has(path)) return;
    const noted = uses.get(path) ?? { uses: [], hidden: 0 };
    if (use === "hidden") noted.hidden++;
    else noted.uses.push(use);
    uses.set(path, noted);
  };

  // The ids of other subjects are no articles', and their places are read below.
  const noted = await db
    .select({
      path: fileUse.path,
      subject: fileUse.subject,
      name: article.articleName,
      // Visitors read an article, never the copy that somebody works on.
      isNamed: sql<boolean>`coalesce(${article.id} is null or (${await reachOfList(db, account)})
        or (${fileUse.subject} = 'article' and ${isPublished}), false)`,
    })
    .from(fileUse)
    .leftJoin(article, eq(article.id, fileUse.subjectId))
    .where(
      and(inArray(fileUse.path, [...wanted]), inArray(fileUse.subject, Object.keys(SUBJECTS))),
    );
  for (const { path, subject, name, isNamed } of noted) {
    const place = SUBJECTS[subject] ?? "其他内容";
    note(path, isNamed ? { place, name: name || UNNAMED } : "hidden");
  }
  for (const { place, rows } of fileUsers) {
    for (const { name, text } of await rows(db)) {
      for (const path of storedPaths([text])) note(path, { place, name: name || UNNAMED });
    }
  }
  return uses;
}

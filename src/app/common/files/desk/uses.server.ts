import { and, eq, inArray, like, sql } from "drizzle-orm";
import { reachOfList } from "#src/app/article/desk/service.server.ts";
import { isPublished } from "#src/app/article/service.server.ts";
import { article } from "#src/app/article/table.server.ts";
import { banner } from "#src/app/banner/table.server.ts";
import { config } from "#src/app/system/config/table.server.ts";
import { cooperation } from "#src/app/system/cooperation/table.server.ts";
import { notice } from "#src/app/system/notice/table.server.ts";
import type { Db } from "#src/db/client.ts";
import type { FileUse, FileUses } from "#src/lib/upload/library.ts";
import type { Account } from "#src/server/http/access.ts";
import { storedPaths } from "../service.server.ts";
import { fileUse } from "../table.server.ts";

/** What `file_use` calls a place, as a person reads it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  article: "文章",
  article_copy: "文章修改稿",
};

/** Subjects of `file_use` whose own tables say what is used. */
export const READ_PLACES = ["banner", "cooperation", "config", "notice"];

const UNNAMED = "未命名";
const ADDRESS = "%/profile/%";

/**
 * Where files are used, by their paths as `stored_file` has them; a path without a use is not among
 * the keys. Articles write down what they use (noteFileUse); the other places are few and are read.
 * An article is named where the person's own list has it or visitors read it, else it is counted only.
 */
export async function usesOf(
  db: Db,
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
  for (const { place, rows } of await smallPlaces(db)) {
    for (const { name, text } of rows) {
      for (const path of storedPaths([text])) note(path, { place, name: name || UNNAMED });
    }
  }
  return uses;
}

/** Rows of the small tables that name any stored file. */
async function smallPlaces(db: Db) {
  return [
    {
      place: "首页横幅",
      rows: await db
        .select({ name: banner.bannerName, text: banner.picture })
        .from(banner)
        .where(like(banner.picture, ADDRESS)),
    },
    {
      place: "合作单位",
      rows: await db
        .select({ name: cooperation.linkName, text: cooperation.logo })
        .from(cooperation)
        .where(like(cooperation.logo, ADDRESS)),
    },
    {
      place: "网站设置",
      rows: await db
        .select({ name: config.configName, text: config.configValue })
        .from(config)
        .where(like(config.configValue, ADDRESS)),
    },
    {
      place: "通知公告",
      rows: await db
        .select({ name: notice.noticeTitle, text: notice.noticeContent })
        .from(notice)
        .where(like(notice.noticeContent, ADDRESS)),
    },
  ];
}

import { eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { visibleIn } from "../../article_type/access/service.server.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { searchVectorSql } from "../../search/service.server.ts";
import type { Visible } from "../service.server.ts";
import { isMadeOf, summaryOf } from "../summary/service.server.ts";
import { type Attachment, article, articleReads } from "../table.server.ts";

/** An article to be written: `content` is any HTML, it is cleaned here. */
export type NewArticle = {
  typeId: number;
  articleName: string;
  content: string;
  publishTime: Date;
  subtitle?: string;
  /** The beginning of the text where it is missing and everybody may read the text. */
  summary?: string;
  cover?: string;
  source?: string;
  author?: string;
  /** Separated by commas. */
  keywords?: string;
  visible?: Visible;
  isTop?: boolean;
  isImportant?: boolean;
  expireTime?: Date | null;
  attachments?: Attachment[];
  /** 3 (published) unless it says otherwise. */
  status?: string;
  reads?: number;
  /** Key of an import: a second article with the same one is not written. */
  importHash?: string;
  /** A document's own name in the files of an import. */
  importKey?: string | undefined;
  createBy?: string;
};

/** Everything of an article that may name stored files, for noteFileUse. */
export const filesOf = ({
  content,
  cover = "",
  attachments = [],
}: Pick<NewArticle, "content" | "cover" | "attachments">): string[] => [
  content,
  cover,
  JSON.stringify(attachments),
];

/**
 * Columns that follow from the text, for an article that is new and for one that is changed. `content`
 * is clean HTML: the code that receives HTML cleans it before it calls this. `text` is its plain text.
 */
export function textColumns(
  given: Pick<
    NewArticle,
    "articleName" | "content" | "summary" | "keywords" | "source" | "author" | "visible"
  >,
  text: string,
) {
  const { content } = given;
  // A summary is open to everybody: of a text that is not, none is made of the text itself.
  const isOpen = (given.visible ?? "public") === "public";
  const own = given.summary?.trim() ?? "";
  const summary = isOpen ? own || summaryOf(text) : isMadeOf(text, own) ? "" : own;
  const { articleName: title } = given;
  // Full-width commas and the enumeration comma are what people type between keywords.
  const keywords = (given.keywords ?? "")
    .split(/[,，、;；]/)
    .map((word) => word.trim())
    .filter(Boolean)
    .join(",");
  return {
    content,
    summary,
    keywords,
    // Who wrote it and where it comes from is looked for as well.
    search: searchVectorSql(searchableOf({ ...given, title, keywords, summary, text })),
    // Whatever was still to be done is done.
    wordsDueAt: null,
    summaryAside: null,
  };
}

type Words = { title: string; keywords: string; summary: string; text: string };

/** What an article is found by: `text` is its plain text. */
export const searchableOf = ({
  title,
  keywords,
  source,
  author,
  summary,
  text,
  visible = "public",
}: Words & Partial<Pick<NewArticle, "source" | "author" | "visible">>) => ({
  title,
  keywords: [keywords, source, author].join(" "),
  summary,
  // What a visitor may not read must not be found out by searching word after word.
  text: visible === "public" ? text : "",
});

/** What an article that is new and one that is replaced are given alike. */
async function givenColumns(db: Db, given: NewArticle) {
  const { typeId, visible = "public" } = given;
  const content = cleanHtml(given.content);
  const readers = await visibleIn(db, typeId, visible);
  return {
    typeId,
    articleName: given.articleName.trim(),
    source: given.source ?? "",
    author: given.author ?? "",
    publishTime: given.publishTime,
    importHash: given.importHash ?? null,
    ...textColumns({ ...given, content, visible: readers }, plainText(content)),
  };
}

/**
 * Writes one article with its search words and drops what depends on the lists.
 * Returns its id, or undefined when its `importHash` is there already.
 */
export async function insertArticle(db: Db, given: NewArticle): Promise<number | undefined> {
  const columns = await givenColumns(db, given);
  const [row] = await db
    .insert(article)
    .values({
      ...columns,
      subtitle: given.subtitle ?? "",
      cover: given.cover ?? "",
      visible: given.visible ?? "public",
      top: given.isTop ? 1 : 0,
      isImportant: given.isImportant ?? false,
      expireTime: given.expireTime ?? null,
      attachments: given.attachments ?? [],
      status: given.status ?? "3",
      importKey: given.importKey ?? null,
      createBy: given.createBy ?? "",
    })
    .onConflictDoNothing({ target: article.importHash })
    .returning({ id: article.id });
  if (!row) return undefined;
  if (given.reads) {
    await db.insert(articleReads).values({ articleId: row.id, reads: given.reads });
  }
  await noteFileUse(db, "article", row.id, filesOf({ ...given, content: columns.content }));
  await publishTags(db, ["content"]);
  return row.id;
}

/**
 * Replaces an article that an import wrote by what its mended line says. The caller holds its row and
 * knows that nobody has worked on it since.
 */
export async function replaceArticle(
  db: Db,
  id: number,
  given: NewArticle & Required<Pick<NewArticle, "importHash">>,
): Promise<void> {
  const columns = await givenColumns(db, given);
  await db
    .update(article)
    .set({
      ...columns,
      version: sql`${article.version} + 1`,
      updateBy: given.createBy ?? "",
      updateTime: sql`now()`,
    })
    .where(eq(article.id, id));
  await noteFileUse(db, "article", id, filesOf({ ...given, content: columns.content }));
  await publishTags(db, ["content", `article:${id}`]);
}

import {
  boolean,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { identity, moment, reference } from "#src/db/columns.ts";
import { article } from "../table.server.ts";
import type { ArticleFields } from "./model/fields.ts";

/**
 * Changes to an article that is public or waits for its hour: they are kept beside it until somebody
 * publishes them, so saving never changes what visitors read. At most one an article.
 */
export const articleCopy = pgTable("article_copy", {
  articleId: reference()
    .primaryKey()
    .references(() => article.id, { onDelete: "cascade" }),
  fields: jsonb().$type<ArticleFields>().notNull(),
  /** 0 being written, 1 in review. */
  status: char({ length: 1 }).notNull().default("0"),
  isReturned: boolean().notNull().default(false),
  submittedBy: reference(),
  submittedAt: moment(),
  approvedBy: reference(),
  approvedAt: moment(),
  savedBy: text().notNull().default(""),
  savedAt: moment().notNull().defaultNow(),
});

/** Every text an article ever had. Autosaved ones of one person follow each other in one row. */
export const articleRevision = pgTable(
  "article_revision",
  {
    id: identity(),
    articleId: reference()
      .notNull()
      .references(() => article.id, { onDelete: "cascade" }),
    /** The article's version that it was saved as. */
    version: integer().notNull(),
    /** autosave, save, submit, publish, restore, import or conflict. */
    kind: text().notNull(),
    fields: jsonb().$type<ArticleFields>().notNull(),
    /** Characters of the text, without blanks. */
    letters: integer().notNull().default(0),
    userId: reference(),
    createBy: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [index("article_revision_article").on(table.articleId, table.id)],
);

/** Who has an article open to write in it: a row a browser tab, alive while it is renewed. */
export const articleEditing = pgTable(
  "article_editing",
  {
    articleId: reference()
      .notNull()
      .references(() => article.id, { onDelete: "cascade" }),
    /** Made by the tab. */
    tabKey: text().notNull(),
    userId: reference().notNull(),
    nickName: text().notNull(),
    seenAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.tabKey] })],
);

/** A link that shows one state of an article to everybody who has it, until it runs out. */
export const articlePreview = pgTable(
  "article_preview",
  {
    id: identity(),
    /** SHA-256 of the link's key, hex: the key itself is not kept. */
    keyHash: text().notNull(),
    articleId: reference().references(() => article.id, { onDelete: "cascade" }),
    fields: jsonb().$type<ArticleFields>().notNull(),
    expiresAt: moment().notNull(),
    createBy: text().notNull().default(""),
    createTime: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("article_preview_key").on(table.keyHash),
    index("article_preview_expires").on(table.expiresAt),
  ],
);

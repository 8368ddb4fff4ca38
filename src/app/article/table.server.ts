import { sql } from "drizzle-orm";
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { audit, bytea, identity, moment, reference, tsvector } from "../../db/columns.ts";
import { pairsOf } from "../../db/like.ts";
import { category } from "../article_type/table.server.ts";

/** `url` is a path below the site (`/profile/…`), `bytes` the size shown beside it. */
export type Attachment = { name: string; url: string; bytes: number };

/** 0 draft, 1 in review, 2 scheduled, 3 published, 4 recalled, 5 recycle bin. */
export const PUBLISHED_STATES = ["2", "3"] as const;

export const article = pgTable(
  "article",
  {
    id: identity(),
    /** A draft may have none yet. */
    typeId: reference().references(() => category.id),
    articleName: text().notNull(),
    subtitle: text().notNull().default(""),
    summary: text().notNull().default(""),
    /** Path of a picture; empty: the category's drawing with the id as seed. */
    cover: text().notNull().default(""),
    /** Clean HTML: sanitised when written. */
    content: text().notNull().default(""),
    source: text().notNull().default(""),
    author: text().notNull().default(""),
    keywords: text().notNull().default(""),
    /** public, login or member. */
    visible: text().notNull().default("public"),
    /** 1: stands first in its lists. */
    top: integer().notNull().default(0),
    /** A pinned one steps back at this time. */
    topUntil: moment(),
    isImportant: boolean().notNull().default(false),
    /** Sent as createTime on the public side. */
    publishTime: moment().notNull().defaultNow(),
    /** When its writer wants it to appear; publishTime says when it does. */
    planTime: moment(),
    expireTime: moment(),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    status: char({ length: 1 }).notNull().default("0"),
    /** A draft that review sent back. */
    isReturned: boolean().notNull().default(false),
    submittedBy: reference(),
    submittedAt: moment(),
    /** Review has passed it and it waits to be published (status 1). */
    approvedBy: reference(),
    approvedAt: moment(),
    /** Who answers for it, and whose department: the data scopes of the desk go by them. */
    ownerId: reference(),
    deptId: reference(),
    recycledAt: moment(),
    /** Its state before the recycle bin. */
    recycledFrom: char({ length: 1 }),
    seoTitle: text().notNull().default(""),
    seoDescription: text().notNull().default(""),
    isListed: boolean().notNull().generatedAlwaysAs(sql`status in ('2', '3')`),
    version: integer().notNull().default(1),
    /** SHA-256 of the line an import made it from. */
    importHash: text().unique(),
    /** The document's own name in its files: a line that says it again mends this article. */
    importKey: text().unique(),
    /** Words of title (A), keywords (B), summary (C) and body (D), cut and simplified. */
    search: tsvector().notNull().default(sql`''::tsvector`),
    /** The job recuts words and summary from this moment on; null: they are right. */
    wordsDueAt: moment(),
    /** A summary that was taken away until then: it may be the writer's own, or made of the text. */
    summaryAside: text(),
    ...audit,
  },
  (table) => [
    // Lists: newest first within a category, the pinned ones before. The end of a row's time stands
    // last in both, so that ids come from the index alone.
    index("article_list")
      .on(
        table.typeId,
        table.top.desc().nullsFirst(),
        table.publishTime.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.expireTime,
      )
      .where(sql`is_listed`),
    index("article_newest")
      .on(table.publishTime.desc().nullsFirst(), table.id.desc().nullsFirst(), table.expireTime)
      .where(sql`is_listed`),
    // The list of the whole site, in the order of the lists.
    index("article_in_order")
      .on(
        table.top.desc().nullsFirst(),
        table.publishTime.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.typeId,
        table.expireTime,
      )
      .where(sql`is_listed`),
    index("article_expires").on(table.expireTime).where(sql`is_listed and expire_time is not null`),
    index("article_search").using("gin", table.search),
    // What was worked on last stands first at the desk; what is there is counted from it as well.
    index("article_worked")
      .on(sql`coalesce(update_time, create_time) desc`, sql`id desc`)
      .where(sql`status <> '5'`),
    // The desk: what is not public yet is little, what is mine is found by its owner.
    index("article_unlisted").on(table.status, table.id).where(sql`not is_listed`),
    // What waits for new words; the newest is found again first.
    index("article_words_due")
      .on(table.wordsDueAt, table.id.desc().nullsFirst())
      .where(sql`words_due_at is not null`),
    check("article_aside_is_due", sql`summary_aside is null or words_due_at is not null`),
    check("article_type_chosen", sql`type_id is not null or status in ('0', '5')`),
    // What a task looks for: those whose time comes, and pins whose time is over.
    index("article_scheduled").on(table.publishTime).where(sql`status = '2'`),
    index("article_pin_ends").on(table.topUntil).where(sql`top_until is not null`),
    // Parts of titles at the desk.
    index("article_name_pairs").using("gin", pairsOf(table.articleName)),
    index("article_name_part").using("gin", table.articleName.op("gin_trgm_ops")),
    index("article_owner").on(table.ownerId, table.id),
  ],
);

/** Reads are counted beside the article: its row is large and its pages are cached. */
export const articleReads = pgTable(
  "article_reads",
  {
    articleId: reference()
      .primaryKey()
      .references(() => article.id, { onDelete: "cascade" }),
    reads: integer().notNull().default(0),
  },
  (table) => [index("article_reads_most").on(table.reads.desc().nullsFirst())],
);

/** One visitor counts once a day and article; the hash is salted per day and says nothing later. */
export const articleVisit = pgTable(
  "article_visit",
  {
    articleId: reference().notNull(),
    day: date({ mode: "string" }).notNull(),
    visitorHash: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.day, table.visitorHash] })],
);

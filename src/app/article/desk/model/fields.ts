import type { Attachment } from "../../table.server.ts";

/** Who may read the text: everybody, logged-in people, members. */
export type Visible = "public" | "login" | "member";

/**
 * What a person writes of an article, as the desk sends and gets it and as a revision keeps it.
 * Times are `yyyy-MM-dd HH:mm:ss` of Shanghai. Pinning and publishing are acts of their own.
 */
export type ArticleFields = {
  /** null: not chosen yet. */
  typeId: number | null;
  articleName: string;
  subtitle: string;
  /** Empty: the beginning of the text. */
  summary: string;
  /** `/profile/…`; empty: the category's drawing. */
  cover: string;
  /** Clean HTML. */
  content: string;
  source: string;
  author: string;
  /** Separated by commas. */
  keywords: string;
  visible: Visible;
  isImportant: boolean;
  /** When it is to appear; null: when it is published. */
  publishTime: string | null;
  expireTime: string | null;
  attachments: Attachment[];
  seoTitle: string;
  seoDescription: string;
};

export const EMPTY_FIELDS: ArticleFields = {
  typeId: null,
  articleName: "",
  subtitle: "",
  summary: "",
  cover: "",
  content: "",
  source: "",
  author: "",
  keywords: "",
  visible: "public",
  isImportant: false,
  publishTime: null,
  expireTime: null,
  attachments: [],
  seoTitle: "",
  seoDescription: "",
};

/** Chinese names of the fields, as forms, refusals and differences call them. */
export const FIELD_LABELS: Readonly<Record<keyof ArticleFields, string>> = {
  typeId: "栏目",
  articleName: "标题",
  subtitle: "副标题",
  summary: "摘要",
  cover: "封面",
  content: "正文",
  source: "来源",
  author: "作者",
  keywords: "关键词",
  visible: "可见范围",
  isImportant: "重要",
  publishTime: "发布时间",
  expireTime: "下线时间",
  attachments: "附件",
  seoTitle: "搜索标题",
  seoDescription: "搜索描述",
};

/** Longest texts in characters, for the form's counters and the server's checks alike. */
export const MAX = {
  articleName: 100,
  subtitle: 100,
  summary: 200,
  source: 50,
  author: 50,
  keywords: 200,
  seoTitle: 80,
  seoDescription: 200,
  /** Characters of HTML. */
  content: 500_000,
  attachments: 20,
  opinion: 500,
} as const;

/** A reviewer says at least so much when an article goes back. */
export const MIN_OPINION = 5;

import { eq } from "drizzle-orm";
import { ACCESS } from "#src/app/article_type/access/service.server.ts";
import { category } from "#src/app/article_type/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { plainText as plainValue } from "#src/server/crud/ids.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { summaryOf } from "../../summary/service.server.ts";
import type { Attachment, article } from "../../table.server.ts";
import { type ArticleFields, EMPTY_FIELDS, FIELD_LABELS, MAX, type Visible } from "./fields.ts";

type Body = Readonly<Record<string, unknown>>;

const LINES = ["articleName", "subtitle", "source", "author", "keywords", "seoTitle"] as const;
const TEXTS = ["summary", "seoDescription"] as const;
const VISIBLE: readonly string[] = ACCESS;

/** A file of our own store, as an upload answered it. */
const OWN_FILE = /^\/profile\/upload\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.[a-z\d]{2,4}$/;
const OWN_PICTURE = /^\/profile\/upload\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.(png|jpe?g|gif|webp)$/;

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/** Spaces and characters that are not seen make no title and no text. */
export const isSeen = (text: string): boolean => /[^\s\p{C}]/u.test(text);

/**
 * Reads what a person wrote of an article from a body, cleans its HTML, and refuses with a text on
 * every wrong field. Keys that are absent keep the value of `before`.
 */
export function readFields(body: Body, before: ArticleFields = EMPTY_FIELDS): ArticleFields {
  const next: ArticleFields = { ...before };
  const wrong: Record<string, string> = {};
  const textOf = (name: keyof ArticleFields & keyof typeof MAX): string | undefined => {
    const value = body[name];
    if (value === undefined) return undefined;
    if (value === null) return "";
    if (typeof value !== "string" && typeof value !== "number") {
      wrong[name] = `${FIELD_LABELS[name]}格式不正确`;
      return undefined;
    }
    // PostgreSQL keeps no half character and no NUL.
    const text = String(value).toWellFormed().replaceAll("\0", "");
    if ([...text].length > MAX[name]) wrong[name] = `${FIELD_LABELS[name]}不能超过${MAX[name]}个字`;
    return text;
  };
  for (const name of LINES) next[name] = oneLine(textOf(name) ?? before[name]);
  for (const name of TEXTS) next[name] = (textOf(name) ?? before[name]).trim();
  const content = textOf("content");
  if (wrong.content && typeof body.content === "string") wrong.content = "正文过长，请拆成几篇";
  else if (content !== undefined) next.content = cleanHtml(content);
  readChoices(body, next, wrong);
  for (const name of ["publishTime", "expireTime"] as const) {
    const value = body[name];
    if (value === undefined) continue;
    if (value === null || value === "") next[name] = null;
    else {
      const moment = typeof value === "string" ? parseDateTime(value) : undefined;
      if (moment) next[name] = formatDateTime(moment);
      else wrong[name] = `${FIELD_LABELS[name]}格式不正确，应为 yyyy-MM-dd HH:mm`;
    }
  }
  if (body.attachments !== undefined) {
    const read = readAttachments(body.attachments);
    if (typeof read === "string") wrong.attachments = read;
    else next.attachments = read;
  }
  refuseFields(wrong);
  return next;
}

function readChoices(body: Body, next: ArticleFields, wrong: Record<string, string>): void {
  const { typeId, cover, visible, isImportant } = body;
  if (typeId !== undefined) {
    const id = typeId === null || typeId === "" ? null : Number(plainValue(typeId) || Number.NaN);
    if (id === null || (Number.isSafeInteger(id) && id > 0)) next.typeId = id;
    else wrong.typeId = "栏目不正确";
  }
  if (cover !== undefined) {
    if (cover === null || cover === "") next.cover = "";
    else if (typeof cover === "string" && OWN_PICTURE.test(cover)) next.cover = cover;
    else wrong.cover = "封面应为本站上传的图片";
  }
  if (visible !== undefined) {
    if (VISIBLE.includes(plainValue(visible))) next.visible = visible as Visible;
    else wrong.visible = "可见范围不正确";
  }
  if (isImportant !== undefined) {
    if (typeof isImportant === "boolean") next.isImportant = isImportant;
    else wrong.isImportant = "重要标记不正确";
  }
}

function readAttachments(value: unknown): Attachment[] | string {
  if (!Array.isArray(value)) return "附件格式不正确";
  if (value.length > MAX.attachments) return `附件不能超过${MAX.attachments}个`;
  const read: Attachment[] = [];
  for (const each of value as unknown[]) {
    const { name, url, bytes } = (each ?? {}) as Record<string, unknown>;
    // As with an upload's own name: a right-to-left mark hides .exe.
    const title =
      typeof name === "string" ? oneLine(name.toWellFormed()).replace(/\p{C}/gu, "") : "";
    if (title === "" || [...title].length > 100) return "附件名称应为1到100个字";
    if (typeof url !== "string" || !OWN_FILE.test(url)) return "附件应为本站上传的文件";
    const size = Number(plainValue(bytes));
    read.push({ name: title, url, bytes: Number.isSafeInteger(size) && size > 0 ? size : 0 });
  }
  return read;
}

/** Texts for the fields that are missing before publication; empty where none is. */
export async function missingOf(
  db: Db,
  fields: ArticleFields,
): Promise<Partial<Record<keyof ArticleFields, string>>> {
  const missing: Partial<Record<keyof ArticleFields, string>> = {};
  if (!isSeen(fields.articleName)) missing.articleName = "请填写标题";
  if (!isSeen(plainText(fields.content)) && !/<img |data-video/.test(fields.content)) {
    missing.content = "请填写正文";
  }
  const problem = await categoryProblem(db, fields.typeId);
  if (problem) missing.typeId = problem;
  if (fields.expireTime !== null) {
    const from = fields.publishTime ?? formatDateTime(new Date());
    if (fields.expireTime <= from) missing.expireTime = "下线时间须晚于发布时间";
  }
  return missing;
}

/** Why no article can stand in the category; undefined where it can. */
export async function categoryProblem(db: Db, typeId: number | null): Promise<string | undefined> {
  if (typeId === null) return "请选择栏目";
  const [found] = await db
    .select({ bllType: category.bllType, status: category.status })
    .from(category)
    .where(eq(category.id, typeId));
  if (!found) return "所选栏目不存在，请重新选择";
  if (found.status !== "0") return "所选栏目已停用，请重新选择";
  if (found.bllType !== "1" && found.bllType !== "4") return "所选栏目是链接，不能放文章";
  return undefined;
}

/** @throws AppError with the texts on their fields, where something is missing. */
export function requireWhole(missing: Partial<Record<keyof ArticleFields, string>>): void {
  const [first] = Object.values(missing);
  if (first) throw new AppError(first, { fields: missing as Record<string, string> });
}

/** Worth a look before it goes out. */
export function remarksOf(fields: ArticleFields): string[] {
  const pictures = [...fields.content.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  const unnamed = pictures.filter((tag) => !/ alt="[^"]+"/.test(tag)).length;
  return [
    ...(unnamed > 0 ? [`有 ${unnamed} 张图片缺少替代文字，看不见图片的读者将不知道内容`] : []),
    ...(fields.source === "" ? ["没有填写来源"] : []),
  ];
}

/** The texts of an article as the wording guard reads them. */
export const textsOf = (fields: ArticleFields) =>
  (
    [
      "articleName",
      "subtitle",
      "summary",
      "content",
      "source",
      "author",
      "keywords",
      "seoTitle",
      "seoDescription",
    ] as const
  )
    .map((field) => ({
      field,
      label: FIELD_LABELS[field],
      text: field === "content" ? plainText(fields.content) : fields[field],
    }))
    .filter(({ text }) => text !== "");

const timeOf = (date: Date | null) => (date ? formatDateTime(date) : null);

/** An article's row as its writer sees it: a summary that was made of the text counts as none. */
export function fieldsOf(row: typeof article.$inferSelect): ArticleFields {
  // While a job recuts the words, the editor still shows the summary that was set aside.
  const summary = row.summaryAside ?? row.summary;
  const isOwnSummary = summary !== summaryOf(plainText(row.content));
  const isTimed = row.status === "2" || row.status === "3";
  return {
    typeId: row.typeId,
    articleName: row.articleName,
    subtitle: row.subtitle,
    summary: isOwnSummary ? summary : "",
    cover: row.cover,
    content: row.content,
    source: row.source,
    author: row.author,
    keywords: row.keywords,
    visible: row.visible as Visible,
    isImportant: row.isImportant,
    publishTime: isTimed ? formatDateTime(row.publishTime) : timeOf(row.planTime),
    expireTime: timeOf(row.expireTime),
    attachments: row.attachments,
    seoTitle: row.seoTitle,
    seoDescription: row.seoDescription,
  };
}

/** The same of fields that came from a revision or a copy of an earlier version of the program. */
export const wholeFields = (fields: Partial<ArticleFields>): ArticleFields => ({
  ...EMPTY_FIELDS,
  ...fields,
});

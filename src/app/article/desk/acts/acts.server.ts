import { and, desc, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { queuePush } from "#src/app/seo/push/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { findWordingHits } from "#src/app/wording/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { plainText } from "#src/server/crud/ids.ts";
import type { Account } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { article } from "../../table.server.ts";
import { tellWaiting } from "../inbox.server.ts";
import { type ArticleFields, MAX, MIN_OPINION } from "../model/fields.ts";
import { lockArticle, OVERRIDE, PERMISSION_OF, PUBLISH } from "../model/rights.server.ts";
import { missingOf, requireWhole, textsOf } from "../model/rules.server.ts";
import { type ArticleVerb, STATE_NAMES, verbsOf } from "../model/states.ts";
import { articleCopy } from "../table.server.ts";
import {
  changeRow,
  checkVersion,
  copyOf,
  dropCopy,
  dropPages,
  keepRevision,
  setRow,
  settleFields,
  standingOf,
  type Whole,
  workedOn,
  writtenOf,
} from "./store.server.ts";

type Given = Readonly<Record<string, unknown>>;

/** What an act has at hand: a locked article whose state and reach have been checked. */
type Act = {
  context: Context;
  tx: Db;
  reach: Reach;
  account: Account;
  whole: Whole;
  given: Given;
};

const NAMES: Readonly<Record<ArticleVerb, string>> = {
  edit: "修改",
  submit: "提交审核",
  withdraw: "撤回送审",
  approve: "审核通过",
  sendBack: "退回修改",
  publish: "发布",
  recall: "撤回",
  discardCopy: "放弃未发布的修改",
  pin: "置顶",
  recycle: "移入回收站",
  putBack: "还原",
  purge: "彻底删除",
};

export const nameOfVerb = (verb: string): string =>
  Object.hasOwn(NAMES, verb) ? NAMES[verb as ArticleVerb] : (OTHER_NAMES[verb] ?? verb);

const OTHER_NAMES: Readonly<Record<string, string>> = {
  schedule: "定时发布",
  appear: "到时发布",
  unpin: "取消置顶",
  pinExpired: "置顶到期",
  restore: "恢复历史版本",
  move: "移动栏目",
  visible: "修改可见范围",
  create: "新建",
};

/**
 * Does one thing to one article: reach, version and state are checked under its lock; its history,
 * its caches and itself change together or not at all.
 * @throws AppError with the text for the person, on its field where it has one.
 */
export async function act(
  context: Context,
  reach: Reach,
  verb: ArticleVerb,
  id: number,
  given: Given,
  ip: string,
): Promise<Whole> {
  return context.db.transaction(async (tx) => {
    const row = await lockArticle(tx, reach, id, PERMISSION_OF[verb]);
    const whole = { row, copy: await copyOf(tx, id) };
    await checkVersion(tx, row, given.version);
    const standing = standingOf(whole);
    if (!verbsOf(standing).includes(verb)) {
      const state = STATE_NAMES[standing.status];
      throw new AppError(`文章当前为“${state}”，不能${NAMES[verb]}，请刷新后再看`);
    }
    const { account } = reach;
    const done = await ACTS[verb]({ context, tx, reach, account, whole, given });
    await noteStep(tx, {
      subject: "article",
      subjectId: id,
      action: done.action ?? verb,
      fromState: row.status,
      toState: done.whole.row.status,
      opinion: done.opinion ?? opinionOf(given),
      account,
      ip,
    });
    await tellWaiting(tx, whole, done.whole);
    await dropPages(tx, id);
    return done.whole;
  });
}

type Done = { whole: Whole; action?: string; opinion?: string };

function opinionOf(given: Given): string {
  const opinion = textOf(given, "opinion");
  if ([...opinion].length > MAX.opinion)
    refuseFields({ opinion: `意见不能超过${MAX.opinion}个字` });
  return opinion;
}

const isCopyIn = (whole: Whole) => whole.copy?.status === "1";

/** A text of a body without what PostgreSQL keeps nowhere. */
const textOf = (given: Given, key: string): string =>
  plainText(given[key]).toWellFormed().replaceAll("\0", "").trim();

/** Where the article stands in its review: said of the copy where that is what is reviewed. */
async function setStage(
  { tx, whole, account }: Pick<Act, "tx" | "whole" | "account">,
  isOfCopy: boolean,
  values: PgUpdateSetSource<typeof articleCopy>,
): Promise<Whole> {
  const { id } = whole.row;
  if (!isOfCopy) {
    const row = await changeRow(tx, id, values as PgUpdateSetSource<typeof article>, account);
    return { row, copy: undefined };
  }
  const [copy] = await tx
    .update(articleCopy)
    .set(values)
    .where(eq(articleCopy.articleId, id))
    .returning();
  return { row: await changeRow(tx, id, {}, account), copy };
}

const ACTS: Readonly<Record<ArticleVerb, (act: Act) => Promise<Done>>> = {
  edit: () => Promise.reject(new Error("saving is no act")),
  submit,
  withdraw: async (all) => ({ whole: await backToDraft(all, false) }),
  approve,
  sendBack: async (all) => {
    const opinion = opinionOf(all.given);
    if ([...opinion].length < MIN_OPINION) {
      refuseFields({ opinion: `请填写退回意见，至少${MIN_OPINION}个字` });
    }
    return { whole: await backToDraft(all, true), opinion };
  },
  publish,
  recall,
  discardCopy: async ({ tx, whole, account }) => {
    await dropCopy(tx, whole.row.id);
    return { whole: { row: await changeRow(tx, whole.row.id, {}, account), copy: undefined } };
  },
  pin,
  recycle: async ({ tx, whole, account }) => {
    const { row } = whole;
    // What was public comes back as recalled: nothing appears again by itself.
    const recycledFrom = row.status === "2" || row.status === "3" ? "4" : row.status;
    const values = { status: "5", recycledFrom, recycledAt: new Date(), top: 0, topUntil: null };
    const next = whole.copy
      ? await settleFields(tx, row.id, writtenOf(workedOn(whole)), values, account)
      : await changeRow(tx, row.id, values, account);
    return { whole: { row: next, copy: undefined } };
  },
  putBack: async ({ tx, whole, account }) => {
    const { row } = whole;
    const status = row.recycledFrom === "4" ? "4" : "0";
    const values = { ...NOT_IN_REVIEW, status, recycledFrom: null, recycledAt: null };
    return { whole: { row: await changeRow(tx, row.id, values, account), copy: undefined } };
  },
  purge: async ({ tx, whole }) => {
    await purgeArticle(tx, whole.row.id);
    return { whole, opinion: whole.row.articleName };
  },
};

const NOT_IN_REVIEW = {
  submittedBy: null,
  submittedAt: null,
  approvedBy: null,
  approvedAt: null,
} as const;

/** Removes an article for good; what hangs on it goes by foreign keys. */
export async function purgeArticle(tx: Db, id: number): Promise<void> {
  await tx.delete(article).where(eq(article.id, id));
  await noteFileUse(tx, "article", id, []);
  await noteFileUse(tx, "article_copy", id, []);
}

/**
 * The words of the list are looked for; to go on they must be confirmed, and the blocking ones let
 * pass with a reason by who may (product 7.6).
 */
async function guardWording(
  { context, reach, given }: Act,
  fields: ArticleFields,
  isForPublic: boolean,
): Promise<string | undefined> {
  const hits = await findWordingHits(context, textsOf(fields));
  if (hits.length === 0) return undefined;
  const mayOverride = reach.has(OVERRIDE);
  const isBlocked = isForPublic && hits.some((hit) => hit.level === "block");
  const reason = textOf(given, "overrideReason");
  const data = { hits, mayOverride };
  if (isBlocked) {
    if (!mayOverride || reason === "") {
      throw new AppError("文章含有不能发布的用语，请修改后再发布", { data });
    }
    if ([...reason].length < MIN_OPINION) {
      throw new AppError(`请填写放行理由，至少${MIN_OPINION}个字`, { data });
    }
    const words = hits.map((hit) => hit.word).join("、");
    return `放行用语：${words}；理由：${reason}`.slice(0, MAX.opinion);
  }
  if (given.confirmed !== true) {
    throw new AppError("文章含有需要留意的用语，请核对后确认", { data });
  }
  return undefined;
}

async function submit(all: Act): Promise<Done> {
  const { tx, whole, account } = all;
  const fields = workedOn(whole);
  requireWhole(await missingOf(tx, fields));
  await guardWording(all, fields, false);
  const values = {
    ...NOT_IN_REVIEW,
    submittedBy: account.userId,
    submittedAt: new Date(),
    isReturned: false,
    status: "1",
  };
  const next = await setStage(all, whole.copy !== undefined, values);
  await keepRevision(tx, next.row, "submit", writtenOf(fields), account);
  return { whole: next };
}

/** Out of review: the writer took it back, or it was sent back. */
const backToDraft = (all: Act, isReturned: boolean): Promise<Whole> =>
  setStage(all, isCopyIn(all.whole), { ...NOT_IN_REVIEW, isReturned, status: "0" });

async function approve(all: Act): Promise<Done> {
  const { reach, whole, account, given } = all;
  const submittedBy = isCopyIn(whole) ? whole.copy?.submittedBy : whole.row.submittedBy;
  // Four eyes: who may publish can do so without review, but nobody reviews himself.
  if (submittedBy === account.userId) throw new AppError("不能审核自己提交的文章，请由他人审核");
  if (given.publish === true) {
    reach.require(PUBLISH, whole.row);
    // A time that its writer chose and that is still to come is kept.
    const { publishTime } = workedOn(whole);
    const isAhead = publishTime !== null && publishTime > formatDateTime(new Date());
    const timed = isAhead ? { when: "at", publishTime } : { when: "now" };
    return publish({ ...all, given: { ...timed, ...given, ...(given.when ? {} : timed) } });
  }
  const values = { approvedBy: account.userId, approvedAt: new Date() };
  return { whole: await setStage(all, isCopyIn(whole), values) };
}

/** When it appears: the moment, and whether that is still to come. */
function timeOfPublishing({ whole, given }: Act): { publishTime: Date; isAhead: boolean } {
  const { row } = whole;
  const now = new Date();
  const text = plainText(given.publishTime).trim();
  const asked = text === "" ? undefined : parseDateTime(text);
  const refuse = (message: string): never => {
    throw new AppError(message, { fields: { publishTime: message } });
  };
  const isTimed = given.when === "at" || given.when === "past";
  if (isTimed && text !== "" && !asked) return refuse("发布时间格式不正确，应为 yyyy-MM-dd HH:mm");
  if (given.when === "at") {
    if (!asked) return refuse("请选择定时发布的时间");
    if (asked <= now) return refuse("定时发布的时间须晚于现在");
    if (row.status === "3") return refuse("文章已发布，不能改为定时；请先撤回，或立即更新");
    return { publishTime: asked, isAhead: true };
  }
  if (given.when === "past") {
    if (!asked) return refuse("请选择原发布日期");
    if (asked > now) return refuse("补录的日期不能晚于现在");
    return { publishTime: asked, isAhead: false };
  }
  // Another word is somebody's mistake, and what is public cannot be taken back.
  if (given.when !== undefined && given.when !== "now") refuseFields({ when: "发布方式不正确" });
  // An update of what visitors read keeps its date.
  return { publishTime: row.status === "3" ? row.publishTime : now, isAhead: false };
}

async function publish(all: Act): Promise<Done> {
  const { tx, whole, account, given } = all;
  const { row } = whole;
  const { publishTime, isAhead } = timeOfPublishing(all);
  const written = workedOn(whole);
  const fields = { ...written, publishTime: formatDateTime(publishTime) };
  requireWhole(await missingOf(tx, fields));
  const override = await guardWording(all, fields, true);
  const values = {
    ...NOT_IN_REVIEW,
    isReturned: false,
    status: isAhead ? "2" : "3",
    publishTime,
  };
  const text = writtenOf(fields);
  const next = await settleFields(tx, row.id, text, values, account);
  await keepRevision(tx, next, "publish", text, account);
  if (!isAhead) await queuePush(tx, row.id);
  const opinion = [opinionOf(given), override].filter(Boolean).join("；");
  return {
    whole: { row: next, copy: undefined },
    action: isAhead ? "schedule" : "publish",
    opinion: isAhead ? [formatDateTime(publishTime), opinion].filter(Boolean).join("；") : opinion,
  };
}

/** The newest text goes on as the draft, also where it was a copy. */
async function recall({ tx, whole, account }: Act): Promise<Done> {
  const { row } = whole;
  const text = writtenOf({ ...workedOn(whole), publishTime: null });
  const values = { ...NOT_IN_REVIEW, status: "4", top: 0, topUntil: null };
  const next = await settleFields(tx, row.id, text, values, account);
  return { whole: { row: next, copy: undefined } };
}

async function pin({ tx, whole, given }: Act): Promise<Done> {
  const { row } = whole;
  if (given.isTop === false) {
    const next = await setRow(tx, row.id, { top: 0, topUntil: null });
    return { whole: { ...whole, row: next }, action: "unpin" };
  }
  const text = plainText(given.topUntil).trim();
  const until = text === "" ? null : parseDateTime(text);
  if (until === undefined) refuseFields({ topUntil: "置顶截止时间格式不正确" });
  if (until && until <= new Date()) refuseFields({ topUntil: "置顶截止时间须晚于现在" });
  const top = row.top > 0 ? row.top : await nextTop(tx, row.typeId);
  const next = await setRow(tx, row.id, { top, topUntil: until ?? null });
  return { whole: { ...whole, row: next } };
}

/** Above those that are pinned in the category already. */
async function nextTop(tx: Db, typeId: number | null): Promise<number> {
  const [first] = await tx
    .select({ top: article.top })
    .from(article)
    .where(and(eq(article.typeId, typeId ?? 0), eq(article.isListed, true)))
    .orderBy(desc(article.top))
    .limit(1);
  return (first?.top ?? 0) + 1;
}

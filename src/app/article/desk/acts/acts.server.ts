import { and, desc, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import { queuePush } from "#src/app/seo/push/service.server.ts";
import { findWordingHits } from "#src/app/wording/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { plainText } from "#src/server/crud/ids.ts";
import type { Done, Given } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { article } from "../../table.server.ts";
import { type ArticleFields, MAX, MIN_OPINION } from "../model/fields.ts";
import { OVERRIDE, PUBLISH } from "../model/rights.server.ts";
import { missingOf, requireWhole, textsOf } from "../model/rules.server.ts";
import type { ArticleVerb } from "../model/states.ts";
import { articleCopy } from "../table.server.ts";
import type { DeskAct } from "./desk-act.server.ts";
import { changePlace } from "./place.server.ts";
import {
  changeRow,
  dropCopy,
  keepRevision,
  setRow,
  settleFields,
  type Whole,
  workedOn,
  writtenOf,
} from "./store.server.ts";
import { restoreText, saveText } from "./text.server.ts";

export function opinionOf(given: Given): string {
  const opinion = textOf(given, "opinion");
  if ([...opinion].length > MAX.opinion)
    refuseFields({ opinion: `意见不能超过${MAX.opinion}个字` });
  return opinion;
}

const isCopyIn = ({ copy }: Whole) => copy?.status === "1";

/** A text of a body without what PostgreSQL keeps nowhere. */
const textOf = (given: Given, key: string): string =>
  plainText(given[key]).toWellFormed().replaceAll("\0", "").trim();

/** Where the article stands in its review: said of the copy where that is what is reviewed. */
async function setStage(
  { tx, before, person: { account } }: DeskAct,
  isOfCopy: boolean,
  values: PgUpdateSetSource<typeof articleCopy>,
): Promise<Whole> {
  const { id } = before.row;
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

export const ACTS: Readonly<Record<ArticleVerb, (act: DeskAct) => Promise<Done<Whole>>>> = {
  edit: saveText,
  restore: restoreText,
  submit,
  withdraw: async (all) => ({ after: await backToDraft(all, false) }),
  approve,
  sendBack: async (all) => {
    const opinion = opinionOf(all.given);
    if ([...opinion].length < MIN_OPINION) {
      refuseFields({ opinion: `请填写退回意见，至少${MIN_OPINION}个字` });
    }
    return { after: await backToDraft(all, true), opinion };
  },
  publish,
  discardCopy: async ({ tx, before: { row }, person: { account } }) => {
    await dropCopy(tx, row.id);
    return { after: { row: await changeRow(tx, row.id, {}, account), copy: undefined } };
  },
  recall,
  pin,
  move: changePlace,
  visible: changePlace,
  recycle: async ({ tx, before, person: { account } }) => {
    const { row } = before;
    // What was public comes back as recalled: nothing appears again by itself.
    const recycledFrom = row.status === "2" || row.status === "3" ? "4" : row.status;
    const values = { status: "5", recycledFrom, recycledAt: new Date(), top: 0, topUntil: null };
    const next = before.copy
      ? await settleFields(tx, row.id, writtenOf(workedOn(before)), values, account)
      : await changeRow(tx, row.id, values, account);
    return { after: { row: next, copy: undefined } };
  },
  putBack: async ({ tx, before: { row }, person: { account } }) => {
    const status = row.recycledFrom === "4" ? "4" : "0";
    const values = { ...NOT_IN_REVIEW, status, recycledFrom: null, recycledAt: null };
    return { after: { row: await changeRow(tx, row.id, values, account), copy: undefined } };
  },
  purge: ({ tx, before }) => purge(tx, before),
};

const NOT_IN_REVIEW = {
  submittedBy: null,
  submittedAt: null,
  approvedBy: null,
  approvedAt: null,
} as const;

/** Removes an article for good; what hangs on it goes by foreign keys. */
export async function purge(tx: Db, { row }: Whole): Promise<Done<Whole>> {
  await tx.delete(article).where(eq(article.id, row.id));
  await noteFileUse(tx, "article", row.id, []);
  await noteFileUse(tx, "article_copy", row.id, []);
  return { after: undefined, opinion: row.articleName };
}

/**
 * The words of the list are looked for; to go on they must be confirmed, and the blocking ones let
 * pass with a reason by who may (product 7.6).
 */
async function guardWording(
  { context, person: { reach }, given }: DeskAct,
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

async function submit(all: DeskAct): Promise<Done<Whole>> {
  const { tx, before, person } = all;
  const { account } = person;
  const fields = workedOn(before);
  requireWhole(await missingOf(tx, fields));
  await guardWording(all, fields, false);
  const values = {
    ...NOT_IN_REVIEW,
    submittedBy: account.userId,
    submittedAt: new Date(),
    isReturned: false,
    status: "1",
  };
  const after = await setStage(all, before.copy !== undefined, values);
  await keepRevision(tx, after.row, "submit", writtenOf(fields), account);
  return { after };
}

/** Out of review: the writer took it back, or it was sent back. */
const backToDraft = (all: DeskAct, isReturned: boolean): Promise<Whole> =>
  setStage(all, isCopyIn(all.before), { ...NOT_IN_REVIEW, isReturned, status: "0" });

async function approve(all: DeskAct): Promise<Done<Whole>> {
  const { before, person, given } = all;
  const { reach, account } = person;
  if (given.publish === true) {
    reach.require(PUBLISH, before.row);
    // A time that its writer chose and that is still to come is kept.
    const { publishTime } = workedOn(before);
    const isAhead = publishTime !== null && publishTime > formatDateTime(new Date());
    const timed = isAhead ? { when: "at", publishTime } : { when: "now" };
    return publish({ ...all, given: { ...timed, ...given, ...(given.when ? {} : timed) } });
  }
  const values = { approvedBy: account.userId, approvedAt: new Date() };
  return { after: await setStage(all, isCopyIn(before), values) };
}

/** When it appears: the moment, and whether that is still to come. */
function timeOfPublishing({ before: { row }, given }: DeskAct): {
  publishTime: Date;
  isAhead: boolean;
} {
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

async function publish(all: DeskAct): Promise<Done<Whole>> {
  const { tx, before, person, given } = all;
  const { account } = person;
  const { row } = before;
  const { publishTime, isAhead } = timeOfPublishing(all);
  const written = workedOn(before);
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
    after: { row: next, copy: undefined },
    action: isAhead ? "schedule" : "publish",
    opinion: isAhead ? [formatDateTime(publishTime), opinion].filter(Boolean).join("；") : opinion,
  };
}

/** The newest text goes on as the draft, also where it was a copy. */
async function recall({ tx, before, person }: DeskAct): Promise<Done<Whole>> {
  const { row } = before;
  const text = writtenOf({ ...workedOn(before), publishTime: null });
  const values = { ...NOT_IN_REVIEW, status: "4", top: 0, topUntil: null };
  const next = await settleFields(tx, row.id, text, values, person.account);
  return { after: { row: next, copy: undefined } };
}

async function pin({ tx, before, given }: DeskAct): Promise<Done<Whole>> {
  const { row } = before;
  if (given.isTop === false) {
    const next = await setRow(tx, row.id, { top: 0, topUntil: null });
    return { after: { ...before, row: next }, action: "unpin" };
  }
  const text = plainText(given.topUntil).trim();
  const until = text === "" ? null : parseDateTime(text);
  if (until === undefined) refuseFields({ topUntil: "置顶截止时间格式不正确" });
  if (until && until <= new Date()) refuseFields({ topUntil: "置顶截止时间须晚于现在" });
  const top = row.top > 0 ? row.top : await nextTop(tx, row.typeId);
  const next = await setRow(tx, row.id, { top, topUntil: until ?? null });
  return { after: { ...before, row: next } };
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

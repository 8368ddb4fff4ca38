import { and, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { queuePush } from "#src/app/seo/push/service.server.ts";
import { type Flow, type Given, takeStep } from "#src/server/flow/flow.ts";
import type { Context } from "#src/server/start/context.ts";
import { article } from "../../table.server.ts";
import { tellWaiting } from "../inbox.server.ts";
import { ARTICLES, ownReview, permissionOf } from "../model/rights.server.ts";
import {
  ARTICLE_LIFE,
  type ArticleClock,
  type ArticleStage,
  type ArticleVerb,
  stageOf,
} from "../model/states.ts";
import { ACTS, opinionOf, purge } from "./acts.server.ts";
import type { Desk } from "./desk-act.server.ts";
import {
  checkVersion,
  copyOf,
  dropPages,
  lockRow,
  setRow,
  standingOf,
  type Whole,
} from "./store.server.ts";

const KEPT_DAYS = 30;

/** What steps do with articles: src/server/flow/flow.ts takes them. */
export const ARTICLES_FLOW: Flow<ArticleStage, ArticleVerb, ArticleClock, Whole, Desk> = {
  life: ARTICLE_LIFE,
  stateOf: (whole) => stageOf(standingOf(whole)),
  recordedState: ({ row }) => row.status,
  within: (verb, { reach }) => reach.where(permissionOf(verb), ARTICLES),
  forbids: (verb, { row, copy }, { account }) => {
    const { submittedBy } = copy?.status === "1" ? copy : row;
    return ownReview(verb, submittedBy, account);
  },
  async lock(tx, id, condition) {
    const row = await lockRow(tx, id, condition);
    return row && { row, copy: await copyOf(tx, id) };
  },
  checkVersion: (tx, { row }, version) => checkVersion(tx, row, version),
  acts: ACTS,
  opinionOf,
  clock: {
    /** Visitors see a scheduled article by the clock alone; this makes it so in its row. */
    appear: {
      due: () => and(eq(article.status, "2"), lte(article.publishTime, sql`now()`)),
      async act(tx, before) {
        const { id } = before.row;
        const row = await setRow(tx, id, { status: "3" });
        await queuePush(tx, id);
        return { after: { ...before, row } };
      },
    },
    pinExpired: {
      due: () => and(isNotNull(article.topUntil), lte(article.topUntil, sql`now()`)),
      async act(tx, before) {
        const row = await setRow(tx, before.row.id, { top: 0, topUntil: null });
        return { after: { ...before, row } };
      },
    },
    purge: {
      due: () =>
        and(
          eq(article.status, "5"),
          lt(article.recycledAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
        ),
      act: purge,
    },
  },
  async find(db, condition, limit) {
    const rows = await db.select({ id: article.id }).from(article).where(condition).limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  async tell(tx, id, before, after) {
    await tellWaiting(tx, before, after);
    await dropPages(tx, id);
  },
};

/** Takes one step with one article. @throws AppError as takeStep does. */
export const act = (
  context: Context,
  verb: ArticleVerb,
  id: number,
  given: Given,
  person: Desk,
): Promise<Whole> => takeStep(ARTICLES_FLOW, context, verb, id, given, person);

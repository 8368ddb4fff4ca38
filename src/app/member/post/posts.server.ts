import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { causesOf, hasCode } from "#src/lib/causes.ts";
import { readMemberLines } from "#src/lib/membership/member-lines.ts";
import { POST_NAMES, postName } from "#src/lib/membership/posts.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { inputText, type ListInput } from "#src/server/crud/list-query.ts";
import { choice, readFields, text } from "#src/server/fields/fields.ts";
import { day, idOf } from "#src/server/fields/value-fields.ts";
import { AppError, CONFLICT, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { findMembers } from "../service.server.ts";
import { member } from "../table.server.ts";
import { lockPeriod } from "./periods.server.ts";
import { dropLeaders } from "./service.server.ts";
import { leaderPeriod, leaderPost } from "./table.server.ts";
import type { PostRow, PostsEntered } from "./wire.ts";

type Post = typeof leaderPost.$inferSelect;
type Body = Readonly<Record<string, unknown>>;

export const POST_FIELDS = {
  periodId: idOf("届次", { isRequired: true }),
  memberNo: text("会员编号", { max: 20, isRequired: true }),
  post: choice("职务", Object.keys(POST_NAMES), { isRequired: true }),
  fromOn: day("任职起始"),
  toOn: day("任职届满"),
  resolutionNo: text("决议号", { max: 50 }),
};

/** What a list call asks for. */
export function postCondition(input: ListInput): SQL | undefined {
  const keyword = inputText(input, "keyword");
  const number = (name: string) => {
    const value = inputText(input, name);
    return value === "" ? undefined : /^\d{1,15}$/.test(value) ? Number(value) : -1;
  };
  const periodId = number("periodId");
  const post = number("post");
  const state = inputText(input, "state");
  const today = formatDay(new Date());
  const states: Readonly<Record<string, SQL>> = {
    draft: sql`${leaderPost.isDraft}`,
    present: sql`not ${leaderPost.isDraft} and ${today} between ${leaderPost.fromOn} and ${leaderPost.toOn}`,
    past: sql`not ${leaderPost.isDraft} and ${leaderPost.toOn} < ${today}`,
    coming: sql`not ${leaderPost.isDraft} and ${leaderPost.fromOn} > ${today}`,
  };
  return and(
    periodId === undefined ? undefined : eq(leaderPost.periodId, periodId),
    post === undefined ? undefined : sql`${leaderPost.post}::bigint = ${post}`,
    Object.hasOwn(states, state) ? states[state] : undefined,
    keyword
      ? or(
          sql`${member.name} ilike ${likePattern(keyword)}`,
          eq(member.memberNo, keyword.toUpperCase()),
        )
      : undefined,
  );
}

/** Posts in the order of the latest period, the rank and the name. */
export async function postRows(
  db: Db,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<PostRow[]> {
  const rows = await db
    .select({ row: leaderPost, period: leaderPeriod, memberNo: member.memberNo, name: member.name })
    .from(leaderPost)
    .innerJoin(leaderPeriod, eq(leaderPeriod.id, leaderPost.periodId))
    .innerJoin(member, eq(member.id, leaderPost.memberId))
    .where(where)
    .orderBy(
      desc(leaderPeriod.fromOn),
      asc(leaderPost.post),
      asc(leaderPost.fromOn),
      asc(leaderPost.id),
    )
    .limit(limit)
    .offset(offset);
  const today = formatDay(new Date());
  return rows.map(({ row, period, memberNo, name }) => ({
    id: row.id,
    periodId: row.periodId,
    periodName: period.periodName,
    memberId: row.memberId,
    memberNo,
    name,
    post: row.post,
    postName: postName(row.post),
    fromOn: row.fromOn,
    toOn: row.toOn,
    resolutionNo: row.resolutionNo,
    endReason: row.endReason,
    isDraft: row.isDraft,
    stateName: stateNameOf(row, today),
    version: row.version,
  }));
}

export async function countPosts(db: Db, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(leaderPost)
    .innerJoin(member, eq(member.id, leaderPost.memberId))
    .where(where);
  return counted?.total ?? 0;
}

function stateNameOf({ isDraft, fromOn, toOn, endReason }: Post, today: string): string {
  if (isDraft) return "草稿";
  if (toOn < today) return endReason ? "提前卸任" : "已届满";
  return fromOn > today ? "未到任" : "在任";
}

const TWICE = "该会员在这段时间已任这一职务";
const MERGED = "该会员刚被合并到另一位会员，请刷新后重试";

/** What a refusal of the database says to a person; undefined for another error. */
function toldOf(error: unknown): string | undefined {
  if (hasCode(error, /^23P01$/)) return TWICE;
  const isMerged = causesOf(error).some(
    (cause) => (cause as { constraint?: string }).constraint === "leader_post_of_living",
  );
  return isMerged ? MERGED : undefined;
}

/** Runs a write; what the database refuses is said in words. */
async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const told = toldOf(error);
    throw told ? new AppError(told, { fields: { memberNo: told } }) : error;
  }
}

/** Adds a post, or with an id changes it; days that are not said are those of the period. */
export async function savePost(
  db: Db,
  by: string,
  id: number | undefined,
  body: Body,
): Promise<void> {
  const given = readFields(POST_FIELDS, body, id === undefined);
  await writing(() =>
    db.transaction(async (tx) => {
      // The member first, as a merge does: two at once wait for each other in one order.
      const named = given.memberNo ? await memberIdOf(tx, given.memberNo) : undefined;
      const before = id === undefined ? undefined : await lockPost(tx, id, body.version);
      const period = await lockPeriod(tx, given.periodId ?? before?.periodId ?? 0);
      const memberId = named ?? before?.memberId;
      const next = {
        periodId: period.id,
        memberId: memberId ?? 0,
        post: given.post === undefined ? (before?.post ?? 0) : Number(given.post),
        fromOn: given.fromOn ?? before?.fromOn ?? period.fromOn,
        toOn: given.toOn ?? before?.toOn ?? period.toOn,
        resolutionNo: given.resolutionNo ?? before?.resolutionNo ?? "",
      };
      const isWithin = next.fromOn >= period.fromOn && next.toOn <= period.toOn;
      refuseFields({
        toOn: next.fromOn > next.toOn ? "任职届满不能早于起始" : undefined,
        fromOn: isWithin
          ? undefined
          : `任职须在「${period.periodName}」之内（${period.fromOn} 至 ${period.toOn}）`,
      });
      if (!before) await tx.insert(leaderPost).values({ ...next, createBy: by });
      else await change(tx, before.id, by, next);
      await dropLeaders(tx);
    }),
  );
}

const change = (tx: Db, id: number, by: string, values: Partial<typeof leaderPost.$inferInsert>) =>
  tx
    .update(leaderPost)
    .set({
      ...values,
      version: sql`${leaderPost.version} + 1`,
      updateBy: by,
      updateTime: sql`now()`,
    })
    .where(eq(leaderPost.id, id));

async function lockPost(tx: Db, id: number, version?: unknown): Promise<Post> {
  const [row] = await tx.select().from(leaderPost).where(eq(leaderPost.id, id)).for("update");
  if (!row) throw new AppError(NOT_FOUND, { code: 404 });
  if (version !== undefined && Number(version) !== row.version) throw new AppError(CONFLICT);
  return row;
}

async function memberIdOf(tx: Db, memberNo: string): Promise<number> {
  const [row] = await tx
    .select()
    .from(member)
    .where(and(eq(member.memberNo, memberNo.toUpperCase()), isNull(member.mergedInto)))
    // Waits for a merge that is under way: what was merged into another member holds no post.
    .for("share");
  if (!row) {
    const told = "没有这个会员编号";
    throw new AppError(told, { fields: { memberNo: told } });
  }
  return row.id;
}

/** Ends a post before its time. */
export async function endPost(
  db: Db,
  by: string,
  given: { id: number; version?: number; endOn: string; reason: string },
): Promise<void> {
  const { endOn } = readFields({ endOn: day("卸任日期", { isRequired: true }) }, given, true);
  const reason = given.reason.trim();
  refuseFields({ reason: isReason(reason) ? undefined : REASON_ASKED });
  await db.transaction(async (tx) => {
    const row = await lockPost(tx, given.id, given.version);
    if (row.isDraft) throw new AppError("草稿不用卸任，可以直接删除");
    const toOn = endOn ?? "";
    refuseFields({
      endOn:
        toOn < row.fromOn || toOn >= row.toOn
          ? `卸任日期须在 ${row.fromOn} 之后、${row.toOn} 之前`
          : undefined,
    });
    await change(tx, row.id, by, { toOn, endReason: reason });
    await dropLeaders(tx);
  });
}

/** Makes drafts real. @throws AppError where one of them cannot be, by its name; then none is. */
export async function confirmDrafts(
  db: Db,
  by: string,
  { ids, resolutionNo }: { ids: readonly number[]; resolutionNo: string },
): Promise<number> {
  const given = readFields({ resolutionNo: POST_FIELDS.resolutionNo }, { resolutionNo }, false);
  return writing(() =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(leaderPost)
        .where(and(inArray(leaderPost.id, [...ids]), eq(leaderPost.isDraft, true)))
        .orderBy(leaderPost.id)
        .for("update");
      if (rows.length === 0) throw new AppError("所选任职中没有草稿，请刷新后再选");
      for (const row of rows) {
        const named = given.resolutionNo ? { resolutionNo: given.resolutionNo } : {};
        await change(tx, row.id, by, { isDraft: false, ...named });
      }
      await dropLeaders(tx);
      return rows.length;
    }),
  );
}

export async function removePosts(db: Db, ids: readonly number[]): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx
      .delete(leaderPost)
      .where(inArray(leaderPost.id, [...ids]))
      .returning({ id: leaderPost.id });
    if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
    await dropLeaders(tx);
  });
}

/**
 * Copies who was in a post at the end of one period into another as drafts, for its whole length. What is there
 * already is not copied a second time.
 */
export async function copyPeriod(
  db: Db,
  by: string,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<number> {
  if (fromId === toId) throw new AppError("请选择另一届");
  return writing(() => db.transaction((tx) => copyInto(tx, by, { fromId, toId })));
}

async function copyInto(
  tx: Db,
  by: string,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<number> {
  const target = await lockPeriod(tx, toId);
  const [source] = await tx.select().from(leaderPeriod).where(eq(leaderPeriod.id, fromId));
  if (!source) throw new AppError(NOT_FOUND, { code: 404 });
  const there = alias(leaderPost, "there");
  const rows = await tx
    .selectDistinct({ memberId: leaderPost.memberId, post: leaderPost.post })
    .from(leaderPost)
    .innerJoin(member, eq(member.id, leaderPost.memberId))
    .where(
      and(
        eq(leaderPost.periodId, fromId),
        eq(leaderPost.isDraft, false),
        eq(leaderPost.endReason, ""),
        isNull(member.mergedInto),
        eq(member.manualState, ""),
        sql`not exists (select 1 from ${leaderPost} as ${there} where ${there.periodId} = ${toId}
            and ${there.memberId} = ${leaderPost.memberId} and ${there.post} = ${leaderPost.post})`,
      ),
    )
    .orderBy(leaderPost.post, leaderPost.memberId);
  if (rows.length === 0) throw new AppError(`「${source.periodName}」没有可以复制的任职`);
  const { fromOn, toOn } = target;
  await tx.insert(leaderPost).values(
    rows.map((row) => ({
      ...row,
      periodId: toId,
      fromOn,
      toOn,
      isDraft: true,
      createBy: by,
    })),
  );
  return rows.length;
}

const MAX_LINES = 300;

/** Enters a pasted list of members into one post of a period; lines that cannot be are named. */
export async function enterList(
  db: Db,
  by: string,
  body: { periodId: number; post: string; resolutionNo: string; text: string },
): Promise<PostsEntered> {
  const { post, resolutionNo } = readFields(
    { post: POST_FIELDS.post, resolutionNo: POST_FIELDS.resolutionNo },
    body,
    true,
  );
  const lines = readMemberLines(body.text);
  refuseFields({
    text:
      lines.length === 0
        ? "请填写会员编号或姓名，每行一位"
        : lines.length > MAX_LINES
          ? `一次最多 ${MAX_LINES} 位，现有 ${lines.length} 位`
          : undefined,
  });
  return db.transaction(async (tx) => {
    const period = await lockPeriod(tx, body.periodId);
    const refused: PostsEntered["refused"] = [];
    let entered = 0;
    for (const { line, member: person, problem } of await findMembers(tx, undefined, lines)) {
      const msg = person
        ? await enterOne(tx, {
            periodId: period.id,
            memberId: person.id,
            post: Number(post),
            fromOn: period.fromOn,
            toOn: period.toOn,
            resolutionNo: resolutionNo ?? "",
            createBy: by,
          })
        : problem;
      if (msg) refused.push({ line: line.line, text: line.text, msg });
      else entered++;
    }
    await dropLeaders(tx);
    return { entered, refused };
  });
}

/** Returns why it is refused; undefined: it is entered. */
async function enterOne(
  tx: Db,
  values: typeof leaderPost.$inferInsert,
): Promise<string | undefined> {
  try {
    await tx.transaction((own) => own.insert(leaderPost).values(values));
    return undefined;
  } catch (error) {
    const told = toldOf(error);
    if (told) return told;
    throw error;
  }
}

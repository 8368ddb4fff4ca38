import { and, eq, type SQL, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import { tellNews } from "#src/app/news/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import {
  OBJECTION,
  OBJECTION_CODES,
  OBJECTION_LIFE,
  type ObjectionState,
  type ObjectionVerb,
  objectionProblems,
  objectionStateName,
  objectionStateOf,
} from "#src/lib/declare/objection-life.ts";
import { refusalOf } from "#src/lib/flow/life-cycle.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import {
  type Act,
  type Done,
  type Flow,
  type Given,
  noteStart,
  type Person,
  takeStep,
} from "#src/server/flow/flow.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { AppError, CONFLICT, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { clockOf } from "../batch/service.server.ts";
import { actAsStaff, isWrittenBy } from "../item/service.server.ts";
import { declareItem } from "../item/table.server.ts";
import { notOnOwn } from "./service.server.ts";
import { declareObjection } from "./table.server.ts";

export type Objection = typeof declareObjection.$inferSelect;
type ObjectionAct = Act<Objection, Person>;

const ANSWER = "declare:objection:answer";
const OWN = "这是您本人申报或共同填写的项目，不能对它提出异议；有需要更正的请联系学会秘书处";
const NOT_SHOWN = "这一件不在公示期内，不能提出异议";
const TWICE = "您对这一件提出的异议正在处理，请等待处理结果";

async function put(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof declareObjection.$inferInsert, "version">>,
): Promise<Objection> {
  const [row] = await tx
    .update(declareObjection)
    .set({ ...values, version: sql`${declareObjection.version} + 1`, updateTime: sql`now()` })
    .where(eq(declareObjection.id, id))
    .returning();
  if (!row) throw new Error(`there is no objection ${id}`);
  return row;
}

async function itemOf(tx: Db, itemId: number) {
  const [row] = await tx.select().from(declareItem).where(eq(declareItem.id, itemId));
  if (!row) throw new Error(`there is no declaration ${itemId}`);
  return row;
}

async function tellPerson(
  tx: Db,
  row: Objection,
  event: "objectionReceived" | "objectionAnswered",
): Promise<void> {
  if (row.userId === null) return;
  const item = await itemOf(tx, row.itemId);
  const to = {
    userId: row.userId,
    link: "/publicity",
    subject: "declare_objection",
    subjectId: row.id,
  };
  const fields = { 姓名: row.name, 申报编号: item.itemNo, 题目: item.title };
  if (event === "objectionReceived") await sendEvent(tx, { ...to, event, fields });
  else {
    const 处理结果 = objectionStateName(row.state);
    await sendEvent(tx, { ...to, event, fields: { ...fields, 处理结果, 答复: row.answer } });
  }
}

/** What the person will read. */
function answerOf(given: Given): string {
  const answer = plainText(given.answer).trim();
  refuseFields({
    answer: !isLongReason(answer)
      ? `请写明核实的情况和依据，至少 ${REASON.least} 个字`
      : Array.from(answer).length > OBJECTION.most
        ? `答复最多 ${OBJECTION.most} 个字`
        : undefined,
  });
  return answer;
}

/** What is shown goes back to the committee, in the same moment. */
async function uphold({
  context,
  tx,
  before,
  given,
  person,
}: ObjectionAct): Promise<Done<Objection>> {
  const answer = answerOf(given);
  const state = OBJECTION_CODES.upheld;
  const after = await put(tx, before.id, { state, answer, answeredAt: new Date() });
  const item = await itemOf(tx, before.itemId);
  // Another objection may have brought it back already.
  if (item.state === DECLARE_CODES.publicity) {
    const opinion = "公示期间的异议经核实成立，提请评审委员会复议";
    await actAsStaff({ ...context, db: tx }, "recall", item.id, { opinion }, person);
  }
  return { after };
}

async function dismiss({ tx, before, given }: ObjectionAct): Promise<Done<Objection>> {
  const answer = answerOf(given);
  const state = OBJECTION_CODES.dismissed;
  return { after: await put(tx, before.id, { state, answer, answeredAt: new Date() }) };
}

const withdraw = async ({ tx, before }: ObjectionAct): Promise<Done<Objection>> => ({
  after: await put(tx, before.id, { state: OBJECTION_CODES.withdrawn }),
});

async function lock(tx: Db, id: number, condition: SQL | undefined) {
  const [row] = await tx
    .select()
    .from(declareObjection)
    .where(and(eq(declareObjection.id, id), condition))
    .for("update");
  return row;
}

const isOwnStep = (step: ObjectionVerb) =>
  OBJECTION_LIFE.steps[step].by.some((taker) => taker === "owner");

const UPHOLD_NEEDS = "认定异议成立会撤下公示，须由有“评审与终审”权限的同事办理";

/** Why this person may not answer, though the state allows it. */
function forbids(step: ObjectionVerb, row: Objection, { account }: Pick<Person, "account">) {
  if (isOwnStep(step)) return undefined;
  if (row.userId === account.userId) return "这是您本人提出的异议，请由其他同事处理";
  const mayRecall = hasPermission(account, "declare:item:decide");
  return step === "uphold" && !mayRecall ? UPHOLD_NEEDS : undefined;
}

/** What the steps of OBJECTION_LIFE do. */
const OBJECTION_FLOW: Flow<ObjectionState, ObjectionVerb, never, Objection, Person> = {
  life: OBJECTION_LIFE,
  stateOf: ({ state }) => objectionStateOf(state),
  recordedState: ({ state }) => String(state),
  within(step, { account }) {
    if (isOwnStep(step)) return eq(declareObjection.userId, account.userId);
    if (!hasPermission(account, ANSWER)) return sql`false`;
    return notOnOwn(account.userId);
  },
  forbids,
  lock,
  async checkVersion(_tx, row, version) {
    if (version !== undefined && Number(version) !== row.version) {
      throw new AppError(CONFLICT, { data: { version: row.version } });
    }
  },
  acts: { uphold, dismiss, withdraw },
  opinionOf: (given) => plainText(given.answer).trim(),
  clock: {},
  find: async () => [],
  note: noteStep,
  async tell(tx, _id, _before, after) {
    await tellNews(tx, "inbox", [ANSWER]);
    const isAnswered = after && after.state !== OBJECTION_CODES.withdrawn;
    if (isAnswered) await tellPerson(tx, after, "objectionAnswered");
  },
};

/** The steps of staff that have buttons for this person. */
export const objectionSteps = (row: Objection, account: Account): ObjectionVerb[] =>
  (["uphold", "dismiss"] as const).filter(
    (step) =>
      hasPermission(account, ANSWER) &&
      !refusalOf(OBJECTION_LIFE, step, objectionStateOf(row.state)) &&
      !forbids(step, row, { account }),
  );

/** Takes one step with one objection. @throws AppError as takeStep does. */
export const actOnObjection = (
  context: Context,
  verb: ObjectionVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<Objection> => takeStep(OBJECTION_FLOW, context, verb, id, given, person);

/**
 * Somebody objects to what is shown. The declaration's row is held, so that of two at once one is kept.
 * @throws AppError where it is their own, is not shown any more, or one of theirs is open
 */
export async function object(
  { db }: Pick<Context, "db">,
  given: Given,
  person: Person,
): Promise<Objection> {
  const { userId, userName } = person.account;
  const said = {
    name: plainText(given.name).trim(),
    contact: plainText(given.contact).trim(),
    reason: plainText(given.reason).trim(),
  };
  return db.transaction(async (tx) => {
    const [item] = await tx
      .select()
      .from(declareItem)
      .where(eq(declareItem.id, parseId(given.itemId)))
      .for("no key update");
    if (!item || item.state === DECLARE_CODES.draft) throw new AppError(NOT_FOUND, { code: 404 });
    const { state, publicUntil } = item;
    const isOver = !publicUntil || publicUntil <= (await clockOf(tx));
    if (state !== DECLARE_CODES.publicity || isOver) throw new AppError(NOT_SHOWN);
    if (await isWrittenBy(tx, item.id, userId)) throw new AppError(OWN);
    const open = and(
      eq(declareObjection.itemId, item.id),
      eq(declareObjection.userId, userId),
      eq(declareObjection.state, OBJECTION_CODES.open),
    );
    if ((await tx.$count(declareObjection, open)) > 0) throw new AppError(TWICE);
    refuseFields(objectionProblems(said));
    const [row] = await tx
      .insert(declareObjection)
      .values({ ...said, itemId: item.id, userId, createBy: userName })
      .returning();
    if (!row) throw new Error("an objection was not written");
    await noteStart(OBJECTION_FLOW, tx, row.id, row, person);
    await tellNews(tx, "inbox", [ANSWER]);
    await tellPerson(tx, row, "objectionReceived");
    return row;
  });
}

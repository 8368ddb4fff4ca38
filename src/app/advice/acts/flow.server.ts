import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import {
  ADVICE_LIFE,
  type AdviceClock,
  type AdviceState,
  type AdviceVerb,
} from "#src/lib/advice/advice-life.ts";
import { ADVICE_MAX, lengthOf, tidied } from "#src/lib/advice/form.ts";
import { isReason, REASON, REASON_ASKED } from "#src/lib/text/reason.ts";
import type { Act, Done, Flow, Given, Person } from "#src/server/flow/flow.ts";
import { checkRowVersion } from "#src/server/flow/row-version.ts";
import { hasPermission } from "#src/server/http/access.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { sendEvent } from "../../message/service.server.ts";
import { type Concerned, tellNews } from "../../news/service.server.ts";
import { settledDays } from "../service.server.ts";
import { advice } from "../table.server.ts";
import { mayHandle } from "./handlers.server.ts";
import { refuseWords } from "./words.server.ts";

export type Advice = typeof advice.$inferSelect;
type Step = Act<Advice, Person>;

const OWN = "这条咨询是您本人提交的，请由其他同事办理";
const OTHERS = "这条咨询由其他同事办理，需要接手请先转办给自己";

async function put(
  tx: Db,
  id: number,
  values: Partial<Omit<typeof advice.$inferInsert, "version">>,
): Promise<Advice> {
  const [row] = await tx
    .update(advice)
    .set({ ...values, version: sql`${advice.version} + 1`, updateTime: sql`now()` })
    .where(eq(advice.id, id))
    .returning();
  if (!row) throw new Error(`there is no advice ${id}`);
  return row;
}

const textOf = (given: Given, name: string): string => {
  const value = given[name];
  return typeof value === "string" ? tidied(value) : "";
};

const by = ({ account }: Person) => ({ updateBy: account.userName });

async function take({ tx, before, person }: Step): Promise<Done<Advice>> {
  const values = { state: "taken", handlerId: person.account.userId, ...by(person) };
  return { after: await put(tx, before.id, values) };
}

async function answer({ context, tx, before, given, person }: Step): Promise<Done<Advice>> {
  const text = textOf(given, "answer");
  const length = lengthOf(text);
  const problem =
    length === 0
      ? "请填写答复"
      : length > ADVICE_MAX.answer
        ? `最多 ${ADVICE_MAX.answer} 个字，现在是 ${length} 个字`
        : undefined;
  refuseFields({ answer: problem });
  await refuseWords(context, text);
  const after = await put(tx, before.id, {
    state: "answered",
    answer: text,
    answeredAt: new Date(),
    ...by(person),
  });
  await tellAnswered(tx, after);
  return { after, opinion: before.state === "answered" ? "修改了答复" : "" };
}

/** In the site to who has an account, else by a short message that says no more than the number. */
async function tellAnswered(tx: Db, row: Advice): Promise<void> {
  await sendEvent(tx, {
    event: "adviceAnswered",
    ...(row.userId === null ? { phone: row.phone } : { userId: row.userId }),
    link: "/personal/advice",
    subject: "advice",
    subjectId: row.id,
    fields: { 姓名: row.name, 咨询编号: row.adviceNo },
  });
}

async function handOn({ tx, before, given, person }: Step): Promise<Done<Advice>> {
  const userId = Number(given.handlerId);
  const handler = await mayHandle(tx, userId);
  refuseFields({
    handlerId: !handler
      ? "请选择可以答复咨询的同事"
      : before.userId === userId
        ? "不能转给提交咨询的本人"
        : before.handlerId === userId
          ? "现在就由这位同事办理"
          : undefined,
  });
  const after = await put(tx, before.id, { state: "taken", handlerId: userId, ...by(person) });
  return { after, opinion: `转给 ${handler?.nickName ?? ""}` };
}

async function putBack({ tx, before, person }: Step): Promise<Done<Advice>> {
  return { after: await put(tx, before.id, { state: "new", handlerId: null, ...by(person) }) };
}

async function close({ tx, before, given, person }: Step): Promise<Done<Advice>> {
  const reason = textOf(given, "opinion");
  // What was answered is over by itself; for anything else a reason is kept.
  const isGood =
    isReason(reason) || (before.state === "answered" && lengthOf(reason) <= REASON.most);
  refuseFields({ opinion: isGood ? undefined : REASON_ASKED });
  const values = { state: "closed", closedAt: new Date(), ...by(person) };
  return { after: await put(tx, before.id, values) };
}

async function withdraw({ tx, before, person }: Step): Promise<Done<Advice>> {
  const values = { state: "closed", closedAt: new Date(), ...by(person) };
  return { after: await put(tx, before.id, values), opinion: "" };
}

/** Rows that somebody may take the step with: one's own, or any for who holds the permission. */
function within(verb: AdviceVerb, { account }: Person): SQL | undefined {
  if (verb === "withdraw") return eq(advice.userId, account.userId);
  const permission = verb === "close" ? "content:advice:close" : "content:advice:answer";
  return hasPermission(account, permission) ? undefined : sql`false`;
}

function forbids(verb: AdviceVerb, row: Advice, { account }: Person): string | undefined {
  if (verb === "withdraw") return undefined;
  if (row.userId === account.userId) return OWN;
  const isTheirs = row.handlerId === account.userId;
  return (verb === "answer" || verb === "putBack") && !isTheirs ? OTHERS : undefined;
}

/** For whom it waits: all who may answer, or the one who has taken it. */
const waitsFor = (row: Advice | undefined): Concerned[] => {
  if (row?.state === "new") return ["content:advice:answer"];
  return row?.state === "taken" && row.handlerId !== null ? [{ userId: row.handlerId }] : [];
};

/** What the steps of ADVICE_LIFE do. */
export const ADVICE_FLOW: Flow<AdviceState, AdviceVerb, AdviceClock, Advice, Person> = {
  life: ADVICE_LIFE,
  stateOf: ({ state }) => state as AdviceState,
  recordedState: ({ state }) => state,
  within,
  forbids,
  async lock(tx, id, condition) {
    const [row] = await tx
      .select()
      .from(advice)
      .where(and(eq(advice.id, id), condition))
      .for("update");
    return row;
  },
  checkVersion: checkRowVersion,
  acts: { take, answer, handOn, putBack, close, withdraw },
  opinionOf: (given) => textOf(given, "opinion"),
  clock: {
    settle: {
      due: () =>
        and(
          eq(advice.state, "answered"),
          lte(advice.answeredAt, sql`now() - make_interval(days => ${settledDays})`),
        ),
      async act(tx, before) {
        const values = { state: "closed", closedAt: new Date(), updateBy: "system" };
        return { after: await put(tx, before.id, values) };
      },
    },
  },
  async find(db, condition, limit) {
    const rows = await db.select({ id: advice.id }).from(advice).where(condition).limit(limit);
    return rows.map(({ id }) => id);
  },
  note: noteStep,
  async tell(tx, _id, before, after) {
    const concerned = [...waitsFor(before), ...waitsFor(after)];
    if (concerned.length > 0) await tellNews(tx, "inbox", concerned);
  },
};

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openSession } from "#src/app/login/session.server.ts";
import { readTarget } from "#src/server/jobs/tasks.ts";
import { fieldBox } from "#src/server/secrets/field-box.ts";
import { startApp } from "#src/test/app.ts";
import { deskCalls, makeCategory } from "#src/test/desk.ts";
import { resolvedOn } from "#src/test/experts.ts";
import { upload } from "#src/test/multipart.ts";
import { heldAt, statementsOf } from "#src/test/races.ts";
import { activity, activityEntry, activityOrder } from "../../activity/table.server.ts";
import { advice } from "../../advice/table.server.ts";
import { article } from "../../article/table.server.ts";
import { declareBatch, declareSchema } from "../../declaration/batch/table.server.ts";
import { declareItem } from "../../declaration/item/table.server.ts";
import { memberLevel } from "../../member/level/table.server.ts";
import { member } from "../../member/table.server.ts";
import { memberTerm } from "../../member/term/table.server.ts";
import { accountClosure } from "../../personal/closure/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { jobLog } from "../jobLog/table.server.ts";
import { loginLog } from "../logininfor/table.server.ts";

// Every task that a job can name, two runs at once: held at each of its statements in turn, so that both
// have looked before either acts. Neither fails, and what may happen once happens once.

const it = await startApp();
const { token } = await it.as("admin");
const desk = deskCalls(it, token);
const typeId = await makeCategory(it);
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

async function articlesWith(values: Partial<typeof article.$inferInsert>, count: number) {
  for (let number = 0; number < count; number++) {
    const id = await desk.draft({ articleName: "到期", content: "<p>正文</p>", typeId });
    await it.db.update(article).set(values).where(eq(article.id, id));
  }
}

/** What the sweeps of all slices look for: made as people make it, then two years older. */
async function leftovers(): Promise<void> {
  const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
  const member = await it.as("member");
  await openSession(it.db, { ...member, isStaff: false, isRemembered: true, client });
  await it.call("GET", "/captchaImage");
  await it.call("POST", "/login", { body: { username: "nobody", password: "wrong" } });
  const file = { field: "file", name: "旧.txt", bytes: Buffer.from("旧") };
  await upload(it, "/common/upload", [file], { token: member.token });
  await it.call("GET", "/system/post/export", { token });
  await desk.call("POST", "/preview", { articleName: "预览", content: "<p>正文</p>", typeId });
  const aged = {
    session: ["last_seen_at", "expires_at"],
    captcha: ["created_at"],
    one_time_code: ["created_at"],
    login_guard: ["updated_at"],
    stored_file: ["created_at"],
    article_preview: ["expires_at"],
  };
  for (const [table, columns] of Object.entries(aged)) {
    for (const column of columns) {
      const keep = table === "session" ? `where user_id = ${member.userId}` : "";
      const set = `update ${table} set ${column} = ${column} - interval '2 years' ${keep}`;
      await it.db.execute(sql.raw(set));
    }
  }
}

let signs = 0;

/** Two applications that run out, and two whose first reminder is due. */
async function waitingSigns(): Promise<void> {
  const [level] = await it.db.select().from(memberLevel).limit(1);
  for (const deadline of [-1, -1, 52.5, 52.5]) {
    const { userId } = await it.as("member");
    const number = ++signs;
    await it.db.insert(sign).values({
      applyNo: `S209901${number}`,
      memberType: "01",
      userId,
      state: 4,
      levelId: level?.id ?? 0,
      name: "林晓",
      idSealed: fieldBox(it.dataDir, "identity").seal(String(number)),
      idType: "identity",
      idIndex: `index-${number}`,
      dueFen: 30_000,
      reference: `H-${number}`,
      submittedAt: ago(60),
      deadlineAt: ago(-deadline),
    });
  }
}

let members = 0;

/** Two members whose term ends soon. */
async function endingTerms(): Promise<void> {
  const [level] = await it.db.select().from(memberLevel).limit(1);
  const levelId = level?.id ?? 0;
  for (const fromOn of ["2020-01-01", "2020-01-02"]) {
    const { userId } = await it.as("member");
    const memberNo = `P2099${String(++members).padStart(5, "0")}`;
    const [row] = await it.db
      .insert(member)
      .values({ memberNo, memberType: "01", userId, name: "林晓", levelId, joinedOn: fromOn })
      .returning();
    const toOn = ago(-5).toISOString().slice(0, 10);
    await it.db.insert(memberTerm).values({ memberId: row?.id ?? 0, levelId, fromOn, toOn });
  }
}

let entries = 0;

/** Two places that were not paid in time, one that may be offered, two to be reminded of, and an activity that is over. */
async function dueActivities(): Promise<void> {
  const put = async (hours: number, states: number[], state = 2) => {
    const at = (more: number) => new Date(Date.now() + (hours + more) * 3_600_000);
    const times = { startAt: at(0), endAt: at(2), signStartAt: at(-900), signEndAt: at(-1) };
    const [row] = await it.db
      .insert(activity)
      .values({ title: "讲座", summary: "讲座", state, publishedAt: at(-900), ...times })
      .returning();
    const activityId = row?.id ?? 0;
    for (const [index, each] of states.entries()) {
      const phone = `135${String(++entries).padStart(8, "0")}`;
      const code = phone.padStart(22, "c");
      const [order] = await it.db
        .insert(activityOrder)
        .values({ activityId, phone, code, source: "guest" })
        .returning();
      await it.db.insert(activityEntry).values({
        activityId,
        orderId: order?.id ?? 0,
        serial: index + 1,
        name: "林晓",
        phone,
        state: each,
        amountFen: each === 1 ? 30_000 : 0,
        payUntil: each === 1 ? ago(1) : null,
        waitingNo: each === 6 ? index + 1 : null,
        checkedInAt: each === 4 ? at(0) : null,
      });
    }
  };
  await put(200, [1, 1]);
  await put(200, [6]);
  await put(12, [3, 3]);
  await put(-30, [4, 3]);
}

/** Two accounts whose owners asked 15 days ago that they be closed. */
async function leavers(): Promise<void> {
  for (let number = 0; number < 2; number++) {
    const { userId } = await it.as("member");
    await it.db.insert(accountClosure).values({ userId, askedAt: ago(16), dueAt: ago(1) });
  }
}

/** Two questions that were answered three weeks ago. */
async function answeredAdvice(): Promise<void> {
  for (const nth of [1, 2]) {
    const { userId } = await it.as("member");
    await it.db.insert(advice).values({
      adviceNo: `Z2099${String(userId).padStart(6, "0")}`,
      userId,
      name: `咨询人 ${nth}`,
      topic: "parenting",
      content: "孩子写作业拖拉，怎样陪伴比较好？",
      state: "answered",
      dueAt: ago(22),
      answer: "先约定时间，再逐步放手。",
      answeredAt: ago(21),
      consentVersion: "1",
    });
  }
}

let batches = 0;

/** Two drafts of a batch that has closed. */
async function missedDrafts(): Promise<void> {
  const [batch] = await it.db
    .insert(declareBatch)
    .values({
      batchName: `已截止的批次 ${++batches}`,
      status: "0",
      openAt: ago(9),
      closeAt: ago(1),
    })
    .returning();
  const batchId = batch?.id ?? 0;
  const [form] = await it.db
    .insert(declareSchema)
    .values({ batchId, versionNo: 1, schema: { sections: [] } })
    .returning();
  for (const nth of [1, 2]) {
    const itemNo = `D2099${String(batches * 10 + nth).padStart(5, "0")}`;
    const { userId } = await it.as("member");
    await it.db.insert(declareItem).values({ itemNo, batchId, schemaId: form?.id ?? 0, userId });
  }
}

/** Two declarations whose publicity is over. */
async function shownToTheEnd(): Promise<void> {
  await missedDrafts();
  const rows = await it.db
    .update(declareItem)
    .set({
      title: "公示期满的申报",
      state: 5,
      submittedAt: ago(60),
      forwardedAt: ago(60),
      missedAt: ago(60),
      publicFrom: ago(40),
      publicUntil: ago(1),
    })
    .where(eq(declareItem.state, 0))
    .returning({ id: declareItem.id, batchId: declareItem.batchId });
  for (const { id, batchId } of rows.slice(0, 2)) await resolvedOn(it, batchId, [id]);
  for (const { id } of rows.slice(0, 2)) {
    await it.db.update(declareItem).set({ state: 6 }).where(eq(declareItem.id, id));
  }
}

/** What is due when a task begins; `once`: the numbers of its answer, of both runs together. */
const DUE: Record<string, { make?: () => Promise<unknown>; once?: string }> = {
  "articleTask.publishDue": {
    make: async () => {
      await articlesWith({ status: "2", publishTime: ago(1) }, 2);
      await articlesWith({ status: "3", publishTime: ago(2), top: 5, topUntil: ago(1) }, 2);
    },
    once: "2 2",
  },
  "articleTask.emptyBin": {
    make: () => articlesWith({ status: "5", recycledAt: ago(31) }, 2),
    once: "2",
  },
  "signTask.keepTime": { make: () => waitingSigns(), once: "2 2" },
  "renewalTask.remind": { make: () => endingTerms(), once: "2" },
  "activityTask.keepTime": { make: () => dueActivities(), once: "2 1 2 1 1 1" },
  "personalTask.closeAccounts": { make: () => leavers(), once: "2 0" },
  "adviceTask.settle": { make: () => answeredAdvice(), once: "2" },
  "declareTask.endPublicity": { make: () => shownToTheEnd(), once: "2" },
  "declareTask.keepTime": { make: () => missedDrafts(), once: "2" },
  "systemTask.sweep": { make: leftovers },
  "systemTask.refreshEstimates": {},
  "jobLogTask.prune(90)": {
    make: () =>
      it.db.insert(jobLog).values(
        [1, 2].map(() => ({
          jobId: 1,
          jobName: "旧",
          jobGroup: "DEFAULT",
          invokeTarget: "a.b",
          runId: randomUUID(),
          status: "0",
          createTime: ago(100),
        })),
      ),
    once: "2",
  },
  "loginLogTask.prune(365)": {
    make: () =>
      it.db.insert(loginLog).values([1, 2].map(() => ({ userName: "旧", loginTime: ago(400) }))),
    once: "2",
  },
  "operLogTask.exportDays": {
    make: async () => {
      await it.call("GET", "/system/post/export", { token });
      await it.asAdmin(`set session_replication_role = replica;
        update sys_oper_log set oper_time = now() - interval '3 days'`);
      const { rows } = await it.db.execute(sql`select 1 from sys_oper_log`);
      expect(rows.length).toBeGreaterThan(0);
      fs.rmSync(path.join(it.dataDir, "files/audit"), { recursive: true, force: true });
    },
  },
  "searchTask.check": {
    make: () => it.db.execute(sql`update article set search = '错'::tsvector`),
  },
  // What it sends, and that it sends it once, is with its engine: seo/push/push.test.ts.
  "pushTask.send": {},
};

/** The contract's samples only answer. */
const isSample = (name: string) => name.startsWith("ryTask.");

test("every task has its line here", () => {
  const named = Object.keys(DUE).map((target) => target.replace(/\(.*/, ""));
  const tasks = Object.keys(it.context.tasks).filter((name) => !isSample(name));
  expect(named.sort()).toEqual(tasks.sort());
});

for (const [target, { make, once }] of Object.entries(DUE)) {
  test(`${target}: two runs at once, held at each statement`, async () => {
    const ready = readTarget(it.context.tasks, target);
    if ("error" in ready) throw new Error(ready.error);
    const run = () => ready.task.run(it.context, ready.args, new AbortController().signal);
    // The process has other work besides, such as asking whether its line to the database lives: what
    // is of the task comes with each run.
    await make?.();
    const first = new Set(await statementsOf(run));
    await make?.();
    const statements = (await statementsOf(run)).filter((text) => first.has(text));
    for (const statement of statements) {
      await make?.();
      const results = await heldAt(it, (text) => text === statement, [run, run]);
      const refused = results.flatMap((each) =>
        each.status === "rejected" ? [String(each.reason)] : [],
      );
      expect(refused, statement).toEqual([]);
      if (!once) continue;
      const answers = results.map((each) => (each.status === "fulfilled" ? each.value : ""));
      const numbers = answers.map((answer) => [...String(answer).matchAll(/\d+/g)].map(Number));
      const sums = numbers[0]?.map((number, index) => number + (numbers[1]?.[index] ?? 0));
      expect(sums?.join(" "), statement).toBe(once);
    }
  }, 120_000);
}

import { asc, between, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { config } from "../../system/config/table.server.ts";
import { base } from "../../system/menu/seed.server.ts";
import { menu, menuSeed } from "../../system/menu/table.server.ts";
import { delivery } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const PATH = "/api/bll/message/delivery";

const call = async (method: string, url: string, bearer = token) =>
  (await it.call(method, PATH + url, { token: bearer })).body;

const BASE_ROW = {
  event: "signReturned",
  channel: "sms",
  receiverShown: "138****2096",
  titleShown: "",
  contentShown: "【学会】张*",
  parts: 1,
  subject: "sign",
  subjectId: 1,
};
const OPEN = { receiver: "13800002096", content: "【学会】张晓明" };
const put = async (more: Partial<typeof delivery.$inferInsert>) => {
  const [row] = await it.db
    .insert(delivery)
    .values({ ...BASE_ROW, ...more })
    .returning();
  return row?.id ?? 0;
};
const waits = (more = {}) =>
  put({ ...OPEN, nextTryTime: sql`now() + interval '1 hour'` as never, ...more });
const failed = (more = {}) =>
  put({ ...OPEN, state: "failed", tries: 6, answer: "余额不足", doneTime: new Date(), ...more });
const sent = (more = {}) => put({ state: "sent", doneTime: new Date(), ...more });
const states = async () =>
  (await it.db.select().from(delivery).orderBy(asc(delivery.id))).map(({ state }) => state);

beforeEach(async () => {
  await it.db.delete(delivery);
});

test("the list: newest first, narrowed, and nothing unmasked in it", async () => {
  await sent({
    channel: "mail",
    parts: 0,
    receiverShown: "m***@example.org",
    event: "receiptIssued",
  });
  await failed({ createTime: new Date("2026-01-05T10:00:00+08:00") });
  await waits();
  const all = await it.call("GET", `${PATH}/list`, { token });
  expect(all.text).not.toMatch(/13800002096|张晓明/);
  expect(all.body).toMatchObject({ total: 3 });
  expect((all.body.rows as object[]).at(-1)).toMatchObject({
    eventName: "入会申请退回修改",
    receiver: "138****2096",
    state: "failed",
    answer: "余额不足",
    mayRetry: true,
    nextTryTime: null,
  });
  for (const [query, total] of [
    ["channel=mail", 1],
    ["state=waiting", 1],
    ["event=signReturned", 2],
    ["beginTime=2026-01-05&endTime=2026-01-05", 1],
    ["state=x", 0],
  ] as const) {
    expect([query, (await call("GET", `/list?${query}`)).total]).toEqual([query, total]);
  }
});

test("failed ones are sent again, as if for the first time; others are not", async () => {
  const ids = [
    await failed(),
    await sent(),
    await waits(),
    await failed({ receiver: null, content: null }),
  ];
  expect(await call("PUT", `/retry/${ids.join(",")}`)).toMatchObject({
    msg: "已安排重新发送 1 条",
    data: { count: 1 },
  });
  const [row] = await it.db
    .select()
    .from(delivery)
    .where(eq(delivery.id, ids[0] ?? 0));
  expect(row).toMatchObject({ state: "waiting", tries: 0, answer: "", doneTime: null });
  expect(row?.nextTryTime?.getTime()).toBeLessThanOrEqual(Date.now());
  expect((await call("PUT", `/retry/${ids[1]}`)).msg).toBe("没有可以重新发送的记录");
});

test("what is given up is forgotten at once, with the reason of before", async () => {
  const ids = [await failed(), await waits(), await sent()];
  expect(await call("PUT", `/drop/${ids.join(",")}`)).toMatchObject({ data: { count: 2 } });
  expect(await states()).toEqual(["dropped", "dropped", "sent"]);
  const all = await it.db.select().from(delivery).orderBy(asc(delivery.id));
  expect(all).toMatchObject([
    { receiver: null, content: null, answer: "余额不足；工作人员取消发送" },
    { receiver: null, content: null, answer: "工作人员取消发送" },
    {},
  ]);
  expect((await call("PUT", `/drop/${ids[2]}`)).msg).toBe("没有可以取消发送的记录");
});

test("figures, and what waits in 待办 for those who may see the log", async () => {
  const clerk = await staffWith(it, "system:delivery:list");
  const other = await staffWith(it, "system:post:list");
  const inboxOf = async (login: typeof clerk) => {
    const { body } = await it.call("GET", "/inbox/list?kind=delivery", { token: login.token });
    return body.rows as { title: string; note: string; to: string }[];
  };
  expect(await inboxOf(clerk)).toEqual([]);
  await failed();
  await failed();
  await failed({ receiver: null, content: null });
  await waits();
  expect((await call("GET", "/state")).data).toMatchObject({
    waiting: 1,
    failed: 2,
    budget: 5_000,
  });
  expect(await inboxOf(clerk)).toMatchObject([
    { title: "2 条短信或邮件没有发出", to: "/system/messageDelivery?state=failed" },
  ]);
  expect(await inboxOf(other)).toEqual([]);
  await it.db.delete(delivery);
  // 80 of 100.
  await it.db
    .update(config)
    .set({ configValue: "100" })
    .where(eq(config.configKey, "sms.dailyBudget"));
  for (let n = 0; n < 4; n++) await sent({ parts: 20, triedTime: new Date() });
  expect(await inboxOf(clerk)).toMatchObject([
    { title: "24 小时内已发短信 80 条，每日上限 100 条", note: "短信额度将用完" },
  ]);
  await sent({ parts: 20, triedTime: new Date() });
  expect(await inboxOf(clerk)).toMatchObject([{ note: "短信额度已用完" }]);
  await it.db
    .update(config)
    .set({ configValue: "5000" })
    .where(eq(config.configKey, "sms.dailyBudget"));
});

test("looking, sending again and giving up are permissions of their own", async () => {
  const id = await failed();
  const reader = await staffWith(it, "system:delivery:list");
  expect((await call("GET", "/list", reader.token)).code).toBe(200);
  for (const verb of ["retry", "drop"]) {
    expect((await call("PUT", `/${verb}/${id}`, reader.token)).code).toBe(403);
  }
  const retrier = await staffWith(it, "system:delivery:retry");
  expect((await call("PUT", `/retry/${id}`, retrier.token)).code).toBe(200);
  expect((await call("GET", "/list", retrier.token)).code).toBe(403);
});

test("an installation from before gets the pages once; a removed one does not come back", async () => {
  const pages = () => it.db.select().from(menu).where(sql`perms ~ '^system:(message|delivery):'`);
  expect(await pages()).toHaveLength(7);
  await it.db.execute(sql`delete from sys_role_menu where menu_id in
    (select menu_id from sys_menu where perms ~ '^system:(message|delivery):')`);
  await it.db.delete(menu).where(sql`perms ~ '^system:(message|delivery):'`);
  await base(it.db, it.context.env);
  expect(await pages()).toEqual([]);
  await it.db.delete(menuSeed).where(between(menuSeed.seedId, 2_401, 2_499));
  await base(it.db, it.context.env);
  const again = await pages();
  expect(again).toHaveLength(7);
  const [page] = again.filter(({ menuName }) => menuName === "发送记录");
  expect(page).toMatchObject({ parentId: 1, menuType: "C" });
  expect(again.filter(({ parentId }) => parentId === page?.menuId)).toHaveLength(3);
});

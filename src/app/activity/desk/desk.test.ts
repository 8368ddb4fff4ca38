import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { formatDateTime, parseDateTime } from "#src/lib/text/dates.ts";
import { shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { teacher } from "../../teacher/table.server.ts";
import { activity } from "../table.server.ts";
import type { ActivityForm, DeskRow } from "./wire.ts";

const it = await startApp();
const PATH = "/api/activity/desk";
const WRITER = ["list", "query", "add", "edit", "remove"].map(
  (verb) => `activity:activity:${verb}`,
);
const writer = await staffWith(it, ...WRITER);
const publisher = await staffWith(it, ...WRITER, "activity:activity:publish");
const reader = await staffWith(it, "activity:activity:list");
const MISSING = 999_999_999;

const [someone] = await it.db
  .insert(teacher)
  .values({ teacherName: "沈若溪", field: "1", intro: "入园衔接" })
  .returning();

const WHOLE = {
  title: "青春期亲子对话",
  summary: "和初中生的父母坐在一起",
  type: "3",
  place: "青禾实验学校",
  startAt: shanghai(100),
  endAt: shanghai(104),
  signStartAt: shanghai(-1),
  signEndAt: shanghai(50),
  capacity: 40,
  needPay: true,
  prices: [{ key: "a", name: "早鸟", amount: "80", memberAmount: "60", untilDate: "2031-03-01" }],
  agenda: [
    {
      day: "2031-03-05",
      from: "09:00",
      to: "10:30",
      title: "听见孩子",
      speaker: "沈若溪",
      place: "",
    },
  ],
  formSchema: [
    {
      key: "q",
      label: "孩子的年级",
      kind: "choice",
      options: ["初一", "初二"],
      isRequired: true,
      hint: "",
    },
  ],
  teachers: [someone?.id ?? 0],
  certRule: { sessions: 4, minAttend: 3 },
};

const call = async (method: string, path: string, body?: object, token = writer.token) =>
  (await it.call(method, PATH + path, { token, ...(body ? { body } : {}) })).body;
const made = async (more: object = {}): Promise<number> => {
  const answer = await call("POST", "", { ...WHOLE, ...more });
  expect(answer).toMatchObject({ code: 200 });
  return (answer.data as { id: number }).id;
};
const form = async (id: number) => (await call("GET", `/${id}`)).data as ActivityForm;
const stateOf = async (id: number) =>
  (await it.db.select().from(activity).where(eq(activity.id, id)))[0]?.state;

test("what is written is read again as it was written, and saved under its version", async () => {
  const id = await made();
  const read = await form(id);
  expect(read).toMatchObject({
    ...WHOLE,
    prices: [
      { key: "a", name: "早鸟", amount: "80.00", memberAmount: "60.00", untilDate: "2031-03-01" },
    ],
    state: 0,
  });
  expect(await call("PUT", "", { ...read, title: "青春期对话" })).toMatchObject({
    msg: "已保存草稿",
  });
  expect((await form(id)).title).toBe("青春期对话");
  expect(await call("PUT", "", { ...read, title: "另一个" })).toMatchObject({
    msg: "记录已被他人更新，请刷新后重试",
  });
  expect(await call("GET", `/${MISSING}`)).toMatchObject({ code: 404 });
  expect(await call("PUT", "", { id: MISSING, title: "无" })).toMatchObject({ code: 404 });
});

test("what is wrong stands on its field, those of rows among them", async () => {
  expect(await call("POST", "", {})).toMatchObject({ data: { title: "请填写活动名称" } });
  const answer = await call("POST", "", {
    ...WHOLE,
    summary: "学完持证上岗",
    prices: [{ name: "", amount: "abc" }],
  });
  expect(answer.data).toMatchObject({ "prices.0.name": "请填写费用名称" });
  expect(await call("POST", "", { ...WHOLE, summary: "学完持证上岗" })).toMatchObject({
    data: { summary: expect.stringContaining("持证上岗") },
  });
});

test("handed in by one, published by another; who writes alone changes nothing that is shown", async () => {
  const id = await made({ needPay: false });
  expect(await call("PUT", "/publish", { id })).toMatchObject({ code: 403 });
  expect(await call("PUT", "/submit", { id })).toMatchObject({ msg: "已提交审核" });
  expect((await call("PUT", "", { id, title: "改" })).msg).toContain("活动正在审核");
  expect(await call("PUT", "/sendBack", { id, opinion: "短" }, publisher.token)).toMatchObject({
    data: { opinion: "请写明原因，5 到 200 个字" },
  });
  await call("PUT", "/sendBack", { id, opinion: "请补充交通说明" }, publisher.token);
  expect((await form(id)).opinion).toBe("请补充交通说明");
  await call("PUT", "/submit", { id });
  expect(await call("PUT", "/publish", { id }, publisher.token)).toMatchObject({ msg: "已发布" });
  expect((await call("PUT", "", { id, title: "改" })).msg).toContain("有发布权限的人修改");
  expect(await call("PUT", "", { id, title: "改好的名称" }, publisher.token)).toMatchObject({
    msg: "已保存，网站已更新",
  });
  await call("PUT", "/close", { id }, publisher.token);
  await call("PUT", "/reopen", { id }, publisher.token);
  expect(await call("PUT", "/cancel", { id }, publisher.token)).toMatchObject({
    data: { opinion: "请写明原因，5 到 200 个字" },
  });
  await call("PUT", "/cancel", { id, opinion: "场地临时不可用" }, publisher.token);
  expect(await stateOf(id)).toBe(5);
});

test("a copy is a draft a year on, on the same days of the week", async () => {
  const id = await made();
  const answer = await call("POST", "/copy", { id });
  const copy = await form((answer.data as { id: number }).id);
  const { startAt } = await form(id);
  const aYearOn = new Date((parseDateTime(startAt)?.getTime() ?? 0) + 364 * 86_400_000);
  expect(copy).toMatchObject({
    title: "青春期亲子对话（复制）",
    state: 0,
    startAt: formatDateTime(aYearOn),
    agenda: [{ day: "2032-03-03", title: "听见孩子" }],
    prices: [{ untilDate: "2032-02-28" }],
    teachers: WHOLE.teachers,
  });
  expect(await call("POST", "/copy", { id: MISSING })).toMatchObject({ code: 404 });
});

test("the list narrows by state, kind, name and time; what is worked on stands first", async () => {
  await it.db.delete(activity).where(eq(activity.state, 0));
  const draft = await made({ title: "百分之%号" });
  const { rows, total } = (await call(
    "GET",
    "/list?state=0",
    undefined,
    reader.token,
  )) as unknown as {
    rows: DeskRow[];
    total: number;
  };
  expect(total).toBe(1);
  expect(rows[0]).toMatchObject({ id: draft, title: "百分之%号", taken: 0, waiting: 0 });
  const first = (await call("GET", "/list", undefined, reader.token)).rows as DeskRow[];
  expect(first[0]?.id).toBe(draft);
  for (const query of ["type=4", "mode=2", "title=没有", "beginTime=2040-01-01"]) {
    expect((await call("GET", `/list?state=0&${query}`)).total, query).toBe(0);
  }
  expect((await call("GET", `/list?title=${encodeURIComponent("百分之%")}`)).total).toBe(1);
});

test("a draft is removed, nothing else; who may look does no more", async () => {
  const id = await made();
  const other = await made({ needPay: false });
  await call("PUT", "/submit", { id: other });
  expect((await call("DELETE", `/${id},${other}`)).msg).toContain("待审");
  expect(await stateOf(id)).toBe(0);
  expect(await call("DELETE", `/${id}`)).toMatchObject({ code: 200 });
  expect(await stateOf(id)).toBeUndefined();
  expect(await call("POST", "", WHOLE, reader.token)).toMatchObject({ code: 403 });
  expect(await call("GET", "/teachers", undefined, reader.token)).toMatchObject({ code: 403 });
  const { data } = await call("GET", "/teachers");
  expect(data).toMatchObject([{ teacherName: "沈若溪" }]);
});

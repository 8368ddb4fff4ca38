import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { type PdfPage, readPdf } from "#src/test/pdf.ts";
import { staffWith } from "#src/test/rights.ts";
import { actOnActivity, enterByStaff, startActivity } from "../service.server.ts";
import { activityEntry } from "../table.server.ts";

const it = await startApp();
const staff = await administrator(it);
const clerk = await staffWith(it, "activity:entry:list", "activity:entry:export");
const reader = await staffWith(it, "activity:entry:list");

const TITLE = "家校协同育人骨干教师研修班";
const LONG =
  "全国家庭教育学会学术委员会暨家庭教育研究院青少年心理健康与家校协同育人专业委员会华南分会秘书处办公室";

async function event(title = TITLE): Promise<number> {
  const values = {
    title,
    summary: "和初中生的父母坐在一起",
    place: "青禾实验学校",
    startAt: shanghai(100),
    endAt: shanghai(104),
    signStartAt: shanghai(-1),
    signEndAt: shanghai(50),
  };
  const { id } = await startActivity(it.context, values, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  return id;
}

let phones = 0;
const enter = (id: number, name: string, unit = "青禾实验学校") =>
  enterByStaff(
    it.context,
    id,
    { name, unit, phone: `134${String(++phones).padStart(8, "0")}` },
    "desk",
    staff,
  );

async function print(body: object, token = clerk.token) {
  const answer = await it.app.inject({
    method: "POST",
    url: "/prod-api/api/activity/entry/print",
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  });
  const isPdf = answer.headers["content-type"] === "application/pdf";
  return {
    pages: isPdf ? readPdf(answer.rawPayload) : [],
    refused: isPdf ? undefined : (answer.json() as { code: number; msg: string; data?: unknown }),
  };
}
const flat = (pages: readonly PdfPage[]) =>
  pages.map(({ text }) => text.replaceAll("\n", "")).join("");

const id = await event();
const people: Awaited<ReturnType<typeof enter>>[] = [];
for (let at = 0; at < 23; at++) {
  people.push(await enter(id, `林${"素清若知映思长白"[at % 8]}${"秋源兰行雪"[at % 5]}`));
}
const longest = await enter(id, "阿卜杜拉·买买提·吐尔逊", LONG);
const gone = await enter(id, "已经取消");
await it.db.update(activityEntry).set({ state: 7 }).where(eq(activityEntry.id, gone.id));

test("a list to sign has everybody who has a place, its heads and number on each page, and the longest unit whole", async () => {
  const { pages } = await print({ kind: "list", activityId: String(id) });
  expect(pages.length).toBeGreaterThan(1);
  pages.forEach((page, at) => {
    expect(page.text).toContain("签名");
    expect(page.text).toContain(`第 ${at + 1} 页 · 共 ${pages.length} 页`);
    for (const item of page.items) expect(item.y).toBeLessThan(page.height - 20);
  });
  const text = flat(pages);
  for (const { name, phone } of people) {
    expect(text).toContain(name);
    expect(text).not.toContain(phone);
  }
  expect(text).toContain(LONG);
  expect(text).not.toContain("已经取消");
});

test("badges come ten a page, labels twenty-one; all that is printed lies in its place", async () => {
  const { pages } = await print({ kind: "badges", activityId: String(id) });
  expect(pages).toHaveLength(3);
  expect(flat(pages)).toContain(LONG);
  const mm = (points: number) => (points * 25.4) / 72;
  for (const page of pages) {
    for (const { x, y } of page.items) {
      expect(mm(x)).toBeGreaterThan(15);
      expect(mm(y)).toBeGreaterThan(13.5);
      expect(mm(y)).toBeLessThan(13.5 + 5 * 54);
    }
  }
  const labels = await print({ kind: "labels", activityId: String(id) });
  expect(labels.pages).toHaveLength(2);
  expect(flat(labels.pages)).toContain(LONG);
  const row = (name: string) => {
    const item = labels.pages[0]?.items.find(({ text }) => text === name);
    return Math.floor((mm(item?.y ?? 0) - 15.15) / 38.1);
  };
  expect([0, 3, 20].map((at) => row(people[at]?.name ?? ""))).toEqual([0, 1, 6]);
});

test("chosen people, in the order asked for", async () => {
  const [first, second] = people;
  const ids = [longest.id, second?.id, first?.id];
  const { pages } = await print({ kind: "list", ids, order: "name" });
  const text = flat(pages);
  const at = (name = "") => text.indexOf(name);
  expect(at("阿卜杜拉")).toBeGreaterThan(0);
  expect(at("阿卜杜拉")).toBeLessThan(at(second?.name));
  // 清源 before 素秋: by their sounds, and not by their numbers.
  expect(at(second?.name)).toBeLessThan(at(first?.name));
  expect(text).not.toContain(people[2]?.name);
});

test("what cannot be printed is refused with the reason", async () => {
  expect((await print({ kind: "x", activityId: String(id) })).refused?.data).toEqual({
    kind: "请选择要打印的内容",
  });
  expect((await print({ kind: "list" })).refused?.data).toEqual({ activityId: "请选择活动" });
  expect((await print({ kind: "list", ids: [] })).refused?.data).toEqual({
    ids: "请选择要打印的报名",
  });
  expect((await print({ kind: "list", ids: [gone.id, people[0]?.id] })).refused?.msg).toBe(
    "「已经取消」没有有效名额，不能打印",
  );
  const other = await enter(await event("另一个活动"), "周立群");
  expect((await print({ kind: "list", ids: [other.id, people[0]?.id] })).refused?.msg).toContain(
    "几个活动",
  );
  const empty = await event("没有人报名的活动");
  expect((await print({ kind: "list", activityId: String(empty) })).refused?.msg).toBe(
    "没有已录取的人，不能打印",
  );
  expect((await print({ kind: "list", activityId: String(id) }, reader.token)).refused?.code).toBe(
    403,
  );
});

test("more than five hundred people are printed in parts, each of them once", async () => {
  const many = await event("千人大会");
  const one = await enter(many, "第一人");
  await it.db.execute(sql`insert into activity_entry (activity_id, order_id, serial, name, phone, state)
    select ${many}, ${one.orderId}, n, '参会' || n, '133' || lpad(n::text, 8, '0'), 3
    from generate_series(2, 503) as n`);
  const printed = (part?: unknown) => print({ kind: "labels", activityId: String(many), part });
  expect((await printed()).refused?.msg).toBe("共 503 人，一次最多打印 500 人，请分份打印");
  expect((await printed(3)).refused?.msg).toBe("共 503 人，没有第 3 份");
  expect((await printed("x")).refused?.data).toEqual({ part: "请选择要打印的份" });
  const [first, second] = [flat((await printed(1)).pages), flat((await printed(2)).pages)];
  expect(first).toContain("参会500");
  expect(first).not.toContain("参会501");
  for (const at of [501, 502, 503]) expect(second).toContain(`参会${at}`);
  expect(second).not.toContain("参会500");
});

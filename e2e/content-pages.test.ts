import { expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN } from "./staff.ts";

// Pages of activities and training that staff write row by row, and the pages that lead or stop.
const browser = browserKit();

async function answer(method: string, path: string, given?: object) {
  const authorization = `Bearer ${await openSession(ADMIN)}`;
  const headers = { authorization, ...(given ? { "content-type": "application/json" } : {}) };
  const body = given ? JSON.stringify(given) : null;
  const sent = await fetch(`${baseUrl}/prod-api/api/bll/${path}`, { method, headers, body });
  return sent.json();
}
const page = async (path: string) => {
  const { status, text } = await fetch(baseUrl + path).then(async (sent) => ({
    status: sent.status,
    text: await sent.text(),
  }));
  return { status, text };
};
/** A page follows a write on every process, in its own time. */
const shown = (path: string, part: string) =>
  vi.waitFor(async () => expect((await page(path)).text).toContain(part));
const long = "字".repeat(121);

test("a teacher: every wrong field is told, the database holds the bounds", async () => {
  const wrong = {
    teacherName: [" ", "姓名不能为空"],
    field: ["9", "领域不正确"],
    title: [long, "职称或职务长度不能超过40个字符"],
    unit: [long, "工作单位长度不能超过60个字符"],
    intro: [long, "一句话介绍长度不能超过80个字符"],
    picture: ["/etc/passwd", "请重新上传照片，只能是 png、jpg、webp 或 gif 图片"],
    status: ["2", "状态不正确"],
  };
  const part = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(wrong).map(([name, pair]) => [name, pair[at]]));
  expect(await answer("POST", "teacher", part(0))).toMatchObject({ code: 500, data: part(1) });
  for (const bad of ["field = '9'", "teacher_name = ''", `intro = '${long}'`]) {
    await expect(query(`update teacher set ${bad}`)).rejects.toThrow("_bounds");
  }
});

test("teachers by field, one at an address of their own, none that is not shown", async () => {
  expect((await page("/teachersImg")).text).toContain("严正平");
  const byField = (await page("/teachersImg?field=2")).text;
  expect(byField).toContain("顾明舟");
  expect(byField).not.toContain("严正平");
  const row = { teacherName: "<i>白</i>", field: "2", intro: "新", courses: "<p onclick=x>课</p>" };
  expect((await answer("POST", "teacher", row)).code).toBe(200);
  const { rows } = await answer("GET", "teacher/list?pageSize=100");
  const made = (rows as { id: number; intro: string }[]).find(({ intro }) => intro === "新");
  const address = `/teachersImg?id=${made?.id}`;
  await shown("/teachersImg", "&lt;i&gt;白");
  expect((await page(address)).text).toContain("<p>课</p>");
  expect((await answer("PUT", "teacher", { id: made?.id, status: "1" })).code).toBe(200);
  await vi.waitFor(async () => expect((await page(address)).status).toBe(404));
  await expect.poll(async () => (await page("/teachersImg")).text).not.toContain("&lt;i&gt;白");
  for (const id of ["999999", "9007199254740991"]) {
    expect((await page(`/teachersImg?id=${id}`)).status).toBe(404);
  }
  // A query that no link of the site writes is ignored: the whole list is shown.
  for (const query of ["field=99", "id=x", "id=0"]) {
    expect((await page(`/teachersImg?${query}`)).text).toContain("严正平");
  }
});

test("teachers on a phone without scripts: from the list to one, and back to the field", async () => {
  const phone = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await phone.goto("/teachersImg");
  await phone.getByRole("navigation", { name: "当前位置" }).getByText("培训").waitFor();
  await phone.getByRole("link", { name: "青春期教育" }).click();
  await phone.getByRole("link", { name: "宋清和" }).click();
  await phone.getByRole("heading", { level: 1, name: "宋清和" }).waitFor();
  await phone.getByText("青春期亲子对话").waitFor();
  expect(await fitsWidth(phone)).toBe(true);
  const wide = await browser.page();
  await wide.goto("/teachersImg?id=1");
  expect(await accessibilityProblems(wide)).toEqual([]);
});

test("programmes carry the fixed line; what is written is read without scripts", async () => {
  const row = { programmeName: "试听课", intro: "新", hours: 2, content: "<p>第一讲</p>" };
  expect((await answer("POST", "programme", row)).code).toBe(200);
  await shown("/trainingImg", "试听课");
  const phone = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await phone.goto("/trainingImg");
  await phone.getByText("不作为国家职业资格证书").waitFor();
  await phone.locator("summary", { hasText: "课程大纲：试听课" }).click();
  await phone.getByText("第一讲").waitFor();
  expect(await fitsWidth(phone)).toBe(true);
});

test("a stopped service says why, whom to call and when it is back; machines are told to wait", async () => {
  const set = (value: object) =>
    answer("PUT", "../../system/config/values", {
      values: { "site.notice": JSON.stringify(value) },
    });
  const stopped = { enabled: "force", mode: "box", title: "换机房", text: "请稍后再来" };
  await set({ ...stopped, start: "2026-01-01", end: "2099-01-01" });
  await shown("/forbidIndex", "换机房");
  // The other process may not have heard yet.
  const told = await vi.waitFor(async () => {
    const answer = await fetch(`${baseUrl}/forbidIndex`);
    expect(answer.status).toBe(503);
    return answer;
  });
  expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(86_400);
  expect(told.headers.get("cache-control")).toBe("no-store");
  expect(await told.text()).toMatch(/预计 2099-01-01 结束[\s\S]*010-00000000/);
  await set({ ...stopped, start: "2025-01-01", end: "2025-01-02" });
  await shown("/forbidIndex", "恢复时间另行通知");
  await expect
    .poll(async () => (await fetch(`${baseUrl}/forbidIndex`)).headers.get("retry-after"))
    .toBe("3600");
  await set({ ...stopped, enabled: "off" });
  await vi.waitFor(async () => expect((await page("/forbidIndex")).status).toBe(403));
});

test("the entrance has six ways in, large ones in elder mode", async () => {
  const phone = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await phone.goto("/indexEntrance");
  expect(await phone.locator(".entrance a strong").allInnerTexts()).toEqual([
    "学会官网",
    "会员服务",
    "培训学习",
    "课题申报",
    "学会会刊",
    "证书查询",
  ]);
  expect(await fitsWidth(phone)).toBe(true);
});

test("forerunners by province and year; a place appears where it was put", async () => {
  const row = { placeName: "桥头村", kind: "1", province: "62", batch: 2022, intro: "新" };
  const wrong = {
    placeName: "坏",
    province: "99",
    batch: 1999,
    intro: "新",
    caseUrl: "javascript:1",
  };
  expect((await answer("POST", "forerunner", wrong)).data).toEqual({
    province: "所在省份不正确",
    batch: "批次年份应为 2000 到 2099 的整数",
    caseUrl: "案例文章应为 / 开头的站内路径，或 http(s):// 开头的地址",
  });
  expect((await answer("POST", "forerunner", row)).code).toBe(200);
  await expect(query("update forerunner set province = '99'")).rejects.toThrow("_bounds");
  const phone = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await shown("/forerunner", "桥头村");
  await phone.goto("/forerunner");
  await phone.getByRole("link", { name: "个，甘肃省" }).click();
  await phone.getByText("共 1 个", { exact: true }).waitFor();
  await phone.getByRole("heading", { name: "桥头村" }).waitFor();
  expect(await fitsWidth(phone)).toBe(true);
  await phone.getByRole("link", { name: "2023 年" }).click();
  await phone.getByText("这一省份在所选年份没有先行示范单位。").waitFor();
  expect((await page("/forerunner?province=99&batch=1")).text).toContain("桥头村");
});

test("who is logged in takes a ticket to the journal, who is not goes there as it stands", async () => {
  const values = { "site.journalHosts": "journal.example.org" };
  expect((await answer("PUT", "../../system/config/values", { values })).code).toBe(200);
  const arrived = async (token?: string) => {
    const reader = await browser.page();
    const context = reader.context();
    if (token) await context.addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
    const asked = new Promise<{ url: string; referer: string | undefined }>((resolve) => {
      void context.route("https://journal.example.org/**", async (route) => {
        await route.fulfill({ contentType: "text/html", body: "会刊" });
        const referer = await route.request().headerValue("referer");
        resolve({ url: route.request().url(), referer: referer ?? undefined });
      });
    });
    const counted = token ? reader.waitForResponse(/\/api\/bll\/message\//) : undefined;
    await reader.goto("/teachersImg");
    // The code for who is logged in is there once it asks for the count of their messages.
    await counted;
    await reader.locator(".menu-bar").getByRole("link", { name: "学会会刊" }).click();
    return asked;
  };
  expect(await arrived()).toEqual({ url: "https://journal.example.org/", referer: undefined });
  const session = await openSession(ADMIN);
  const { url, referer } = await arrived(session);
  expect(url).toMatch(/^https:\/\/journal\.example\.org\/\?token=[\w-]{43}$/);
  expect(url).not.toContain(session);
  expect(referer).toBeUndefined();
});

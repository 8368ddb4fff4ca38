import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, listPage } from "./staff.ts";

// The guide to membership: how one joins, what it costs, what it gives.
const browser = browserKit();
const shown = async () => (await fetch(`${baseUrl}/Membership`)).text();

async function save(path: string, body: object) {
  const response = await fetch(`${baseUrl}/prod-api${path}`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${await openSession(ADMIN)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code: number };
}
const saveLevel = (body: object) => save("/api/bll/member/level", body);
const levelId = async (name: string) => {
  const [row] = await query("select id from member_level where level_name = $1", [name]);
  return Number(row?.id);
};

test("a phone without JavaScript reads steps, dues, rights, duties, and fetches a form", async () => {
  const page = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/Membership");
  await page.getByRole("heading", { level: 1, name: "入会指南" }).waitFor();
  const steps = page.getByRole("region", { name: "入会流程" }).getByRole("listitem");
  expect(await steps.count()).toBe(7);
  expect(await steps.nth(2).innerText()).toMatch(/理事会审议\s+仅理事级别/);
  const fees = page.getByRole("region", { name: "会员级别与会费标准" });
  expect(await fees.locator(".level-cards").innerText()).toMatch(
    /个人会员[\s\S]*300 元\/年[\s\S]*单位会员[\s\S]*10,000 元\/年[\s\S]*理事单位[\s\S]*30,000[\s\S]*常务理事单位[\s\S]*50,000/,
  );
  for (const name of ["会员权利", "会员义务"]) {
    expect(await page.getByRole("region", { name }).getByRole("listitem").count()).toBe(5);
  }
  const form = page.getByRole("link", { name: "单位会员申请表" });
  const file = await fetch(new URL((await form.getAttribute("href")) ?? "", baseUrl));
  expect(file.status).toBe(200);
  expect(await page.locator("script[type='application/ld+json']").textContent()).toContain(
    '"name":"会员服务"',
  );
  expect(await fitsWidth(page)).toBe(true);
});

test("a wide page has the dues as a table, passes the checks and prints whole", async () => {
  const page = await browser.page();
  await page.goto("/Membership");
  const table = page.getByRole("table", { name: "会员级别与会费标准" });
  expect(await table.getByRole("row", { name: /^会员代表/ }).innerText()).toMatch(
    /—\s+1 名\s+2 名\s+3 名/,
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  const bar = page.getByRole("navigation", { name: "主菜单" });
  expect(
    await bar.getByRole("link", { name: "会员服务" }).getAttribute("aria-current"),
  ).not.toBeNull();
  await page.emulateMedia({ media: "print" });
  expect(await table.isVisible()).toBe(true);
  expect(await page.locator(".join-next").isVisible()).toBe(false);
});

test("the page follows what staff write: a fee, a level that rests, one closed to newcomers", async () => {
  expect(await shown()).toContain("300");
  const person = await levelId("个人会员");
  await saveLevel({ id: person, annualFee: "360.5", renewalFee: "0" });
  await expect.poll(shown).toContain("360.50");
  await expect.poll(shown).toMatch(/续会年费[\s\S]*免费[\s\S]*相同/);
  const council = await levelId("理事单位");
  await saveLevel({ id: council, status: "1" });
  await expect.poll(shown).not.toContain("30,000");
  await saveLevel({ id: await levelId("常务理事单位"), isOpen: false });
  await expect.poll(shown).toContain("暂不接受新申请");
  await saveLevel({ id: council, status: "0" });
  await saveLevel({ id: person, annualFee: "300", renewalFee: "300" });
});

test("staff change the rights in 网站设置, one in a line, and cannot leave them out", async () => {
  const write = (rights: string) =>
    save("/system/config/desk", { values: { "membership.rights": rights } });
  expect((await write("第一条权利\n\n <b>第二条</b> ")).code).toBe(200);
  await expect.poll(shown).toMatch(/第一条权利[\s\S]*&lt;b&gt;第二条&lt;\/b&gt;/);
  await expect.poll(shown).not.toContain("优先获得学术资料和会刊");
  expect(await write(" \n ")).toMatchObject({ code: 500, msg: "会员权利不能为空" });
});

test("old addresses lead to the pages that there are now", async () => {
  const answer = await fetch(`${baseUrl}/Membership?tab=directory`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/Membership/directory"]);
  expect((await fetch(`${baseUrl}/Membership?tab=nothing`)).status).toBe(200);
});

test("dues are typed as people write them; what is no amount is told beside the field", async () => {
  const office = await listPage(browser, "/members/levels");
  await office.getByRole("button", { name: "新增" }).first().click();
  await office.getByRole("textbox", { name: /^级别名称 / }).fill("荣誉会员");
  const fee = office.getByRole("textbox", { name: /^年费 / });
  await fee.fill("三百");
  await office.getByRole("textbox", { name: /^续会年费 / }).fill("￥１，２００");
  await office.keyboard.press("Control+s");
  await office.getByText("请输入正确的金额，如 1000 或 1000.50").waitFor();
  await fee.fill("1,200.5 元");
  await office.keyboard.press("Control+s");
  await office.getByText("已新增会员级别「荣誉会员」").waitFor();
  const row = office.getByRole("row", { name: /荣誉会员/ });
  await expect.poll(() => row.innerText()).toMatch(/1,200\.50\s+1,200\.00/);
});

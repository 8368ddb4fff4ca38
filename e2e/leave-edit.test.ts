import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserKit, query } from "./browser.ts";
import { clean, staffMember, staffPage } from "./staff.ts";

// A form that the address names (`?edit=`) is not thrown away by another address without a question: the
// browser's way back, a link, an entry of the history.
const browser = browserKit();

const ids = { role: 0, person: 0, notice: 0 };

beforeAll(async () => {
  ids.person = await staffMember("leave-edit", 2000, ["content:article:list"]);
  const [role] = await query("select role_id from sys_role where role_key = 'leave-edit'");
  ids.role = Number(role?.role_id);
  const [notice] = await query(
    `insert into sys_notice (notice_title, notice_content, notice_type, create_by)
     values ('离开编辑', '<p>正文</p>', '1', 'admin') returning notice_id`,
  );
  ids.notice = Number(notice?.notice_id);
});

afterAll(() => query("delete from sys_notice where notice_title like '离开编辑%'"));

/** An entry of the history after this one, as a link within the office makes it. */
const follow = (page: Page, to: string) =>
  page.evaluate((address) => {
    history.pushState({ idx: history.state?.idx + 1, key: address }, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, to);

const question = (page: Page) => page.locator(".ant-modal-confirm-title", { hasText: /^离开「/ });
const answer = async (page: Page, name: string) => {
  await page.locator(".ant-modal-confirm").getByRole("button", { name }).click();
  await question(page).waitFor({ state: "hidden" });
};
/** A typed change counts once its tab shows the dot. */
const isUnsaved = (page: Page) =>
  page.locator("[role=tab][aria-selected=true] .o-tag-dot").waitFor();
const addressOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

const FORMS = [
  { list: "/system/notice", edit: "new", field: "公告标题", heading: "新增公告" },
  { list: "/system/notice", edit: ":notice", field: "公告标题", heading: "编辑公告" },
  { list: "/system/role", edit: "new", field: /^角色名称/, heading: "新增角色" },
  { list: "/system/role", edit: ":role", field: /^角色名称/, heading: "leave-edit" },
];

test.each(FORMS)("back out of $list?edit=$edit", async ({ list, edit, field, heading }) => {
  const id = edit === ":notice" ? ids.notice : edit === ":role" ? ids.role : edit;
  const form = `${list}?edit=${id}`;
  const page = await staffPage(browser, list);
  const add = page.locator(".o-panel:visible").getByRole("button", { name: /^新增/ }).first();
  const title = page.locator(".o-panel:visible").getByLabel(field);
  await add.waitFor();
  await follow(page, form);
  await page.getByRole("heading", { name: heading }).waitFor();

  // Untouched it goes at once, and comes back.
  await title.waitFor();
  await page.goBack();
  await add.waitFor();
  expect(await question(page).count()).toBe(0);
  await page.goForward();
  await page.getByRole("heading", { name: heading }).waitFor();
  await title.fill("离开编辑的字");
  await isUnsaved(page);

  // Another page is no leaving: the tab keeps it.
  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  expect(await question(page).count()).toBe(0);
  await page.goBack();
  await title.waitFor();
  expect(await title.inputValue()).toBe("离开编辑的字");

  await page.goBack();
  await question(page).waitFor();
  await clean(page);
  await answer(page, "取消");
  expect(await title.inputValue()).toBe("离开编辑的字");
  await expect.poll(() => addressOf(page)).toBe(form);

  await page.goBack();
  await question(page).waitFor();
  await answer(page, "仍要离开");
  await add.waitFor();
  await expect.poll(() => addressOf(page)).toBe(list);
  await expect.poll(() => page.locator(".o-tag-dot").count()).toBe(0);
  await page.goForward();
  await page.getByRole("heading", { name: heading }).waitFor();
  await title.waitFor();
  expect(await title.inputValue()).not.toBe("离开编辑的字");
});

test("a link to another role asks for the one that is being written", async () => {
  const page = await staffPage(browser, "/system/role?edit=new");
  await page.getByLabel(/^角色名称/).fill("没写完的角色");
  await isUnsaved(page);
  await follow(page, `/system/user-access/index/${ids.person}`);
  await page.getByRole("link", { name: "leave-edit" }).first().click();
  await question(page).filter({ hasText: "新增角色" }).waitFor();
  await answer(page, "取消");
  await expect.poll(() => addressOf(page)).toBe("/system/role?edit=new");
  expect(await page.getByLabel(/^角色名称/).inputValue()).toBe("没写完的角色");
  await page.goBack();
  await page.getByRole("link", { name: "leave-edit" }).first().click();
  await answer(page, "仍要离开");
  await page.getByRole("heading", { name: "leave-edit" }).waitFor();
  await expect.poll(() => page.getByLabel(/^角色名称/).inputValue()).toBe("leave-edit");
});

test("whoever goes back again before the question is answered is asked once", async () => {
  const page = await staffPage(browser, "/system/notice");
  await page.locator(".o-panel:visible").getByRole("button", { name: /^新增/ }).first().waitFor();
  await follow(page, "/system/notice?noticeTitle=%E7%A6%BB");
  await follow(page, "/system/notice?edit=new");
  // The list has a filter of the same name.
  await page.getByRole("heading", { name: "新增公告" }).waitFor();
  await page.getByLabel("公告标题").fill("没写完的公告");
  await isUnsaved(page);
  await page.evaluate(() => history.back());
  await question(page).waitFor();
  await page.evaluate(() => history.back());
  await page.waitForURL("**/system/notice");
  expect(await question(page).count()).toBe(1);
  await answer(page, "取消");
  expect(await question(page).count()).toBe(0);
  expect(await page.getByLabel("公告标题").inputValue()).toBe("没写完的公告");
  await expect.poll(() => addressOf(page)).toBe("/system/notice?edit=new");
});

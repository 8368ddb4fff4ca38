import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { browserKit, query } from "./browser.ts";
import { settled, staffPage } from "./staff.ts";

// Others work as well: a list that was looked at a while ago shows what they did, and takes nothing
// away from who works in it.
const browser = browserKit({ ownContexts: true });

const post = (name: string) =>
  query("insert into sys_post (post_code, post_name, post_sort) values ($1, $1, 900)", [name]);

afterAll(() => query("delete from sys_post where post_code like '新鲜岗%'"));

/** The page's own clock goes on by more than half a minute. */
const later = (page: Page) => page.clock.fastForward(31_000);

const list = async (page: Page) => {
  await settled(page);
  await page.getByRole("row", { name: /新鲜岗甲/ }).waitFor();
};

test("rows of others come when the window, the tab or an earlier filter is looked at again", async () => {
  await post("新鲜岗甲");
  const page = await staffPage(browser, "/system/post?postName=新鲜岗", {}, (each) =>
    each.clock.install(),
  );
  await list(page);
  await page.getByRole("checkbox", { name: "选择「新鲜岗甲」" }).check();
  await page.getByLabel("岗位编码").fill("还没查的");
  await post("新鲜岗乙");
  await later(page);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByRole("row", { name: /新鲜岗乙/ }).waitFor();
  expect(await page.getByRole("checkbox", { name: "选择「新鲜岗甲」" }).isChecked()).toBe(true);
  expect(await page.getByLabel("岗位编码").inputValue()).toBe("还没查的");

  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  await post("新鲜岗丙");
  await later(page);
  await page.getByRole("tab", { name: "岗位管理" }).click();
  await page.getByRole("row", { name: /新鲜岗丙/ }).waitFor();
  expect(await page.getByRole("checkbox", { name: "选择「新鲜岗甲」" }).isChecked()).toBe(true);
  expect(await page.getByLabel("岗位编码").inputValue()).toBe("还没查的");

  // The rows of an earlier filter stay until the new answer is there.
  await page.getByLabel("岗位编码").fill("新鲜岗乙");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /新鲜岗丙/ }).waitFor({ state: "hidden" });
  await post("新鲜岗丁");
  await later(page);
  await page.getByLabel("岗位编码").fill("");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /新鲜岗丁/ }).waitFor();
});

test("a form that is being written is not read again under the hand", async () => {
  const page = await staffPage(browser, "/system/role?edit=new", {}, (each) =>
    each.clock.install(),
  );
  await page.getByLabel("角色名称").fill("还在写的角色");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("tab", { name: "首页" }).click();
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  await later(page);
  await page.getByRole("tab", { name: /新增角色/ }).click();
  await page.getByLabel("角色名称").and(page.locator(":focus")).waitFor();
  expect(await page.getByLabel("角色名称").inputValue()).toBe("还在写的角色");
  expect(asked.filter((url) => /treeselect/.test(url))).toEqual([]);
});

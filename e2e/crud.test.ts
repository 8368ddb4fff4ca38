import fs from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, clean, listPage, type StaffOptions, staffMember } from "./staff.ts";

// A staff member keeps posts, dictionaries and settings.
const browser = browserKit();

const PNG = await sharp({ create: { width: 160, height: 160, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();
const QR_IMAGE = /\/prod-api\/profile\/[^"]+\.png/;

/** A page of the office, its list there. */
const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

/** A staff member whose only role holds these permissions. */
const clerk = (userName: string, ...permissions: string[]) => staffMember(userName, 1, permissions);

const names = (page: Page) =>
  page.locator(".cr-table tbody tr td:nth-child(2):visible").allInnerTexts();
const firstIs = (page: Page, name: string) =>
  page.locator(".cr-table tbody tr:visible").first().filter({ hasText: name }).waitFor();
/** A question of the shell, by its words. */
const question = (page: Page, words: string) =>
  page.locator(".ant-modal-confirm-title", { hasText: words });
const row = (page: Page, name: string) => page.getByRole("row", { name });
const more = async (page: Page, name: string, choice: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: choice }).click();
};

test("a post is added by keyboard alone; a refused field keeps what was typed", async () => {
  const page = await office("/system/post");
  await clean(page);
  await page.keyboard.press("n");
  const drawer = page.getByRole("dialog", { name: "新增岗位" });
  await drawer.getByLabel("岗位名称").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("会长");
  await page.keyboard.press("Tab");
  await page.keyboard.type("boss");
  await page.keyboard.press("Control+s");
  await drawer.getByText("岗位名称已存在").waitFor();
  expect(await drawer.getByLabel("岗位编码").inputValue()).toBe("boss");
  await expect.poll(() => drawer.getByText("2 项未保存").count()).toBe(1);
  await clean(page);

  // Leaving asks, and keeps when told so.
  await page.keyboard.press("Escape");
  await question(page, "放弃「新增岗位」的修改？").waitFor();
  await page.keyboard.press("Enter");
  await question(page, "放弃「新增岗位」的修改？").waitFor({ state: "hidden" });
  await drawer.getByLabel("岗位名称").fill("副会长");
  await page.keyboard.press("Enter");
  await page.getByText("已新增岗位「副会长」").waitFor();
  await drawer.waitFor({ state: "detached" });
  await row(page, "副会长").waitFor();

  await row(page, "副会长").focus();
  await page.keyboard.press("Enter");
  const edit = page.getByRole("dialog", { name: "编辑岗位「副会长」" });
  await edit.getByLabel("岗位编码").fill("");
  await page.keyboard.press("Control+s");
  await edit.getByText("岗位编码不能为空").waitFor();
  await edit.getByLabel("岗位编码").fill("vice");
  await page.keyboard.press("Control+s");
  await page.getByText("已保存岗位「副会长」").waitFor();
  await vi.waitFor(async () => expect(await row(page, "副会长").innerText()).toContain("vice"));
  const unsaved = page.getByRole("tab", { name: /（未保存）/ });
  await expect.poll(() => unsaved.count()).toBe(0);

  // A discarded change counts as unsaved no longer.
  await row(page, "副会长").focus();
  await page.keyboard.press("Enter");
  await edit.getByLabel("岗位编码").fill("given-up");
  await unsaved.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "放弃修改" }).click();
  await edit.waitFor({ state: "detached" });
  await expect.poll(() => unsaved.count()).toBe(0);
});

test("filters, order and page stand in the address and survive a reload", async () => {
  await query(
    `insert into sys_post (post_code, post_name, post_sort)
     select 'p' || n, '批次' || n, n from generate_series(100, 144) n on conflict do nothing`,
  );
  const page = await office("/system/post");
  await page.keyboard.press("/");
  await page.keyboard.type("批次");
  await page.keyboard.press("Enter");
  await page.getByText("共 45 条").waitFor();
  await page.getByRole("button", { name: "岗位编码" }).click();
  await page.waitForURL(/isAsc=ascending/);
  await page.getByRole("button", { name: "岗位编码" }).click();
  await firstIs(page, "批次144");
  await page.getByRole("listitem", { name: "2", exact: true }).click();
  await firstIs(page, "批次124");
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      postName: "批次",
      orderByColumn: "postCode",
      isAsc: "descending",
      pageNum: "2",
    });
  await page.reload();
  await firstIs(page, "批次124");
  await expect.poll(() => page.getByLabel("岗位名称", { exact: true }).inputValue()).toBe("批次");

  // Nothing found: the conditions can be taken away one by one.
  await page.goto("/system/post?postName=%E6%89%B9%E6%AC%A1&status=1");
  await page.getByRole("heading", { name: "没有符合条件的岗位" }).waitFor();
  await clean(page);
  await page.getByRole("button", { name: "去掉条件：状态：停用" }).click();
  await page.getByText("共 45 条").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?postName=%E6%89%B9%E6%AC%A1");
});

test("rows are chosen by keyboard, removed after a question that names them", async () => {
  await query(
    `insert into sys_post (post_code, post_name, post_sort)
     values ('g1', '待删甲', 1), ('g2', '待删乙', 2), ('g3', '待删丙', 3)`,
  );
  const page = await office("/system/post?postCode=g");
  const before = await page.locator(".cr-scroll").boundingBox();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+X");
  await page.getByText("已选 2 个岗位").waitFor();
  await expect.poll(() => page.locator(".cr-scroll").boundingBox()).toEqual(before);
  await clean(page);
  await page.getByRole("button", { name: "删除 2" }).click();
  await question(page, "删除选中的 2 个岗位？").waitFor();
  await page.getByText("「待删甲」「待删乙」将被删除，无法恢复。").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除 2 个岗位").waitFor();
  await expect.poll(() => names(page)).toEqual(["待删丙"]);

  await more(page, "待删丙", "删除");
  await question(page, "删除岗位「待删丙」？").waitFor();
  await page.keyboard.press("Escape");
  await question(page, "删除岗位「待删丙」？").waitFor({ state: "hidden" });
  expect(await names(page)).toEqual(["待删丙"]);
  await more(page, "待删丙", "删除");
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除岗位「待删丙」").waitFor();
  await page.getByRole("heading", { name: "没有符合条件的岗位" }).waitFor();
});

test("the export is a file; columns and height are remembered", async () => {
  const page = await office("/system/post");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^岗位管理_\d+\.xlsx$/);
  const bytes = fs.readFileSync(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");

  await page.getByRole("button", { name: "列设置" }).click();
  await page.getByRole("checkbox", { name: "创建时间" }).uncheck();
  await page.getByRole("columnheader", { name: "创建时间" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  const height = async () => (await row(page, "会长").first().boundingBox())?.height ?? 0;
  const normal = await height();
  await page.getByRole("button", { name: "行高" }).click();
  await page.getByRole("menuitemradio", { name: "紧凑" }).click();
  await expect.poll(() => height()).toBeLessThan(normal);
  await page.reload();
  await row(page, "会长").first().waitFor();
  await expect.poll(() => page.getByRole("columnheader", { name: "创建时间" }).count()).toBe(0);
  await expect.poll(() => height()).toBeLessThan(normal);
});

test("an old list stays while the server fails, and 重试 brings the new one", async () => {
  const page = await office("/system/post?postCode=ceo");
  await page.route("**/system/post/list**", (route) =>
    route.fulfill({ json: { code: 500, msg: "暂时读不到" } }),
  );
  await page.getByRole("button", { name: "刷新" }).click();
  await page.getByText("暂时读不到，下面是之前的内容").waitFor();
  await expect.poll(() => names(page)).toEqual(["会长"]);
  await page.reload();
  await page.getByRole("heading", { name: "暂时读不到" }).waitFor();
  await page.unroute("**/system/post/list**");
  await page.getByRole("button", { name: "重试" }).click();
  await expect.poll(() => names(page)).toEqual(["会长"]);
});

test("who may only look sees no buttons, and the server refuses the rest", async () => {
  const userId = await clerk("lister", "system:post:list");
  const page = await office("/system/post", { userId });
  await row(page, "会长").first().waitFor();
  for (const name of [/新增/, /编辑/, /更多操作/, /导出/]) {
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  }
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await page.keyboard.press("n");
  expect(await page.getByRole("dialog").count()).toBe(0);
  const token = (await page.context().cookies())[0]?.value;
  const answer = await fetch(`${baseUrl}/prod-api/system/post`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ postCode: "no", postName: "不", postSort: 1 }),
  });
  expect(await answer.json()).toMatchObject({ code: 403 });
  await clean(page);
});

test("a dictionary: its entries open in a tab, a new one is seen where the type is used", async () => {
  const page = await office("/system/dict");
  await page.getByRole("button", { name: "字典数据「用户性别」" }).click();
  await page.getByRole("tab", { name: "字典数据：用户性别" }).waitFor();
  await row(page, "未知").waitFor();
  await clean(page);
  await page.getByRole("button", { name: "新增" }).click();
  const drawer = page.getByRole("dialog", { name: "新增字典数据" });
  const preview = drawer.getByRole("region", { name: "显示效果" });
  await preview.getByText("填写字典标签后").waitFor();
  await drawer.getByLabel("字典标签").fill("不公开");
  await drawer.getByLabel("回显样式").click();
  await page.locator(".ant-select-item-option").getByText("危险（红）").click();
  await preview.locator('.cr-mark[data-class="danger"]', { hasText: "不公开" }).first().waitFor();
  await clean(page);
  await drawer.getByLabel("字典键值").fill("3");
  await drawer.getByLabel("显示排序").fill("4");
  await drawer.getByLabel("样式属性").fill('a"b');
  await page.keyboard.press("Control+s");
  await drawer.getByText("样式属性只能是字母、数字、横线和空格").waitFor();
  await drawer.getByLabel("样式属性").fill("");
  await page.keyboard.press("Control+s");
  await page.getByText("已新增字典数据「不公开」").waitFor();
  await row(page, "不公开").waitFor();
  await expect.poll(() => names(page)).toEqual(["男", "女", "未知", "不公开"]);
  const strip = page.getByRole("region", { name: "全部字典数据的显示效果" });
  await expect
    .poll(() => strip.locator("li").allInnerTexts())
    .toEqual(["男", "女", "未知", "不公开"]);
  await more(page, "不公开", "删除");
  await page.getByRole("button", { name: "删除", exact: true }).click();
  await page.getByText("已删除字典数据「不公开」").waitFor();
});

test("a setting: what it may be stands beside it, and the site says it at once", async () => {
  const page = await office("/system/config?configKey=site.phone");
  await page.getByRole("button", { name: "编辑「网站-联系电话」" }).click();
  const drawer = page.getByRole("dialog", { name: "编辑参数「网站-联系电话」" });
  await drawer.getByLabel("参数键值").fill("010-11112222");
  await page.keyboard.press("Control+s");
  await page.getByText("已保存参数「网站-联系电话」").waitFor();
  await vi.waitFor(async () =>
    expect(await (await fetch(`${baseUrl}/index`)).text()).toContain("010-11112222"),
  );
  await query(
    "update sys_config set config_value = '010-00000000' where config_key = 'site.phone'",
  );
  await page.getByRole("button", { name: "刷新缓存" }).click();
  await page.getByText("缓存已刷新").waitFor();
  await vi.waitFor(async () =>
    expect(await (await fetch(`${baseUrl}/index`)).text()).toContain("010-00000000"),
  );
  expect(await page.getByRole("button", { name: /更多操作/ }).count()).toBe(0);

  await page.goto("/system/config?configKey=captchaEnabled");
  await page.getByRole("button", { name: /^编辑「/ }).click();
  const flag = page.getByRole("dialog");
  await flag.getByText("true 或 false").waitFor();
  await flag.getByLabel("参数键值").fill("maybe");
  await page.keyboard.press("Control+s");
  await flag.getByText("参数键值应为：true 或 false").waitFor();
});

test("settings by groups: saved singly and together, wrong ones told at their fields", async () => {
  const page = await browser.page();
  const token = await openSession(ADMIN);
  await page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);
  await page.goto("/system/config");
  await page.getByRole("heading", { name: "站点信息" }).waitFor();
  await clean(page);
  const said = async () => (await fetch(`${baseUrl}/index`)).text();
  await page.getByLabel("服务时间").fill("全天");
  await page.getByRole("button", { name: "保存「服务时间」" }).click();
  await page.getByText("已保存「网站-服务时间」").waitFor();
  await vi.waitFor(async () => expect(await said()).toContain("全天"));
  await page.getByRole("button", { name: /^恢复默认值.*（服务时间）$/ }).click();

  // Together: none while one is wrong; the typed values stay, in the other view as well.
  await page.getByRole("spinbutton", { name: "锁定分钟数" }).fill("0");
  await page.getByRole("switch", { name: "是否开启用户注册功能" }).click();
  await page.getByText("3 项未保存").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("参数键值应为：1 到 1440 的整数").waitFor();
  await page.getByRole("spinbutton", { name: "锁定分钟数" }).and(page.locator(":focus")).waitFor();
  await clean(page);
  await page.getByText("表格", { exact: true }).click();
  await row(page, "sys.account.lockMinutes").waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?view=table");
  await page.getByText("分组", { exact: true }).click();
  await page.getByText("3 项未保存").waitFor();
  await page.getByRole("spinbutton", { name: "锁定分钟数" }).fill("15");
  await page.getByRole("button", { name: /^全部保存/ }).click();
  await page.getByText("已保存 3 项参数").waitFor();
  const values = await query(
    `select config_value from sys_config where config_key in
     ('site.hours', 'sys.account.lockMinutes', 'sys.account.registerUser') order by config_key`,
  );
  expect(values.map((each) => each.config_value)).toEqual([
    "工作日 9:00—11:30，13:30—17:00",
    "15",
    "true",
  ]);
  await query(
    `update sys_config set config_value = case config_key when 'sys.account.lockMinutes' then '10'
     else 'false' end where config_key in ('sys.account.lockMinutes', 'sys.account.registerUser')`,
  );

  await page.getByLabel("搜索参数").fill("黑名单");
  await page.getByRole("combobox", { name: "黑名单列表" }).fill("10.0.0.300");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "保存「黑名单列表」" }).click();
  await page.getByText("参数键值中的「10.0.0.300」不是地址").waitFor();
  await page.getByRole("button", { name: "撤销「黑名单列表」的修改" }).click();
  await expect.poll(() => page.getByText("项未保存").count()).toBe(0);
});

test("on a phone the table is cards, nothing sticks out, targets are large", async () => {
  const page = await office("/system/post", { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.getByRole("heading", { name: "会长", exact: true }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  for (const name of ["更多筛选", "新增岗位", "刷新", "更多操作「会长」"]) {
    const box = await page.getByRole("button", { name }).first().boundingBox();
    expect([name, (box?.height ?? 0) >= 40]).toEqual([name, true]);
  }
  await page.getByRole("checkbox", { name: "选择「会长」" }).check();
  const bar = page.getByRole("toolbar", { name: "批量操作" });
  const bottom = async () => {
    const box = await bar.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await expect.poll(bottom).toBe(PHONE.height);
  await page.getByRole("button", { name: "取消选择" }).click();
  await page.getByRole("button", { name: "更多操作「会长」" }).click();
  await page.getByRole("menuitem", { name: "编辑" }).click();
  await page.getByRole("dialog", { name: "编辑岗位「会长」" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});

test("a setting that is a picture: refused, uploaded, looked at, shown on the site, removed", async () => {
  const page = await office("/system/config?configKey=site.qrImage");
  await page.getByRole("button", { name: "编辑「网站-公众号二维码图片」" }).click();
  const drawer = page.getByRole("dialog", { name: /^编辑参数/ });
  const files = drawer.locator('input[type="file"]');
  const name = "公众号.png";
  await files.setInputFiles({ name: "公众号.gif", mimeType: "image/gif", buffer: PNG });
  await page.getByText("文件格式不正确, 请上传png/jpg/jpeg格式文件!").first().waitFor();
  await files.setInputFiles({
    name,
    mimeType: "image/png",
    buffer: Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]),
  });
  await page.getByText("上传头像图片大小不能超过 5 MB!").first().waitFor();
  await files.setInputFiles({ name, mimeType: "image/png", buffer: PNG });
  const picture = drawer.locator("li.o-image img");
  await picture.waitFor();
  await vi.waitFor(async () =>
    expect(await picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(160),
  );
  await clean(page);
  await drawer.getByRole("button", { name: /^预览/ }).click();
  const preview = page.getByRole("dialog", { name: /^图片预览/ });
  await preview.waitFor();
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "hidden" });
  // Esc closed the top layer alone.
  await drawer.getByText("1 项未保存").waitFor();
  expect(await page.getByText(/^放弃「/).count()).toBe(0);
  await page.keyboard.press("Control+s");
  await page.getByText("已保存参数「网站-公众号二维码图片」").waitFor();
  const footer = async () => (await (await fetch(`${baseUrl}/index`)).text()).match(QR_IMAGE)?.[0];
  await vi.waitFor(async () => expect(await footer()).toBeDefined());

  await page.getByRole("button", { name: "编辑「网站-公众号二维码图片」" }).click();
  await drawer.getByRole("button", { name: /^删除/ }).click();
  await drawer.getByText("选择图片").waitFor();
  await page.keyboard.press("Control+s");
  await vi.waitFor(async () => expect(await footer()).toBeUndefined());
});

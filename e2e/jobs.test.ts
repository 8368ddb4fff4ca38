import fs from "node:fs";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { clean, listPage, type StaffOptions } from "./staff.ts";

// Jobs: put together, run, seen in their log, switched on and off.
const browser = browserKit();

const JOBS = "/monitor/job";

const office = (to: string, options?: StaffOptions) => listPage(browser, to, options);

const rowOf = (page: Page, name: string) =>
  page.locator(".cr-table tbody tr:visible").filter({ hasText: name });
const sure = (page: Page, verb: string) =>
  page.locator(".ant-modal-confirm").getByRole("button", { name: verb, exact: true }).click();
const more = async (page: Page, name: string, action: string) => {
  await page.getByRole("button", { name: `更多操作「${name}」` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

test("a job is put together, refused with the reason on its field, saved, run and seen in the log", async () => {
  const page = await office(JOBS);
  await clean(page);
  await page.keyboard.press("n");
  const drawer = page.getByRole("dialog", { name: "新增任务" });
  await drawer.getByLabel("任务名称").and(page.locator(":focus")).waitFor();
  await drawer.getByLabel("任务名称").fill("问候家长");
  await drawer.getByLabel("选择任务").click();
  await page.locator(".ant-select-item-option").getByText("示例：一个参数").click();
  await expect
    .poll(() => drawer.getByLabel("调用目标", { exact: false }).last().inputValue())
    .toBe("ryTask.ryParams('')");
  await drawer.getByPlaceholder("任务名.方法名(参数)").fill("ryTask.ryParams(7)");
  await drawer.getByLabel("Cron 表达式").fill("0 0 0 30 2 ?");
  await drawer.getByText("这个表达式今后不会再触发").waitFor();
  await drawer.getByRole("button", { name: "保存" }).click();
  // Both reasons, each on its field; nothing that was typed is gone.
  await drawer.getByText("参数不正确，应为（内容：文字）").waitFor();
  await drawer.getByText("Cron表达式不正确：这个表达式今后不会再触发").waitFor();
  expect(await drawer.getByLabel("任务名称").inputValue()).toBe("问候家长");

  await drawer.getByPlaceholder("任务名.方法名(参数)").fill("ryTask.ryParams('早上好')");
  await drawer.getByLabel("Cron 表达式").fill("0 0 0 * * ?");
  await drawer.getByRole("button", { name: "生成表达式" }).click();
  const dialog = page.getByRole("dialog", { name: "生成 Cron 表达式" });
  await clean(page);
  await dialog.getByRole("tab", { name: "时" }).click();
  const hours = dialog.getByRole("tabpanel", { name: "时" });
  await hours.getByLabel("指定", { exact: true }).check();
  await hours.getByLabel("0", { exact: true }).uncheck();
  await hours.getByLabel("7", { exact: true }).check();
  await dialog.getByRole("tab", { name: "周" }).click();
  const weekdays = dialog.getByRole("tabpanel", { name: "周" });
  await weekdays.getByLabel("指定", { exact: true }).check();
  await weekdays.getByLabel("周一").check();
  await dialog.getByText("每周日、周一 07:00").waitFor();
  await dialog.getByRole("button", { name: "使用这个表达式" }).click();
  await expect
    .poll(() => drawer.getByLabel("Cron 表达式").inputValue())
    .toMatch(/^0 0 7 \? \* 1,2$/);
  await page.keyboard.press("Control+s");
  await page.getByText("已新增任务「问候家长」").waitFor();

  await page.getByRole("button", { name: "执行一次「问候家长」" }).click();
  await sure(page, "执行一次");
  await page.getByText("「问候家长」已开始执行").waitFor();
  await vi.waitFor(async () =>
    expect(await query("select 1 from sys_job_log where job_name = '问候家长'")).toHaveLength(1),
  );
  await more(page, "问候家长", "调度日志");
  await page.getByRole("heading", { name: "调度日志：问候家长" }).waitFor();
  const logged = rowOf(page, "执行有参方法：早上好");
  await logged.waitFor();
  await clean(page);
  await logged.focus();
  await page.keyboard.press("Enter");
  const detail = page.getByRole("dialog", { name: /^调度日志 \d+$/ });
  await detail.getByText("人工执行").waitFor();
  await clean(page);
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "导出" }).click(),
  ]);
  expect(
    fs
      .readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("a job is enabled, paused, looked at, changed and removed", async () => {
  await query(
    `insert into sys_job (job_name, invoke_target, cron_expression)
     values ('季度提醒', 'ryTask.ryNoParams', '0 0 9 1 1,4,7,10 ?')`,
  );
  const page = await office(`${JOBS}?jobName=${encodeURIComponent("季度提醒")}`);
  const row = rowOf(page, "季度提醒");
  await page.getByRole("switch", { name: "启用「季度提醒」" }).click();
  await sure(page, "启用");
  await page.getByText("已启用任务「季度提醒」").waitFor();
  await row.getByText(/-01 09:00:00$/).waitFor();
  await page.getByRole("switch", { name: "启用「季度提醒」" }).click();
  await sure(page, "暂停");
  await page.getByText("已暂停任务「季度提醒」").waitFor();

  await more(page, "季度提醒", "任务详细");
  const detail = page.getByRole("dialog", { name: "任务「季度提醒」" });
  await detail.getByText("0 0 9 1 1,4,7,10 ?").waitFor();
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "编辑「季度提醒」" }).click();
  const drawer = page.getByRole("dialog", { name: "编辑任务「季度提醒」" });
  await drawer.getByLabel("备注").fill("每季度第一天");
  await drawer.getByRole("button", { name: "保存" }).click();
  await page.getByText("已保存任务「季度提醒」").waitFor();
  await more(page, "季度提醒", "删除");
  await sure(page, "删除");
  await page.getByText("已删除任务「季度提醒」").waitFor();
  expect(await query("select 1 from sys_job where job_name = '季度提醒'")).toEqual([]);
});

test("on a phone jobs are cards and the dialog fits", async () => {
  const page = await office(JOBS, { viewport: PHONE });
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
  await page.getByRole("button", { name: "新增任务" }).click();
  await page.getByRole("button", { name: "生成表达式" }).click();
  await page.getByRole("dialog", { name: "生成 Cron 表达式" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await clean(page);
});

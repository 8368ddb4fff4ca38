import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  DESKTOP,
  fitsWidth,
  openSession,
  PHONE,
  query,
  ready,
} from "./browser.ts";
import { baseUrl } from "./site.ts";

const browser = browserKit();

/** Keeps the token as the log-in page does. */
const logIn = (page: Page, token: string) =>
  page.context().addCookies([{ name: "Admin-Token", value: token, url: baseUrl }]);

const one = async (text: string, values: unknown[] = []) => (await query(text, values))[0] ?? {};

test("from what waits for the committee to the certificate", async () => {
  const page = await browser.page({ viewport: DESKTOP });
  await query("update sys_user set pwd_update_date = now() where user_id = 1");
  await logIn(page, await openSession(1));
  await page.goto("/declaration/meeting");
  await page.getByRole("heading", { name: "终审会议" }).waitFor();
  await page.getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("button", { name: "登记决议" }).waitFor();
  const { item_id, title } = await one(
    `select c.item_id, i.title from declare_case c join declare_item i on i.id = c.item_id
     join declare_meeting m on m.id = c.meeting_id where m.state = 1 order by c.place, c.id limit 1`,
  );
  // Votes are kept as they are typed; one who comes back finds them.
  for (const [label, count] of [
    ["同意", "6"],
    ["反对", "1"],
    ["弃权", "0"],
  ] as const) {
    await page.getByLabel(`「${title}」${label}票数`, { exact: true }).first().fill(count);
  }
  await page.getByLabel(`「${title}」弃权票数`, { exact: true }).first().blur();
  await vi.waitFor(
    async () =>
      expect(
        await one("select agree, against, abstain from declare_case where item_id = $1", [item_id]),
      ).toEqual({ agree: 6, against: 1, abstain: 0 }),
    { timeout: 15_000 },
  );
  await page.reload();
  const agree = page.getByLabel(`「${title}」同意票数`, { exact: true }).first();
  await agree.waitFor();
  expect(await agree.inputValue()).toBe("6");
  expect(await accessibilityProblems(page)).toEqual([]);

  // What a colleague has noted meanwhile is neither undone nor hidden by what is typed.
  const opinion = page.getByLabel(`「${title}」委员会意见`, { exact: true }).first();
  await query("update declare_case set opinion = '论证充分' where item_id = $1", [item_id]);
  const votes = "select agree, opinion from declare_case where item_id = $1";
  for (const count of ["5", "6"]) {
    await agree.fill(count);
    await agree.blur();
    await vi.waitFor(
      async () =>
        expect(await one(votes, [item_id])).toEqual({ agree: Number(count), opinion: "论证充分" }),
      { timeout: 15_000 },
    );
    await vi.waitFor(async () => expect(await opinion.inputValue()).toBe("论证充分"), {
      timeout: 15_000,
    });
  }
  // After the ranking is frozen a second time, the sheet shows no vote of the first time.
  await page.getByRole("button", { name: "解除冻结" }).click();
  await page.getByRole("dialog").getByLabel("原因").fill("补充一位专家的意见");
  await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "冻结排名" }).click();
  await page.getByRole("button", { name: "登记决议" }).waitFor();
  for (const [field, count] of [
    [agree, "6"],
    [page.getByLabel(`「${title}」反对票数`, { exact: true }).first(), "1"],
    [page.getByLabel(`「${title}」弃权票数`, { exact: true }).first(), "0"],
  ] as const) {
    expect(await field.inputValue()).toBe("");
    await field.fill(count);
    await field.blur();
  }
  expect(await opinion.inputValue()).toBe("");
  await vi.waitFor(
    async () => expect(await one(votes, [item_id])).toEqual({ agree: 6, opinion: "" }),
    { timeout: 15_000 },
  );

  // The rest of the sheet is voted down by a clerk who types faster.
  await query(
    `update declare_case set agree = 1, against = 6, abstain = 0, result = 'refuse', opinion = '材料不足，请补充后再报'
     where meeting_id = (select meeting_id from declare_case where item_id = $1 and carried_at is null)
     and item_id <> $1`,
    [item_id],
  );
  for (const [label, choice] of [
    ["表决结果", "通过"],
    ["获奖等级", "一等奖"],
  ] as const) {
    await page.getByLabel(`「${title}」${label}`, { exact: true }).first().click();
    await page.locator(".ant-select-item-option", { hasText: choice }).first().click();
  }
  await vi.waitFor(
    async () =>
      expect(
        await one("select result, award from declare_case where item_id = $1", [item_id]),
      ).toEqual({ result: "pass", award: "first" }),
    { timeout: 15_000 },
  );
  await page.getByRole("button", { name: "登记决议" }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("决议编号").fill("评委决〔2026〕21号");
  await drawer.getByRole("button", { name: "保存" }).click();
  await page.getByRole("button", { name: "公示 1 件" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "公示", exact: true }).click();
  await vi.waitFor(
    async () =>
      expect(await one("select state from declare_item where id = $1", [item_id])).toEqual({
        state: 6,
      }),
    { timeout: 15_000 },
  );

  // Five working days later the secretariat ends the publicity and issues the certificates.
  await query(
    "update declare_item set public_from = now() - interval '20 days', public_until = now() where id = $1",
    [item_id],
  );
  await page.goto(`/declaration/detail/${item_id}`);
  await page.getByRole("button", { name: "立项或授奖" }).click();
  await page.getByText("已立项或授奖").first().waitFor();
  await page.goto("/declaration/certificate");
  await page.getByRole("button", { name: "按批次制发" }).click();
  await page.getByRole("button", { name: /^制发「.*优秀案例」$/ }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "制发", exact: true }).click();
  await page.getByText(/^已制发 \d+ 份证书$/).waitFor();

  // The applicant finds it, and anybody can look it up.
  const { user_id } = await one("select user_id from declare_item where id = $1", [item_id]);
  await page.context().clearCookies();
  await query("update sys_user set pwd_update_date = now() where user_id = $1", [user_id]);
  await logIn(page, await openSession(Number(user_id)));
  await page.goto(`/Declare/getInfo?id=${item_id}`);
  await page.getByRole("button", { name: /^下载荣誉证书/ }).waitFor();
  await page.getByRole("link", { name: /^核对证书/ }).click();
  await page.getByRole("heading", { name: "有效" }).waitFor();
  await page.getByText("荣誉证书").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}, 120_000);

for (const viewport of [DESKTOP, PHONE]) {
  test(`${viewport.width} px: the publicity is read by anybody, an objection stays when one goes away`, async () => {
    const page = await browser.page({ viewport });
    await page.goto("/publicity");
    await ready(page);
    await page.getByRole("heading", { name: "申报公示" }).waitFor();
    await page.getByRole("link", { name: "登录后提出异议" }).first().waitFor();
    expect(await page.content()).not.toMatch(/1[3-9]\d{9}/);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
    const { user_id } = await one(
      `insert into sys_user (user_name, nick_name, user_type, pwd_update_date)
       values ('objector' || floor(random() * 1e9), '异议人', '01', now()) returning user_id`,
    );
    await logIn(page, await openSession(Number(user_id)));
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/objection/mine")) asked.push(request.url());
    });
    await page.goto("/publicity");
    await page
      .getByRole("button", { name: /^提出异议「/ })
      .first()
      .click();
    const reason = page.getByRole("textbox", { name: "异议内容" });
    await reason.fill("第三部分与已发表的论文大段相同。");
    await page.getByRole("button", { name: "提交异议" }).click();
    await page.getByText("请填写您的姓名或单位名称").waitFor();
    await page.reload();
    await reason.waitFor();
    expect(await reason.inputValue()).toBe("第三部分与已发表的论文大段相同。");
    // What was given up is nowhere any more.
    await page.getByRole("button", { name: "先不提交" }).click();
    await reason.waitFor({ state: "detached" });
    await page.reload();
    const ways = page.getByRole("button", { name: /^提出异议「/ });
    await ways.first().waitFor();
    expect(await reason.count()).toBe(0);
    await ways.first().click();
    expect(await reason.inputValue()).toBe("");
    await reason.fill("第三部分与已发表的论文大段相同。");
    await page.getByRole("textbox", { name: "姓名或单位名称" }).fill("赵青");
    await page.getByRole("textbox", { name: "联系方式" }).fill("13900001234");
    // A name with an accusation is in this tab alone.
    const kept = () =>
      page.evaluate(() => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]);
    await vi.waitFor(async () => expect((await kept())[1]).toContain("赵青"));
    expect((await kept())[0]).not.toContain("赵青");
    await page.getByRole("button", { name: "提交异议" }).click();
    await page.getByText("待处理").waitFor();
    for (const text of await kept()) expect(text).not.toContain("赵青");
    // Once a visit, and once after what was sent: however many are shown.
    expect(asked.length).toBe(4);
    // A batch that gets another name has it here at once.
    const admin = await openSession(1);
    const { id } = await one(
      "select b.id from declare_batch b join declare_item i on i.batch_id = b.id where i.state = 6 limit 1",
    );
    const headers = { authorization: `Bearer ${admin}` };
    const url = `${baseUrl}/prod-api/api/declaration/batch`;
    const { data } = await (await page.request.get(`${url}/${id}`, { headers })).json();
    const batchName = `更名后的批次 ${viewport.width}`;
    const put = await page.request.put(url, { headers, data: { ...data, batchName } });
    expect((await put.json()).code).toBe(200);
    await page.goto("/publicity");
    await page.getByRole("heading", { name: batchName }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
  });
}

import fs from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserKit, emptied, openSession, query } from "./browser.ts";
import { rootDir } from "./program.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, atHand, staffMember, staffPage } from "./staff.ts";

// Each drawer and dialog of the office that takes words or choices: untouched it closes at once; with
// something in it, it asks, and keeps the typed text where the answer is no.
const browser = browserKit({ keepsPages: true });
/** One for all: a new one would read and compile the office's scripts again for each window. */
let page: Page;

const ids: Record<string, number> = {};
let cover = "";
let picture: Buffer;

type Window = {
  /** The office page it is opened on; `:name` is filled in from `ids`. */
  at: string;
  /** Opens it and returns it. */
  open: (page: Page) => Promise<Locator>;
  /** Types or chooses something in it. */
  change: (window: Locator, page: Page) => Promise<void>;
};

const press = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole("button", { name }).locator("visible=true").first().click();
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const opened =
  (button: string | RegExp, name: string | RegExp) =>
  async (page: Page): Promise<Locator> => {
    await press(page, button);
    return dialog(page, name);
  };
/** From the menu behind the row's last button. */
const fromRow =
  (row: string, choice: string, name: string | RegExp) =>
  async (page: Page): Promise<Locator> => {
    await press(page, `更多操作「${row}」`);
    await page.getByRole("menuitem", { name: choice }).click();
    return dialog(page, name);
  };
const onList = "/content/article?keyword=小心关闭";
const pickRow = async (page: Page, act: string, name: string): Promise<Locator> => {
  const box = page.getByRole("checkbox", { name: "选择「小心关闭的草稿」" });
  if (!(await box.isChecked())) await box.check();
  await press(page.getByRole("toolbar", { name: "批量操作" }), act);
  return dialog(page, name);
};

const NAME = "小心关闭";

/** The demo's batch that is open. */
const NEXT_PROJECTS = `${new Date().getFullYear() + 1} 年度规划课题`;

/** By the file that asks; some have several. */
const WINDOWS: Readonly<Record<string, readonly Window[]>> = {
  "app/article/desk/editor/cover-crop.tsx": [
    {
      at: "/content/article-edit/:article",
      open: opened("裁剪", "裁剪封面"),
      change: async (window) => {
        await window.locator(".ReactCrop__drag-handle").first().press("ArrowRight");
      },
    },
  ],
  "app/article/desk/import/imports.tsx": [
    {
      at: "/content/article-edit/new",
      open: opened("导入公众号", "导入公众号文章"),
      change: (window) => window.getByLabel("文章的网页源代码").fill("<p>一段源代码"),
    },
  ],
  "app/article/desk/list/list-bulk.tsx": [
    {
      at: onList,
      open: (page) => pickRow(page, "移动栏目", "移动到栏目"),
      change: async (window, page) => {
        await window.getByRole("combobox", { name: "栏目" }).click();
        await page.locator(".ant-select-dropdown:visible").getByText("通知公告").click();
      },
    },
    {
      at: onList,
      open: (page) => pickRow(page, "可见范围", "修改可见范围"),
      change: (window) => window.getByText("会员", { exact: true }).click(),
    },
  ],
  "app/article/desk/list/pin-drawer.tsx": [
    {
      at: "/content/article?typeId=:category",
      open: opened("置顶排序", "置顶排序"),
      change: (window) => press(window, /^下移/),
    },
  ],
  "app/article/desk/parts/publish-dialog.tsx": [
    {
      at: onList,
      open: opened(/^发布「小心关闭的草稿/, "发布「小心关闭的草稿」"),
      change: (window) => window.getByText("定时", { exact: true }).click(),
    },
  ],
  "app/article/desk/list/use-acts.tsx": [
    {
      at: onList,
      open: fromRow("小心关闭的公开稿", "置顶", "置顶「小心关闭的公开稿」"),
      change: async (window) => {
        await window.getByLabel("置顶到哪一天").fill("2031-02-03");
        await window.getByLabel("置顶到哪一天").press("Tab");
      },
    },
  ],
  "app/article/desk/parts/use-wording.tsx": [
    {
      at: onList,
      open: async (page) => {
        const publishing = dialog(page, "发布「小心关闭的草稿」");
        if (!(await publishing.isVisible())) await press(page, /^发布「小心关闭的草稿/);
        await press(publishing, "发布");
        return dialog(page, /^用语检查/);
      },
      change: (window) => window.getByLabel("放行理由").fill("原文引用"),
    },
  ],
  "app/common/files/desk/crop-dialog.tsx": [
    {
      at: "/content/files",
      open: async (page) => {
        const file = dialog(page, "小心关闭.jpg");
        if (!(await file.isVisible())) await page.locator(".md-open").first().click();
        await press(file, "裁剪");
        return dialog(page, "裁剪图片");
      },
      change: (window) => window.getByLabel("宽", { exact: true }).fill("200"),
    },
  ],
  "app/common/files/desk/file-drawer.tsx": [
    {
      at: "/content/files",
      open: async (page) => {
        await page.locator(".md-open").first().click();
        return dialog(page, "小心关闭.jpg");
      },
      change: (window) => window.getByLabel("名称").fill("改了的名称"),
    },
  ],
  "app/monitor/job/cron-dialog.tsx": [
    {
      at: "/monitor/job",
      open: async (page) => {
        const job = dialog(page, /^新增/);
        if (!(await job.isVisible())) await press(page, "新增");
        await press(job, "生成表达式");
        return dialog(page, "生成 Cron 表达式");
      },
      change: (window) => window.getByRole("tabpanel", { name: "时" }).getByText("每小时").click(),
    },
  ],
  "office/list/pick-drawer.tsx": [
    {
      at: "/system/role-auth/user/:role",
      open: opened("添加用户", /添加用户$/),
      change: async (window) => {
        await window.getByRole("checkbox").last().check();
      },
    },
    {
      at: "/tool/gen",
      open: opened("导入", "导入表"),
      change: async (window) => {
        await window.getByRole("checkbox").last().check();
      },
    },
  ],
  "app/system/user/reset-password.tsx": [
    {
      at: "/system/user?userName=careful-close",
      open: fromRow("careful-close", "重置密码", "重置「careful-close」的密码"),
      change: (window) => window.getByLabel("新密码").fill("Harbour"),
    },
  ],
  "app/tool/build/import-drawer.tsx": [
    {
      at: "/tool/build",
      open: opened("导入", "导入表单"),
      change: (window) => window.getByLabel("表单 JSON").fill("{"),
    },
  ],
  "app/tool/gen/create-table.tsx": [
    {
      at: "/tool/gen",
      open: opened("建表", "建表"),
      change: (window) => window.getByLabel("建表语句").fill("CREATE TABLE"),
    },
  ],
  "app/user/profile/avatar-crop.tsx": [
    {
      at: "/user/profile",
      open: async (page) => {
        const file = { name: "me.jpg", mimeType: "image/jpeg", buffer: picture };
        await page.getByLabel("选择头像图片").setInputFiles(file);
        return dialog(page, "裁剪头像");
      },
      change: (window) => window.getByRole("slider", { name: "缩放" }).press("ArrowRight"),
    },
  ],
  "app/wording/desk/try-box.tsx": [
    {
      at: "/content/wording",
      open: opened("试一试", "试一试：检查一段文字"),
      change: (window) => window.getByLabel("要检查的文字").fill("一段要检查的文字"),
    },
  ],
  "office/form/crud-drawer.tsx": [
    {
      at: "/system/post",
      open: opened("新增", /^新增/),
      change: (window) => window.getByLabel(/^岗位名称/).fill("小心关闭的岗位"),
    },
  ],
  "app/declaration/batch/unlock-dialog.tsx": [
    {
      at: "/declaration/batch",
      open: opened(`个人延时「${NEXT_PROJECTS}」`, /个人延时$/),
      change: (window) => window.getByLabel("原因").fill("因病住院，单位已出具证明"),
    },
  ],
  "app/declaration/panel/list/invite-drawer.tsx": [
    {
      at: "/declaration/panel",
      open: opened("邀请专家", /^邀请专家/),
      change: (window) => window.getByRole("checkbox").last().check(),
    },
  ],
  "app/declaration/panel/list/plan-drawer.tsx": [
    {
      at: "/declaration/panel",
      open: opened("评审设置", /^评审设置/),
      change: (window) => window.getByLabel("每人最多件数").fill("13"),
    },
  ],
  "app/declaration/panel/list/seat-drawer.tsx": [
    {
      at: "/declaration/panel",
      open: opened("增加专家「祖辈陪伴质量工作坊」", "增加专家"),
      change: (window) => window.getByRole("radio").first().check(),
    },
  ],
  "app/finance/statement/aside-dialog.tsx": [
    {
      at: "/finance/statement-match/0",
      open: opened("不是会费", "标记 1 笔流水不是会费"),
      change: (window) => window.getByLabel("原因").fill("另行入账"),
    },
  ],
  "app/finance/statement/match-drawer.tsx": [
    {
      at: "/finance/statement-match/0",
      open: opened(/^匹配「/, /^匹配：/),
      change: async (window) => {
        await window.getByLabel("查找待缴费的申请").fill("S2099010002");
        await press(window, /^选择小心关闭/);
      },
    },
  ],
  "app/finance/statement/import-dialog.tsx": [
    {
      at: "/finance/statement",
      open: opened("导入", "导入银行流水"),
      change: (window) =>
        window
          .locator("input[type=file]")
          .setInputFiles({ name: "a.csv", mimeType: "", buffer: Buffer.from("日期,金额,户名\n") }),
    },
  ],
  "office/import/import-dialog.tsx": [
    {
      at: "/system/user",
      open: opened("导入", "导入用户"),
      change: (window) =>
        window
          .locator("input[type=file]")
          .setInputFiles({ name: "a.xlsx", mimeType: "", buffer: Buffer.from("PK") }),
    },
  ],
  "app/member/renewal/batch-drawer.tsx": [
    {
      at: "/members/renewal",
      open: opened("团体代缴", "团体代缴"),
      change: (window) => window.getByLabel("付款单位").fill("云川师范大学"),
    },
  ],
  "office/layers/notice-dialog.tsx": [
    {
      at: "/members/renewal?keyword=D209900003",
      open: async (page) => {
        const box = page.getByRole("checkbox", { name: /^选择「小心关闭/ });
        if (!(await box.isChecked())) await box.check();
        await press(page.getByRole("toolbar", { name: "批量操作" }), "会费通知");
        return dialog(page, "向 1 位会员发送会费通知");
      },
      change: (window) => window.getByLabel("通知内容").fill("请各位会员按时缴纳新一年度的会费。"),
    },
  ],
  "app/member/renewal/propose-dialog.tsx": [
    {
      at: "/members/renewal?keyword=D209900003",
      open: async (page) => {
        const box = page.getByRole("checkbox", { name: /^选择「小心关闭/ });
        if (!(await box.isChecked())) await box.check();
        await press(page.getByRole("toolbar", { name: "批量操作" }), /^提请自动退会/);
        return dialog(page, "提请 1 位会员自动退会");
      },
      change: async (window, page) => {
        await window.getByRole("combobox", { name: "会议" }).click();
        await page.locator(".ant-select-dropdown:visible").getByText(NAME).click();
      },
    },
  ],
  "app/member/office.tsx": [
    {
      at: `/members/roster?name=${NAME}`,
      open: opened(`中止「${NAME}（D209900001）」`, /^中止/),
      change: (window) => window.getByLabel("原因").fill("本人书面申请"),
    },
  ],
  "app/member/merge/merge-dialog.tsx": [
    {
      at: `/members/roster?name=${NAME}`,
      open: async (page) => {
        const boxes = page.getByRole("checkbox", { name: /^选择「/ });
        for (const nth of [0, 1]) await boxes.nth(nth).check();
        await press(page.getByRole("toolbar", { name: "批量操作" }), /^合并/);
        const window = await dialog(page, "合并重复的会员");
        await window.getByLabel("原因").waitFor();
        return window;
      },
      change: (window) => window.getByLabel("原因").fill("同一人登记了两次"),
    },
  ],
  "app/member/certificate/office.tsx": [
    {
      at: `/members/certificates?name=${NAME}`,
      open: fromRow(`${NAME}（D209900001）`, "撤销", /^撤销证书/),
      change: (window) => window.getByLabel("原因").fill("名称写错了"),
    },
  ],
  "app/system/sign/review/branch-dialog.tsx": [
    {
      at: "/members/application/:sign",
      open: opened("更正", `更正「${NAME}」的分支机构`),
      change: (window) => window.getByLabel("原因").fill("专业属于另一个分会"),
    },
  ],
  "app/system/sign/review/list-bulk.tsx": [
    {
      at: `/members/review?keyword=${NAME}&state=1`,
      open: async (page) => {
        const box = page.getByRole("checkbox", { name: `选择「${NAME}」` });
        if (!(await box.isChecked())) await box.check();
        await press(page.getByRole("toolbar", { name: "批量操作" }), /^批量通过/);
        return dialog(page, /^批量通过/);
      },
      change: (window) => window.getByLabel("审核意见").fill("材料齐全"),
    },
  ],
  "office/form/reveal.tsx": [
    {
      at: "/system/user?userName=careful-close",
      open: opened(/^查看「careful-close」/, /^查看「careful-close」/),
      change: (window) => window.getByLabel("查看原因").fill("电话核实资料"),
    },
  ],
  "office/form/lines-dialog.tsx": [
    {
      at: "/content/wording",
      open: opened("批量导入", "批量导入词语"),
      change: (window) => window.getByLabel("每行一条").fill("最权威=较权威"),
    },
  ],
  "office/upload/media-picker.tsx": [
    {
      at: "/content/article-edit/:article",
      open: opened("更换", "选择图片"),
      change: async (window) => {
        await window.getByRole("checkbox").first().check();
      },
    },
  ],
  "office/list/saved-filters.tsx": [
    {
      at: onList,
      open: opened("保存当前筛选", "保存当前筛选"),
      change: (window) => window.getByLabel("筛选名称").fill("小心关闭的筛选"),
    },
  ],
};

test("every window that asks is named here", () => {
  const src = path.join(rootDir, "src");
  const found = fs
    .globSync("{app,office}/**/*.tsx", { cwd: src })
    .filter((file) => fs.readFileSync(path.join(src, file), "utf8").includes("useCarefulClose("))
    .map((file) => file.split(path.sep).join("/"));
  expect(Object.keys(WINDOWS).sort()).toEqual(found.sort());
});

beforeAll(async () => {
  picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: 9, g: 120, b: 77 } },
  })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(picture)]), "小心关闭.jpg");
  const authorization = `Bearer ${await openSession(ADMIN)}`;
  const uploaded = await fetch(`${baseUrl}/prod-api/common/files/desk`, {
    method: "POST",
    headers: { authorization },
    body,
  });
  const { data } = (await uploaded.json()) as { data: { url: string } };
  cover = data.url;
  const [type] = await query("select id from article_type where bll_name = '通知公告'");
  ids.category = Number(type?.id);
  for (const [name, status, top] of [
    ["小心关闭的公开稿", "3", 0],
    ["小心关闭的置顶甲", "3", 902],
    ["小心关闭的置顶乙", "3", 901],
    ["小心关闭的草稿", "0", 0],
  ] as const) {
    const [row] = await query(
      `insert into article (article_name, type_id, owner_id, status, top, cover, content, publish_time)
       values ($1, $2, $3, $4, $5, $6, '<p>本班为国家认证课程。</p>', now()) returning id`,
      [name, ids.category, ADMIN, status, top, cover],
    );
    ids.article = Number(row?.id);
  }
  ids.person = await staffMember("careful-close", 2000, ["content:article:list"]);
  await query("update sys_user set phonenumber = '13800002098' where user_id = $1", [ids.person]);
  const [member] = await query(
    `insert into member (member_no, member_type, name, level_id, joined_on)
     select 'D209900001', '02', $1, id, '2026-01-01' from member_level where member_type = '02'
     order by id limit 1 returning id, level_id`,
    [NAME],
  );
  // A second one of the name, to merge with.
  await query(
    `insert into member (member_no, member_type, name, level_id, joined_on)
     select 'D209900002', '02', $1, id, '2026-01-01' from member_level where member_type = '02'
     order by id limit 1`,
    [NAME],
  );
  const [term] = await query(
    `insert into member_term (member_id, level_id, from_on, to_on)
     values ($1, $2, '2026-01-01', '2099-12-31') returning id`,
    [member?.id, member?.level_id],
  );
  const [lapsed] = await query(
    `insert into member (member_no, member_type, name, level_id, joined_on)
     values ('D209900003', '02', $1, $2, '2016-01-01') returning id`,
    [NAME, member?.level_id],
  );
  await query(
    `insert into member_term (member_id, level_id, from_on, to_on)
     values ($1, $2, '2016-01-01', '2016-12-31')`,
    [lapsed?.id, member?.level_id],
  );
  await query("insert into council_meeting (meeting_name, meeting_on) values ($1, '2026-12-05')", [
    NAME,
  ]);
  await query(
    `insert into member_certificate (code, member_id, term_id, member_no, name, level_name, from_on,
       to_on, issued_on)
     values (repeat('c', 22), $1, $2, 'D209900001', $3, '单位会员', '2026-01-01', '2099-12-31', '2026-01-01')`,
    [member?.id, term?.id, NAME],
  );
  const [sign] = await query(
    `insert into sign (apply_no, member_type, user_id, level_id, state, name, credit_code, submitted_at)
     values ('S2099010001', '02', $1, $2, 1, $3, '9144030071526726XG', now()) returning id`,
    [ids.person, member?.level_id, NAME],
  );
  ids.sign = Number(sign?.id);
  const payer = await staffMember("careful-other", 2000, ["content:article:list"]);
  await query(
    `insert into sign (apply_no, member_type, user_id, level_id, state, name, credit_code, submitted_at,
       due_fen, reference, deadline_at)
     values ('S2099010002', '02', $1, $2, 4, $3, '914403001922038216', now(), 30000, 'HCAREFUL', now())`,
    [payer, member?.level_id, NAME],
  );
  await query(
    `with bank as (insert into bank_profile (bank_name, mapping) values ($1, '{}') returning id),
       file as (insert into bank_statement (profile_id, file_name, sha256, line_count, added_count,
         repeated_count, out_count, problem_count, imported_by)
         select id, $1, '', 1, 1, 0, 0, 0, 1 from bank returning id, profile_id)
     insert into bank_line (statement_id, profile_id, line_no, paid_at, amount_fen, payer_name, fingerprint)
     select id, profile_id, 1, now(), 30000, '某人', 'careful' from file`,
    [NAME],
  );
  const [role] = await query("select role_id from sys_role where role_key = 'careful-close'");
  ids.role = Number(role?.role_id);
  await query("create table careful_close (loan_id bigint primary key, title text)");
  page = await staffPage(browser, "/workbench");
});

afterAll(async () => {
  await query("drop table careful_close");
  await query("delete from bank_line where fingerprint = 'careful'");
  await query("delete from article where article_name like '小心关闭%'");
  await query("delete from sign where name = $1", [NAME]);
  await query("delete from member_certificate where name = $1", [NAME]);
  await query(
    "delete from member_term where member_id in (select id from member where name = $1)",
    [NAME],
  );
  await query("delete from member where name = $1", [NAME]);
  await query("delete from council_meeting where meeting_name = $1", [NAME]);
});

/** All that a person has put into a window. */
const contentOf = (window: Locator) =>
  window.evaluate((element) => ({
    // Not all of its text: some of it comes from the server a moment later.
    texts: [...element.querySelectorAll(".ant-select-content, .ad-pinned, .jb-line")].map(
      (each) => each.textContent,
    ),
    fields: [...element.querySelectorAll<HTMLInputElement>("input, textarea, [role=slider]")].map(
      (each) => `${each.value} ${each.checked} ${each.getAttribute("aria-valuenow")}`,
    ),
    cuts: [...element.querySelectorAll(".ReactCrop__crop-selection")].map((each) =>
      each.getAttribute("style"),
    ),
  }));

const CASES = Object.entries(WINDOWS).flatMap(([file, all]) =>
  all.map((each, index) => ({ ...each, name: `${file} ${index + 1}` })),
);

test.each(CASES)("closes at once, or asks: $name", async ({ at, open, change }) => {
  const address = at.replace(/:(\w+)/, (_all, name: string) => String(ids[name]));
  await emptied(page);
  await page.goto(address);
  const question = page.locator(".ant-modal-confirm-title", { hasText: /^放弃/ });
  const dot = page.locator("[role=tab][aria-selected=true] .o-tag-dot");

  const first = await open(page);
  await first.waitFor();
  await atHand(page);
  await page.keyboard.press("Escape");
  await first.waitFor({ state: "hidden" });
  expect(await question.count()).toBe(0);

  const window = await open(page);
  await window.waitFor();
  await atHand(page);
  await change(window, page);
  await dot.waitFor();
  const before = await contentOf(window);
  await page.keyboard.press("Escape");
  await question.waitFor();
  await press(page.locator(".ant-modal-confirm"), "取消");
  await question.waitFor({ state: "hidden" });
  expect(await contentOf(window)).toEqual(before);
  await dot.waitFor();

  await window.locator(".ant-modal-close, .ant-drawer-close").first().click();
  await question.waitFor();
  await press(page.locator(".ant-modal-confirm"), /^放弃/);
  await window.waitFor({ state: "hidden" });
  await dot.waitFor({ state: "detached" });
});

import fs from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { browserKit, emptied, openSession, query } from "./browser.ts";
import { rootDir } from "./program.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, staffMember, staffPage } from "./staff.ts";

// A person who looks at another tab and comes back finds what was typed, where the cursor was and how far
// it was scrolled: on every page of the office that takes words.
const browser = browserKit({ keepsPages: true });
/** One for all: a new one would read and compile the office's scripts again for each form. */
let page: Page;

type Form = {
  /** Address; `:name` is filled in from `ids`. */
  at: string;
  /** Name of the button that opens the form in a drawer, a dialog or in place of the page. */
  open?: string | RegExp;
  /** Of these fields alone: a search would hide the others. */
  only?: string;
};

const TICK = ".cr-table [type=checkbox]";

const ids: Record<string, number> = {};

const ADD = /^新增/;
/** A list with filters, and a drawer that adds a row. */
const crud = (at: string): Form[] => [{ at }, { at, open: ADD }];

/** Every page of the registry, by the folder of its office.tsx or entity.ts, with its forms. */
const PAGES: Readonly<Record<string, readonly Form[]>> = {
  "activity/desk": [{ at: "/activities/activity" }, { at: "/activities/activity-edit/new" }],
  "activity/entry": [{ at: "/activities/entry" }],
  advice: [{ at: "/content/advice" }],
  "article/desk": [
    { at: "/content/article" },
    { at: "/content/article-edit/new" },
    { at: "/content/article-edit/:article" },
    { at: "/content/article-review/:review" },
  ],
  "article_type/desk": crud("/content/category"),
  "banner/desk": crud("/content/banner"),
  "chat/desk": crud("/content/chat"),
  committee: crud("/content/committee"),
  "common/files/desk": [{ at: "/content/files" }],
  "declaration/batch": crud("/declaration/batch"),
  "declaration/expert": crud("/declaration/expert"),
  "declaration/certificate": [{ at: "/declaration/certificate" }],
  "declaration/holiday": crud("/declaration/holiday"),
  "declaration/meeting": [{ at: "/declaration/meeting", open: "会议与名额" }],
  "declaration/objection": [{ at: "/declaration/objection" }],
  "declaration/panel": [{ at: "/declaration/panel", open: "邀请专家" }],
  "declaration/item": [{ at: "/declaration/item" }, { at: "/declaration/detail/0" }],
  "finance/confirm": [{ at: "/finance/confirm" }],
  "finance/receipt": [{ at: "/finance/receipt" }],
  "finance/summary": [],
  "finance/refund": [{ at: "/finance/refund" }],
  "finance/statement": [{ at: "/finance/statement" }, { at: "/finance/statement-match/0" }],
  forerunner: crud("/content/forerunner"),
  inbox: [],
  "links/desk": crud("/content/links"),
  member: [{ at: "/members/roster" }],
  "member/certificate": [{ at: "/members/certificates" }],
  "member/correction": [{ at: "/members/corrections" }],
  "member/figures": [],
  "member/level": crud("/members/levels"),
  "member/post": crud("/members/posts"),
  "member/renewal": [{ at: "/members/renewal" }],
  "message/delivery": [],
  "message/template": [],
  "monitor/cache": [],
  "monitor/cache/list": [{ at: "/monitor/cacheList?cacheName=sys_dict:" }],
  "monitor/druid": [],
  "monitor/job": crud("/monitor/job"),
  "monitor/jobLog": [{ at: "/monitor/job-log/index" }],
  "monitor/logininfor": [{ at: "/system/log/logininfor" }],
  "monitor/online": [{ at: "/monitor/online" }],
  "monitor/operlog": [{ at: "/system/log/operlog" }],
  "monitor/server": [],
  programme: crud("/content/programme"),
  "seo/push/desk": [{ at: "/content/push" }],
  "seo/redirects/desk": crud("/content/redirects"),
  "system/config": [
    { at: "/system/config", only: ".cf-groups :is(input, textarea)" },
    { at: "/system/config", only: ".cf-search input" },
  ],
  "system/config/desk": [{ at: "/content/site" }],
  "system/cooperation/desk": crud("/content/cooperation"),
  "system/dept": crud("/system/dept"),
  "system/dict": crud("/system/dict"),
  "system/dict/data": crud("/system/dict-data/index/1"),
  "system/menu": crud("/system/menu"),
  "system/notice": [
    { at: "/system/notice" },
    { at: "/system/notice?edit=new" },
    { at: "/system/notice?edit=:notice" },
  ],
  "system/post": crud("/system/post"),
  "system/role": [
    { at: "/system/role" },
    { at: "/system/role?edit=new" },
    { at: "/system/role?edit=:role" },
  ],
  "system/role/authUser": [{ at: "/system/role-auth/user/:role" }],
  "system/role/compare": [],
  "system/sign/council": [...crud("/members/council"), { at: "/members/council-sheet/:meeting" }],
  "system/sign/review": [{ at: "/members/review" }, { at: "/members/application/:sign" }],
  "system/user": crud("/system/user"),
  "system/user/access": [{ at: "/system/user-access/index/:person" }],
  "system/user/authRole": [{ at: "/system/user-auth/role/:person", only: TICK }],
  teacher: crud("/content/teacher"),
  "tile/desk": crud("/content/tile"),
  "tool/build": [{ at: "/tool/build" }],
  "tool/gen": [{ at: "/tool/gen" }, { at: "/tool/gen", open: "建表" }],
  "tool/gen/edit": [{ at: "/tool/gen-edit/index/:table" }],
  "tool/swagger": [{ at: "/tool/swagger", only: ".o-panel input" }],
  "user/profile": [{ at: "/user/profile" }],
  "wording/desk": [...crud("/content/wording"), { at: "/content/wording", open: /试一试/ }],
  workbench: [],
};

test("every page of the office is named here", () => {
  const app = path.join(rootDir, "src/app");
  const found = fs
    .globSync("**/{office.tsx,entity.ts}", { cwd: app })
    .map((file) => path.dirname(file).split(path.sep).join("/"));
  // A regular entity may have a page of its own.
  expect(Object.keys(PAGES).sort()).toEqual([...new Set(found)].sort());
});

const TITLE = "离开又回来";
const PROSE = `<p>${"一段已经写好的话。".repeat(12)}</p>`.repeat(14);

beforeAll(async () => {
  ids.person = await staffMember("tabs-keep", 2000, ["content:article:list"]);
  const [held] = await query("select role_id from sys_user_role where user_id = $1", [ids.person]);
  ids.role = Number(held?.role_id);
  const article = async (status: string, owner: number) => {
    const [row] = await query(
      `insert into article (article_name, type_id, owner_id, status, content, source, submitted_by, submitted_at)
       select $1, id, $2, $3, $4, '秘书处', $2, now() from article_type
       where bll_name = '通知公告' returning id`,
      [TITLE, owner, status, PROSE],
    );
    return Number(row?.id);
  };
  ids.article = await article("0", ADMIN);
  ids.review = await article("1", ids.person);
  const [sign] = await query("select id from sign where state = 1 order by id limit 1");
  ids.sign = Number(sign?.id);
  const [sheet] = await query(
    `with meeting as (insert into council_meeting (meeting_name, meeting_on)
       values ($1, '2026-12-05') returning id),
     waits as (update sign set state = 3 where id =
       (select id from sign where state = 1 order by id desc limit 1) returning id)
     insert into council_item (meeting_id, sign_id) select meeting.id, waits.id from meeting, waits
     returning meeting_id`,
    [TITLE],
  );
  ids.meeting = Number(sheet?.meeting_id);
  const [notice] = await query(
    `insert into sys_notice (notice_title, notice_content, notice_type, create_by)
     values ($1, $2, '1', 'admin') returning notice_id`,
    [TITLE, PROSE],
  );
  ids.notice = Number(notice?.notice_id);
  await query("create table tabs_keep (loan_id bigint primary key, title text)");
  const imported = await fetch(`${baseUrl}/prod-api/tool/gen/importTable?tables=tabs_keep`, {
    method: "POST",
    headers: { authorization: `Bearer ${await openSession(ADMIN)}` },
  });
  expect(await imported.json()).toMatchObject({ code: 200 });
  const [table] = await query("select table_id from gen_table where table_name = 'tabs_keep'");
  ids.table = Number(table?.table_id);
  page = await staffPage(browser, "/workbench");
});

afterAll(async () => {
  await query("drop table tabs_keep");
  await query("delete from gen_table where table_name = 'tabs_keep'");
  await query("delete from article where article_name in ($1, '留住')", [TITLE]);
  await query("delete from sys_notice where notice_title = $1", [TITLE]);
});

const AREA = ":is(.o-panel, .ant-drawer, .ant-modal)";
/** Fields of text. Ant Design's selects and calendars drop text that was not chosen. */
const WORDS = `${AREA} :is(input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [role=combobox], [readonly]), textarea, .rt-text):not(.ant-picker *, .ant-select *, :disabled)`;

/** All that a person would miss: words, ticks, choices, the cursor, and how far each part is scrolled. */
const seen = (page: Page) =>
  page.evaluate((area) => {
    const shown = [...document.querySelectorAll<HTMLElement>(`${area} *`)].filter((each) =>
      each.checkVisibility(),
    );
    const fields = shown.filter((each) => each.matches("input, textarea, .rt-text"));
    const wordsOf = (each: HTMLElement) => {
      if (each instanceof HTMLInputElement && /^(checkbox|radio)$/.test(each.type)) {
        return String(each.checked);
      }
      return each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement
        ? each.value
        : (each.textContent ?? "");
    };
    const active = document.activeElement;
    const cursor = () => {
      if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
        return [active.selectionStart, active.selectionEnd];
      }
      const { anchorNode, anchorOffset, focusOffset } = document.getSelection() ?? {};
      return [anchorNode?.textContent?.slice(0, 20), anchorOffset, focusOffset];
    };
    const main = document.querySelector("#o-content");
    return {
      values: fields.map(
        (each) => `${each.getAttribute("aria-label") ?? each.id}=${wordsOf(each)}`,
      ),
      choices: shown
        .filter((each) => each.matches(".ant-select-content, .ant-select-selection-item"))
        .map((each) => each.textContent),
      focus: fields.indexOf(active as HTMLElement),
      cursor: cursor(),
      scroll: [main as HTMLElement, ...shown]
        .filter((each) => each.scrollTop > 0 || each.scrollLeft > 0)
        .map((each) => `${each.className} ${Math.round(each.scrollTop)} ${each.scrollLeft}`),
    };
  }, AREA);

/** The same, once nothing moves any more. */
async function settledView(page: Page) {
  let before = await seen(page);
  await vi.waitFor(
    async () => {
      const last = before;
      before = await seen(page);
      expect(before).toEqual(last);
    },
    { interval: 150, timeout: 10_000 },
  );
  return before;
}

/**
 * For 200 ms after the text got the focus ProseMirror takes a jump to its very start for the browser's
 * own and undoes it; no person is faster. A timer of the page that is due later fires later.
 */
const isFree = (page: Page) =>
  page.evaluate(() => new Promise((done) => setTimeout(done, 250)).then(() => undefined));

/** Types into every field, the last one first: a search stands above what it narrows. */
async function typeAll(page: Page, only: string | undefined): Promise<Locator> {
  if (only === TICK) {
    const box = page.locator(`.o-panel ${TICK}:enabled`).locator("visible=true").last();
    await box.setChecked(!(await box.isChecked()));
    return box;
  }
  const all = page
    .locator(only ?? WORDS)
    .and(page.locator(WORDS))
    .locator("visible=true");
  await all.first().waitFor();
  // Rows that come while it is typed would be fields of their own.
  await vi.waitFor(async () =>
    expect(await page.locator(".o-panel:visible [aria-busy=true]").count()).toBe(0),
  );
  // The editor is loaded after the form around it.
  await vi.waitFor(async () => expect(await page.locator(".rt-waiting").count()).toBe(0));
  const count = await all.count();
  for (let at = count - 1; at >= 0; at--) {
    const field = all.nth(at);
    const kind = await field.evaluate((each) =>
      each.matches(".rt-text") ? "text" : each.matches("[role=spinbutton]") ? "number" : "line",
    );
    if (kind === "text") {
      await field.focus();
      await isFree(page);
      await page.keyboard.press("Control+End");
      await page.keyboard.type("留住");
    } else await field.fill(kind === "number" ? "7" : "留住");
  }
  return all;
}

/** The cursor stands inside of the words, and all that scrolls is scrolled. */
async function placeCursor(page: Page, all: Locator): Promise<void> {
  const texts = all.and(page.locator(".rt-text, [type=text], textarea"));
  const field = (await texts.count()) > 0 ? texts.last() : all.last();
  await field.focus();
  if (await field.evaluate((each) => each.matches(".rt-text"))) {
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Shift+ArrowLeft");
  } else if ((await texts.count()) > 0) {
    await field.evaluate((each) => (each as HTMLInputElement).setSelectionRange(1, 2));
  }
  await page.evaluate((area) => {
    const all = document.querySelectorAll<HTMLElement>(`#o-content, ${area} *`);
    for (const each of all) {
      const { overflowY } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowY) && each.scrollTop === 0) each.scrollTop = 37;
    }
  }, AREA);
}

const tabOf = (page: Page, path: string) => page.locator(`[role=tab][data-path="${path}"]`);

/** To the workbench and back: by the tabs, or by the browser's own way where a drawer covers them. */
async function lookAway(page: Page, isCovered: boolean): Promise<void> {
  const { pathname } = new URL(page.url());
  const home = page.getByRole("heading", { name: "最近文章" });
  if (isCovered) await page.goBack();
  else await tabOf(page, "/workbench").click();
  await home.waitFor();
  if (isCovered) await page.goForward();
  else await tabOf(page, pathname).click();
  await home.waitFor({ state: "hidden" });
}

const CASES = Object.values(PAGES)
  .flat()
  .map((form) => ({ ...form, name: [form.at, form.open ?? "", form.only ?? ""].join(" ").trim() }));

/** Opens a page within the shell, with its form where there is one. */
async function openForm({ at, open }: Form): Promise<void> {
  const address = at.replace(/:(\w+)/, (_all, name: string) => String(ids[name]));
  await emptied(page);
  await page.goto("/workbench");
  await page.getByRole("heading", { name: "最近文章" }).waitFor();
  // Within the shell, so that the way back of the browser stays in it.
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: "there" }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
  await page
    .locator(".o-panel :is(input, textarea, .rt-text)")
    .locator("visible=true")
    .first()
    .waitFor();
  if (open) {
    await page.locator(".o-panel:visible").getByRole("button", { name: open }).first().click();
    await page.locator(`:is(.ant-drawer, .ant-modal) :is(input, textarea)`).first().waitFor();
  }
}

test.each(CASES)("typed, looked away, came back: $name", async ({ at, open, only }) => {
  await openForm({ at, ...(open && { open }) });
  const all = await typeAll(page, only);
  await placeCursor(page, all);
  const before = await settledView(page);
  expect(before.values.join()).toMatch(/留住|true/);
  expect(before.focus).toBeGreaterThanOrEqual(0);
  await lookAway(page, open !== undefined);
  await vi.waitFor(async () => expect(await settledView(page)).toEqual(before), 10_000);
  // Of several texts the last one: that is where the cursor was put.
  const text = page.locator(".rt-text").locator("visible=true").last();
  if ((await text.count()) > 0) {
    const isThere = (is: boolean) =>
      vi.waitFor(async () => expect((await text.innerText()).includes("留住")).toBe(is));
    await isThere(true);
    await text.press("Control+z");
    await isThere(false);
    await text.press("Control+Shift+z");
    await isThere(true);
  }
});

test("a drawer that takes the focus late for its frame gives it to the field", async () => {
  await openForm({ at: "/tool/gen", open: "建表" });
  const field = page.locator(".ant-drawer textarea");
  await field.fill("留住");
  // As on a slow machine: the frame comes five pictures after the field had the focus back.
  await field.evaluate((each) => {
    const frame = each.closest<HTMLElement>(".ant-drawer");
    const late = (pictures: number): void => {
      if (pictures > 0) requestAnimationFrame(() => late(pictures - 1));
      else {
        frame?.focus();
        each.dataset.late = String(document.activeElement === frame);
      }
    };
    each.addEventListener("focus", () => late(5), { once: true });
  });
  await lookAway(page, true);
  await page.locator(".ant-drawer textarea[data-late=true]").waitFor();
  await vi.waitFor(async () =>
    expect(await field.evaluate((each) => each === document.activeElement)).toBe(true),
  );
});

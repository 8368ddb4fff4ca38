import type { Page } from "playwright-core";
import { afterAll, expect, test, vi } from "vitest";
import { browserKit, openSession, query } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, staffMember, staffPage } from "./staff.ts";

// A state has one colour in every theme: with a red theme 成功 stays green.
const browser = browserKit();

const STATES = ".cr-mark, .ad-state, .nt-status, .sw-method, .ua-chip, .o-dot, .ant-alert";

const PAGES = [
  "/system/log/logininfor",
  "/system/log/operlog",
  "/monitor/job-log/index",
  "/system/notice",
  "/system/dict",
  "/content/article",
  "/system/user-access/index/:person",
  "/tool/swagger?op=delete_system_post_ids",
] as const;

type Look = { text: string; colour: string; ground: string; dot: string };

/** Every state that the page shows, once each. */
function states(page: Page): Promise<Look[]> {
  return page.evaluate((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (each) => each.checkVisibility() && each.closest(".o-panel") !== null,
    );
    const looks = shown.map((each) => {
      const { color, backgroundColor } = getComputedStyle(each);
      const dot = each.matches(".o-dot") ? null : each.querySelector(".o-dot");
      return {
        text: each.textContent?.trim() ?? "",
        colour: color,
        ground: backgroundColor,
        dot: dot ? getComputedStyle(dot).backgroundColor : "",
      };
    });
    return [...new Map(looks.map((look) => [JSON.stringify(look), look])).values()].sort((a, b) =>
      JSON.stringify(a).localeCompare(JSON.stringify(b)),
    );
  }, STATES);
}

/** Another page in the same shell. */
async function show(page: Page, at: string): Promise<void> {
  await page.locator("[role=tab][aria-selected=true]").first().waitFor();
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: to }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, at);
  await page.locator(`[data-path="${at.split("?")[0]}"][aria-selected=true]`).waitFor();
  await page.locator(`.o-panel :is(${STATES})`).locator("visible=true").first().waitFor();
}

const withTheme = (theme: string) => async (page: Page) => {
  await page.addInitScript((chosen) => {
    sessionStorage.setItem("layout-setting", JSON.stringify({ theme: chosen }));
  }, theme);
};

/** By the strongest part of `rgb(…)`. */
function hueOf(colour: string): "green" | "blue" | "red" | "grey" {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return "grey";
  return most === red ? "red" : most === green ? "green" : "blue";
}

/**
 * The colour of a state's dot: what went wrong is red. What is well is green, or the blue that the
 * dictionaries give it (wire 6).
 */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  成功: ["green", "blue"],
  正常: ["green", "blue"],
  已发布: ["green"],
  失败: ["red"],
  停用: ["red"],
};

/** Rows of both kinds for each list. */
async function someStates(): Promise<void> {
  for (const status of ["0", "1"]) {
    await query("insert into sys_logininfor (user_name, status) values ('颜色', $1)", [status]);
    await query(
      `insert into sys_job_log (run_id, job_id, job_name, job_group, invoke_target, status)
       values ('colours' || $1, 0, '颜色', 'DEFAULT', '', $1)`,
      [status],
    );
    await query(
      "insert into sys_dict_type (dict_name, dict_type, status) values ('颜色', 'colours' || $1, $1)",
      [status],
    );
    await query(
      `insert into sys_notice (notice_title, notice_content, notice_type, status, create_by)
       values ('颜色', '', '1', $1, 'admin')`,
      [status],
    );
  }
  // The operation log is a chain: its rows come from calls, the second one refused.
  const authorization = `Bearer ${await openSession(ADMIN)}`;
  for (const code of [200, 500]) {
    const answer = await fetch(`${baseUrl}/prod-api/system/post`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ postCode: "colours", postName: "颜色", postSort: 1 }),
    });
    expect(await answer.json()).toMatchObject({ code });
  }
}

afterAll(async () => {
  await query("delete from sys_job_log where job_name = '颜色'");
  await query("delete from sys_notice where notice_title = '颜色'");
  await query("delete from sys_dict_type where dict_name = '颜色'");
  await query("delete from sys_post where post_code = 'colours'");
});

test("a state keeps its colour under a red theme", async () => {
  await someStates();
  const seen = new Set<string>();
  const usual = await staffPage(browser, PAGES[0], {}, withTheme("#409EFF"));
  const red = await staffPage(browser, PAGES[0], {}, withTheme("#F5222D"));
  const person = await staffMember("state-colours", 2000, ["content:article:list"]);
  for (const each of PAGES) {
    const at = each.replace(":person", String(person));
    await Promise.all([show(usual, at), show(red, at)]);
    // The theme is really another one.
    const seed = await red.evaluate(() =>
      document.documentElement.style.getPropertyValue("--seed"),
    );
    expect(seed).toBe("#F5222D");
    // Labels of dictionaries come after the rows.
    await vi.waitFor(async () => expect(await states(red), at).toEqual(await states(usual)), {
      timeout: 10_000,
    });
    for (const { text, dot } of await states(red)) {
      const meant = MEANT[text];
      if (!meant) continue;
      seen.add(text);
      expect(meant, `${at} ${text}`).toContain(hueOf(dot));
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(MEANT).sort());
});

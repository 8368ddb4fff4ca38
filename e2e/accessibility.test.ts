import { expect, test } from "vitest";
import { accessibilityProblems, browserKit, DESKTOP, fitsWidth, PHONE, ready } from "./browser.ts";
import { baseUrl } from "./site.ts";

const browser = browserKit();

/** One of each public page, and an article of each kind. */
async function publicPages(): Promise<string[]> {
  const call = async (path: string) => (await fetch(`${baseUrl}/prod-api/api/bll/${path}`)).json();
  const types = (await call("article_type/list?pageSize=100")) as {
    rows: { id: number; parentId: number; bllName: string }[];
  };
  const of = (name: string) => {
    const found = types.rows.find((row) => row.bllName === name);
    if (!found) throw new Error(`no category ${name}`);
    return found;
  };
  const listed = (await call(`article/list?typeId=${of("要闻").id}&pageSize=2`)) as {
    rows: { id: number }[];
  };
  const notices = of("通知公告");
  const single = of("组织机构");
  return [
    "/",
    `/areaxList?parentId=${notices.parentId}&tabIndex=${notices.id}`,
    `/areaxList?parentId=${single.parentId}&tabIndex=${single.id}`,
    ...listed.rows.map((row) => `/article?articleId=${row.id}`),
    "/search?q=%E5%AE%B6%E5%BA%AD",
    "/search?q=%E7%8C%A2%E7%8B%B2%E9%B8%80",
    "/search",
    "/404",
    "/401",
    "/login",
    "/register",
    "/forgetPassword",
    "/agreement?doc=user",
    "/agreement?doc=privacy",
    "/agreement?doc=accessibility",
    "/?state=1",
    "/teachersImg",
    "/trainingImg",
    "/forbidIndex",
    "/forerunner",
    "/indexEntrance",
    "/teachersImg?id=1",
  ];
}

const pages = await publicPages();

for (const viewport of [DESKTOP, PHONE]) {
  test.each(pages)(`${viewport.width} px: no violation on %s, nothing sticks out`, async (path) => {
    const page = await browser.page({ viewport });
    await page.goto(path);
    await ready(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await fitsWidth(page)).toBe(true);
  });
}

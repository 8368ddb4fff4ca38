import { expect, test } from "vitest";
import { browserKit, fitsWidth, openSession, PHONE, query, ready } from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, clean, staffPage } from "./staff.ts";

// An article as a visitor will see it, before it is public: by a link that nobody guesses and that ends.
const browser = browserKit();

async function draft(name: string): Promise<number> {
  const [row] = await query(
    `insert into article (article_name, type_id, owner_id, content)
     select $1, id, $2, '<h2>一、时间</h2><p>正文在这里。</p>' from article_type
     where bll_name = '通知公告' returning id`,
    [name, ADMIN],
  );
  return Number(row?.id);
}

async function link(id: number, more: object = {}): Promise<string> {
  const answer = await fetch(`${baseUrl}/prod-api/api/bll/article/desk/preview`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await openSession(ADMIN)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ id, ...more }),
  });
  const { data } = (await answer.json()) as { data: { url: string } };
  return new URL(data.url, baseUrl).href;
}

test("unsaved words are seen on desktop and phone from the editor; the article stays as it was", async () => {
  const id = await draft("预览里的文章");
  const page = await staffPage(browser, `/content/article-edit/${id}`);
  const text = page.getByRole("textbox", { name: "正文", exact: true });
  await text.press("Control+End");
  await page.keyboard.type("还没有保存的一句。");
  await page.getByRole("button", { name: "预览", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "预览" });
  const frame = page.frameLocator("iframe[title='电脑上的样子']");
  await frame.getByText("还没有保存的一句。").waitFor();
  await frame.getByText("预览，尚未发布").waitFor();
  await clean(page);
  await drawer.getByText("手机", { exact: true }).click();
  await page.frameLocator("iframe[title='手机上的样子']").getByText("一、时间").first().waitFor();
  const [row] = await query("select content from article where id = $1", [id]);
  expect(row?.content).not.toContain("还没有保存");
});

test("whoever has the link sees the page; it is kept from caches, searchers and referrers", async () => {
  const address = await link(await draft("给人看的预览"));
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  const page = await browser.page();
  await page.goto(address);
  await ready(page);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("给人看的预览");
  await clean(page);
  const phone = await browser.page({ viewport: PHONE });
  await phone.goto(address);
  await ready(phone);
  expect(await fitsWidth(phone)).toBe(true);
  await clean(phone);
});

test("a wrong key and one that has run out lead nowhere", async () => {
  const address = await link(await draft("过期的预览"));
  expect((await fetch(address)).status).toBe(200);
  await query("update article_preview set expires_at = now() - interval '1 second'");
  expect((await fetch(address)).status).toBe(404);
  for (const key of ["", "x", "a".repeat(32), "%00", "../../x"]) {
    const answer = await fetch(`${baseUrl}/article/preview?key=${key}`);
    expect([key, answer.status]).toEqual([key, 404]);
    expect(await answer.text()).not.toContain("过期的预览");
  }
});

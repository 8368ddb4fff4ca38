import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { browserKit, openSession, query } from "./browser.ts";
import { rootDir } from "./program.ts";
import { baseUrl } from "./site.ts";
import { ADMIN, staffPage } from "./staff.ts";

// A notice that a client of the family wrote, with all the looks its editor has, is opened and saved in our
// own: whatever was not touched looks as it did.
const browser = browserKit();

afterAll(() => query("delete from sys_notice where notice_title like '别处写的%'"));

async function api(method: string, to: string, body?: object) {
  const answer = await fetch(`${baseUrl}/prod-api${to}`, {
    method,
    headers: {
      authorization: `Bearer ${await openSession(ADMIN)}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as {
    code: number;
    data: { noticeId: number; noticeContent: string };
  };
}

const storedOf = async (noticeId: number): Promise<string> =>
  (await api("GET", `/system/notice/${noticeId}`)).data.noticeContent;

/** A notice as another client sends it, and what is kept of it. */
async function written(title: string, noticeContent: string) {
  const body = { noticeTitle: `别处写的${title}`, noticeType: "1", status: "0", noticeContent };
  const { data } = await api("POST", "/system/notice", body);
  return { noticeId: data.noticeId, stored: await storedOf(data.noticeId) };
}

async function editorOf(noticeId: number): Promise<Page> {
  const page = await staffPage(browser, `/system/notice?edit=${noticeId}`);
  await page.getByRole("textbox", { name: "公告正文" }).waitFor();
  return page;
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.getByText(/^已保存 \d/).waitFor();
}

// The closed set, out of the file that both sides take it from.
const set = fs.readFileSync(path.join(rootDir, "src/lib/article/family-styles.ts"), "utf8");
const listOf = (name: string): string[] =>
  (new RegExp(`${name} = "([^"]+)"`).exec(set)?.[1] ?? "").split(" ");
const BLOCKS = listOf("FAMILY_BLOCKS");
const PARTS = listOf("FAMILY_PARTS");
const SIZES = ["small", "large", "huge"].map((each) => `ql-size-${each}`);
const LINE_CLASSES = [
  ...["center", "right", "justify"].map((each) => `ql-align-${each}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((each) => `ql-indent-${each}`),
];
const PART_STYLES = [
  "color: rgb(230, 0, 0);",
  "color:#06c",
  "color: #008a00",
  "color: purple",
  "background-color: rgb(255, 255, 0)",
  "background-color:#cce8cc",
  "font-size: 0.75em",
  "color: rgb(230, 0, 0); background-color: #ff0",
];

let number = 0;
const words = () => `样${++number}`;
const line = (tag: string, attributes: string): string => {
  if (tag === "li") return `<ol><li ${attributes}>${words()}</li></ol>`;
  if (tag === "pre") return `<pre ${attributes}><code>${words()}</code></pre>`;
  return `<${tag} ${attributes}>${words()}</${tag}>`;
};
const part = (tag: string, attributes: string): string => {
  const href = tag === "a" ? ' href="https://example.org/"' : "";
  return `<p>前<${tag}${href} ${attributes}>${words()}</${tag}>后</p>`;
};

const ALL = [
  ...BLOCKS.flatMap((tag) => [
    ...[...LINE_CLASSES, ...SIZES].map((each) => line(tag, `class="${each}"`)),
    line(tag, 'class="ql-align-right ql-indent-2"'),
    line(tag, 'style="padding-left: 9em"'),
    line(tag, 'style="text-align: center"'),
  ]),
  ...PARTS.flatMap((tag) => [
    ...SIZES.map((each) => part(tag, `class="${each}"`)),
    ...PART_STYLES.map((each) => part(tag, `style="${each}"`)),
    part(tag, 'class="ql-size-large" style="color: rgb(230, 0, 0)"'),
  ]),
  `<ol><li data-list="bullet">${words()}</li><li data-list="ordered">${words()}</li><li data-list="bullet" class="ql-indent-1">${words()}</li></ol>`,
  `<p><a href="https://example.org/" target="_blank">${words()}</a><a href="/article?articleId=1" target="_blank">${words()}</a></p>`,
  `<p style="text-indent: 2em" class="ql-align-justify">${words()}</p>`,
  `<p><span class="ql-size-large" style="color: #06c">外${words()}<span style="background-color: #ff0">内${words()}</span><strong style="color: red">粗${words()}</strong></span></p>`,
  `<p><strong>整句<em style="color: #06c">斜${words()}<u class="ql-size-small">线${words()}</u></em></strong></p>`,
  `<blockquote class="ql-align-center"><span style="color: #06c">${words()}</span></blockquote>`,
  ...["left", "center", "right", "justify"].flatMap((each) => [
    `<figure style="text-align: ${each}"><img src="/demo/teen-sleep.svg" alt="图" width="90" height="30"><figcaption style="text-align: ${each}">${words()}</figcaption></figure>`,
    `<table><caption style="text-align: ${each}">${words()}</caption><tbody><tr><th>${words()}</th><td style="text-align: ${each}">${words()}</td></tr></tbody></table>`,
  ]),
  `<pre><code>一行<span style="color: #06c">${words()}</span></code></pre>`,
];

/** How each word of a text looks: where it stands, how large, in which colours, and what it leads to. */
const looksOf = (page: Page, html: string) =>
  page.evaluate((content) => {
    const paper = document.createElement("div");
    paper.className = "o-prose";
    paper.style.cssText = "position: absolute; top: 0; left: 0; width: 800px; font-size: 16px";
    paper.innerHTML = content;
    (document.querySelector(".o-shell") ?? document.body).append(paper);
    const chain = (element: Element): Element[] =>
      element === paper ? [] : [element, ...chain(element.parentElement ?? paper)];
    const walker = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT);
    const looks: unknown[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const own = node.parentElement;
      if (!own || node.data.trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const around = chain(own).map((each) => ({ each, style: getComputedStyle(each) }));
      const { color, fontSize, fontWeight, fontStyle, listStyleType } = getComputedStyle(own);
      const link = own.closest("a");
      looks.push({
        words: node.data,
        left: Math.round(box.left),
        width: Math.round(box.width),
        color,
        fontSize,
        fontWeight,
        fontStyle,
        bullet: own.closest("li") ? listStyleType : "",
        ground: around
          .map(({ style }) => style.backgroundColor)
          .find((each) => !/, 0\)$/.test(each)),
        lines: around
          .map(({ style }) => style.textDecorationLine)
          .filter((each) => each !== "none"),
        link: link ? [link.getAttribute("href"), link.target, link.rel] : [],
        classes: around.flatMap(({ each }) => [...each.classList]).sort(),
        list: own.closest("li")?.dataset.list ?? "",
      });
    }
    for (const each of paper.querySelectorAll("img")) {
      looks.push({ words: "", left: Math.round(each.getBoundingClientRect().left) });
    }
    paper.remove();
    return looks;
  }, html);

test("all looks of another client's notice are there after another line was written here", async () => {
  const { noticeId, stored } = await written("全部样式", `${ALL.join("")}<p>末行</p>`);
  // What the server keeps is the whole set; else this would compare nothing with nothing.
  expect(stored.match(/ql-(align|indent|size)/g)?.length).toBeGreaterThan(BLOCKS.length * 14);
  const page = await editorOf(noticeId);
  const text = page.getByRole("textbox", { name: "公告正文" });
  await text.getByText("末行").click();
  await page.keyboard.press("End");
  await page.keyboard.type("，添一句");
  await save(page);
  await expect.poll(() => storedOf(noticeId)).toContain("<p>末行，添一句</p>");
  const after = await storedOf(noticeId);
  const expected = await looksOf(page, stored.replace("末行", "末行，添一句"));
  expect(expected.length).toBeGreaterThan(200);
  expect(await looksOf(page, after)).toEqual(expected);

  // Opened and saved once more nothing moves any more.
  const again = await editorOf(noticeId);
  await again.getByText("末行，添一句").click();
  await again.keyboard.press("End");
  await again.keyboard.type("。");
  await save(again);
  await expect.poll(() => storedOf(noticeId)).toBe(after.replace("添一句", "添一句。"));
});

test("in the editor they are seen, and our own tools have the last word", async () => {
  const { noticeId } = await written(
    "几行",
    '<p class="ql-align-center ql-indent-1">居中的一行</p><p>有<span style="color: rgb(230, 0, 0)">红字</span>的一行</p>',
  );
  const page = await editorOf(noticeId);
  const text = page.getByRole("textbox", { name: "公告正文" });
  const red = text.getByText("红字", { exact: true });
  await expect
    .poll(() => red.evaluate((each) => getComputedStyle(each).color))
    .toBe("rgb(230, 0, 0)");
  await text.getByText("居中的一行").click();
  await page.getByRole("button", { name: "右对齐" }).click();
  await save(page);
  await expect
    .poll(() => storedOf(noticeId))
    .toBe(
      '<p class="ql-align-right ql-indent-1" style="text-align:right;padding-left:3em">居中的一行</p><p>有<span style="color:rgb(230, 0, 0)">红字</span>的一行</p>',
    );
  await page.getByRole("button", { name: "左对齐" }).click();
  await page.keyboard.type("！");
  await page.keyboard.press("Control+s");
  await expect
    .poll(() => storedOf(noticeId))
    .toMatch(/^<p class="ql-indent-1" style="padding-left:3em">[^<]*！[^<]*<\/p>/);
});

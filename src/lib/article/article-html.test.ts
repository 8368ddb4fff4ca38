import { expect, test } from "vitest";
import { escapeText, opening, plainText } from "../text/plain-text.ts";
import { dressArticle } from "./article-html.ts";

test("headings get ids and become the contents", () => {
  const { html, contents } = dressArticle(
    '<h2>一、<strong>总则</strong></h2><p>文</p><h2 style="text-align:center">二 &amp; 附则</h2>',
  );
  expect(contents).toEqual([
    { id: "part-1", text: "一、总则" },
    { id: "part-2", text: "二 & 附则" },
  ]);
  expect(html).toContain('<h2 id="part-1">一、');
  expect(html).toContain('<h2 id="part-2" style="text-align:center">');
});

test("figures and tables are numbered, but for those that say their number themselves", () => {
  const { html } = dressArticle(
    "<figure><figcaption>甲</figcaption></figure><figure><figcaption>图 9 乙</figcaption></figure>" +
      "<table><caption>丙</caption><tbody><tr><td>1</td></tr></tbody></table>",
  );
  expect(html).toContain('<figcaption><b class="number">图 1</b>甲');
  expect(html).toContain("<figcaption>图 9 乙");
  expect(html).toContain('<caption><b class="number">表 1</b>丙');
});

test("cells carry the heading of their column; what cannot stack scrolls", () => {
  const head = '<thead><tr><th scope="col">项 "目"</th><th scope="col">金额</th></tr></thead>';
  const plain = dressArticle(
    `<table>${head}<tbody><tr><th scope="row">会费</th><td style="text-align:right">5</td></tr></tbody></table>`,
  ).html;
  expect(plain).toContain('<table class="stacks">');
  expect(plain).toContain(
    '<th scope="row">会费</th><td data-label="金额" style="text-align:right">',
  );
  const cells = dressArticle(`<table>${head}<tbody><tr><td>a</td><td>b</td></tr></tbody></table>`);
  expect(cells.html).toContain('<td data-label="项 &quot;目&quot;">a</td><td data-label="金额">b');
  for (const table of [
    "<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>",
    `<table>${head}<tbody><tr><td colspan="2">a</td></tr></tbody></table>`,
  ]) {
    const { html } = dressArticle(table);
    expect(html).toMatch(/^<div class="table-scroll" tabindex="0"/);
    expect(html).not.toContain("data-label");
  }
});

test("a table within a table: one frame around both, and nothing left open", () => {
  const inner = "<table><tbody><tr><td>内</td></tr></tbody></table>";
  const head = '<thead><tr><th scope="col">甲</th><th scope="col">乙</th></tr></thead>';
  const outer = `<table>${head}<tbody><tr><td>${inner}</td><td>外</td></tr></tbody></table>`;
  const { html } = dressArticle(`${outer}<p>后</p>`);
  expect(html).toMatch(/^<div class="table-scroll" tabindex="0"[^>]*><table>/);
  expect(html.endsWith(`<td>${inner}</td><td>外</td></tr></tbody></table></div><p>后</p>`)).toBe(
    true,
  );
});

test("films get a player in a sandbox; anything but the stored form stays as it is", () => {
  const player = "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD";
  const film = (src: string) => `<figure data-video="${src}"><a href="/x">第一讲 "上"</a></figure>`;
  const { html } = dressArticle(film(player));
  expect(html).toMatch(
    /^<figure class="video"><iframe src="https:\/\/player\.bilibili\.com\/player\.html\?bvid=BV1xx411c7mD" title="视频：第一讲 &quot;上&quot;" loading="lazy" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"/,
  );
  expect(html).toContain(
    '<a href="https://www.bilibili.com/video/BV1xx411c7mD" rel="noopener nofollow">',
  );
  for (const src of ["https://evil.example/", `${player}&amp;autoplay=1`]) {
    expect(dressArticle(film(src)).html).toBe(film(src));
  }
});

test("notes are linked there and back; a marker without its note stays plain", () => {
  const { html } = dressArticle(
    '<p>甲<sup data-note="1">1</sup>乙<sup data-note="9">9</sup></p><ol data-notes="1"><li>出处</li></ol>',
  );
  expect(html).toBe(
    '<p>甲<sup class="note-mark"><a id="note-ref-1" href="#note-1" aria-label="注释1">[1]</a></sup>乙<sup data-note="9">9</sup></p><section class="notes" aria-label="注释"><ol><li id="note-1">出处 <a href="#note-ref-1" aria-label="回到正文中的注释1">↩</a></li></ol></section>',
  );
});

test("plain text has lines for blocks and no markup", () => {
  expect(plainText('<p>水平<sup data-note="1">1</sup>，x<sup>2</sup></p>')).toBe("水平，x2");
  expect(plainText("<p>甲&amp;乙<br />丙</p><ul><li>丁</li></ul>&#x4e00;&lt;b&gt;&bogus;")).toBe(
    "甲&乙\n丙\n丁\n一<b>&bogus;",
  );
  expect(escapeText(`<a b="c">'&'`)).toBe("&lt;a b=&quot;c&quot;&gt;&#39;&amp;&#39;");
});

test("an opening ends at a sentence where it can", () => {
  expect(opening("短文。", 10)).toBe("短文。");
  expect(opening("第一句话。第二句话。第三句话。", 12)).toBe("第一句话。第二句话。");
  expect(opening("没有句号的一段很长的文字一直写下去", 8)).toBe("没有句号的一段…");
});

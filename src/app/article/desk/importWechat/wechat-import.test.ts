import http from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { storedFile } from "#src/app/common/upload/table.server.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { localStore } from "#src/server/files/file-store.ts";
import { AppError } from "#src/server/http/errors.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { type FarOptions, farPictureUrl, getFarPicture } from "./far-picture.server.ts";
import { isPublicAddress } from "./public-address.ts";
import { importWechat } from "./service.server.ts";
import { readWechatPage } from "./wechat-page.ts";

const it = await startApp();
const editor = await staffWith(it, "content:article:add");
const URL_ = "/api/bll/article/desk/importWechat";

const SOURCE = `<!DOCTYPE html><html><head><meta property="og:title" content="别的标题"><meta name="author" content="秘书处 &amp; 编辑部"></head><body>
<h1 class="rich_media_title" id="activity-name">
  家庭教育宣传周活动&nbsp;开始了 </h1><script>window.ran = 1</script>
<div class="rich_media_content" id="js_content" style="visibility: hidden;"><section style="color:red"><section><span leaf="">第一段<strong>重点</strong></span></section></section>
<p style="text-align: center;font-size:18px" onclick="alert(1)">居中</p><section><br></section>
<section><img class="rich_pages" data-src="https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png&amp;from=appmsg" data-ratio="0.5" alt="图片"></section>
<section><img data-src="https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png&amp;from=appmsg" alt="会场"></section>
<img data-src="https://evil.example/track.gif"><img data-src="http://mmbiz.qlogo.cn/b/0">
<div><table><tbody><tr><td>项目</td><td>金额</td></tr></tbody></table></div>
<iframe class="video_iframe" data-src="https://v.qq.com/iframe/preview.html?width=500&amp;vid=a1234567890"></iframe><iframe data-src="https://mp.weixin.qq.com/x"></iframe><mpvoice name="x"></mpvoice><svg><text>动</text></svg>
</div><div id="js_tags">不是正文</div></body></html>`;

const BODY =
  '<p>第一段<strong>重点</strong></p><p style="text-align:center">居中</p>PICTURES<table><tbody><tr><td>项目</td><td>金额</td></tr></tbody></table><figure data-video="https://v.qq.com/txp/iframe/player.html?vid=a1234567890"><a href="https://v.qq.com/x/page/a1234567890.html" rel="noopener nofollow">腾讯视频视频</a></figure>';
const compact = (html: string) => html.replace(/\n\s*/g, "");

const call = (html: unknown, token = editor.token) =>
  it.call("POST", URL_, { token, body: { html } });

/** A server of our own in the place of the pictures' hosts. */
const asked: string[] = [];
const pictures = new Map<string, () => { status: number; body: Buffer }>();
const server = http.createServer((request, response) => {
  asked.push(`${request.headers.host}${request.url}`);
  const { status, body } = pictures.get(request.url ?? "")?.() ?? {
    status: 404,
    body: Buffer.alloc(0),
  };
  response.writeHead(status, status === 302 ? { location: "http://127.0.0.1/" } : {});
  response.end(body);
});
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

const local = (
  resolve: NonNullable<FarOptions["resolve"]> = async () => ["8.8.8.8"],
): FarOptions => ({
  resolve,
  open: (url, _address, signal) =>
    new Promise((done, fail) => {
      http
        .get(
          { host: "127.0.0.1", port, path: url.pathname, headers: { host: url.host }, signal },
          (response) => done({ status: response.statusCode ?? 0, body: response }),
        )
        .on("error", fail);
    }),
});
const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#7a9bbd" } })
  .png()
  .toBuffer();

test("off, as it ships: title, author and text come, pictures are reported", async () => {
  const answer = await call(SOURCE);
  expect(answer.body).toMatchObject({ code: 200 });
  const data = answer.body.data as Awaited<ReturnType<typeof importWechat>>["imported"];
  expect(data).toMatchObject({ title: "家庭教育宣传周活动 开始了", author: "秘书处 & 编辑部" });
  expect(compact(data.html)).toBe(BODY.replace("PICTURES", ""));
  expect(cleanHtml(data.html)).toBe(data.html);
  expect(data.report.kept).toEqual({ paragraphs: 2, pictures: 0, tables: 1, footnotes: 0 });
  expect(data.report.items.map(({ level, text }) => `${level} ${text}`)).toEqual([
    "lost 3 张图片没有带入：系统设置中的“公众号图片转存”没有开启",
    "lost 1 个视频没有带入，请上传到视频网站后插入",
    "lost 1 段音频没有带入",
    "lost 1 处 SVG 图形或互动效果没有带入",
    "ignored 公众号的颜色、背景和字号已统一为站点正文",
  ]);
  expect(asked).toEqual([]);
});

const on = {
  db: it.db,
  env: { dataDir: it.dataDir },
  files: localStore(it.dataDir),
  log: it.app.log,
  memo: { get: async () => new Map([["site.wechatImages", "true"]]) },
} as unknown as Parameters<typeof importWechat>[0];

test("on: pictures of the account's hosts are fetched once each and stored here", async () => {
  pictures.set("/mmbiz_png/a/640", () => ({ status: 200, body: png }));
  pictures.set("/b/0", () => ({ status: 200, body: Buffer.from("<html>") }));
  const { imported, stored } = await importWechat(
    on,
    SOURCE,
    editor,
    new AbortController().signal,
    local(),
  );
  expect(stored).toHaveLength(1);
  const figure = (alt: string) =>
    `<figure><img src="/prod-api${stored[0]}" alt="${alt}" /></figure>`;
  expect(compact(imported.html)).toBe(BODY.replace("PICTURES", figure("") + figure("会场")));
  expect(imported.report.kept.pictures).toBe(2);
  expect(imported.report.items.slice(0, 2).map((item) => item.text)).toEqual([
    "1 张图片不在公众号的图片网站上，没有带入",
    "1 张图片没有取到或不是图片，没有带入",
  ]);
  expect(asked.toSorted()).toEqual(["mmbiz.qlogo.cn/b/0", "mmbiz.qpic.cn/mmbiz_png/a/640"]);
});

test("fifty pictures at most; nobody waiting, none stays", async () => {
  const many = Array.from({ length: 60 }, (_, index) => {
    pictures.set(`/n${index}`, () => ({ status: 200, body: png }));
    return `<img data-src="https://mmbiz.qpic.cn/n${index}">`;
  });
  const source = `<div id="js_content">${many.join("")}</div>`;
  const signal = new AbortController();
  const { imported } = await importWechat(on, source, editor, signal.signal, local());
  expect(imported.report.kept.pictures).toBe(50);
  expect(imported.report.items[0]?.text).toBe("10 张图片超出一次最多 50 张的限制，没有带入");
  const rows = () => it.db.select().from(storedFile).where(eq(storedFile.ownerId, editor.userId));
  const before = (await rows()).length;
  pictures.set("/n30", () => {
    signal.abort(new AppError("导入已取消"));
    return { status: 200, body: png };
  });
  const going = importWechat(on, source, editor, signal.signal, local());
  await expect(going).rejects.toThrow("导入已取消");
  expect((await rows()).length).toBe(before);
});

test("nothing leads the server elsewhere: hosts, schemes, ports, names, redirects, addresses", async () => {
  for (const address of [
    "https://evil.example/a.png",
    "https://mmbiz.qpic.cn.evil.example/a.png",
    "https://evil.example/mmbiz.qpic.cn",
    "https://mmbiz.qpic.cn@evil.example/a.png",
    "https://user:pass@mmbiz.qpic.cn/a.png",
    "https://mmbiz.qpic.cn:8443/a.png",
    "http://mmbiz.qpic.cn:80a/",
    "ftp://mmbiz.qpic.cn/a.png",
    "file:///etc/passwd",
    "gopher://mmbiz.qpic.cn/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "//evil.example/a",
    "javascript:alert(1)",
    "",
  ]) {
    expect([address, farPictureUrl(address)]).toEqual([address, undefined]);
  }
  expect(farPictureUrl("http://mmbiz.qpic.cn/a")?.href).toBe("https://mmbiz.qpic.cn/a");
  expect(farPictureUrl("//mmbiz.qlogo.cn/a")?.href).toBe("https://mmbiz.qlogo.cn/a");

  const before = asked.length;
  const url = new URL("https://mmbiz.qpic.cn/mmbiz_png/a/640");
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.255.255",
    "192.168.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "fe80::1",
    "fc00::1",
    "2002:7f00:1::",
    "2001:db8::1",
    "ff02::1",
    "not an address",
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
    // The second answer of a name that is played with.
    const rebound = local(async () => ["8.8.8.8", address]);
    await expect(getFarPicture(url, rebound)).rejects.toThrow("not a public address");
  }
  await expect(
    getFarPicture(
      url,
      local(async () => []),
    ),
  ).rejects.toThrow("not a public address");
  expect(asked.length).toBe(before);
  for (const address of ["8.8.8.8", "119.29.29.29", "2400:3200::1"]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }

  pictures.set("/moved", () => ({ status: 302, body: Buffer.alloc(0) }));
  pictures.set("/large", () => ({ status: 200, body: Buffer.alloc(5 * 1024 * 1024 + 1) }));
  const far = (path: string) => getFarPicture(new URL(path, url), local());
  await expect(far("/moved")).rejects.toThrow("answered 302");
  await expect(far("/large")).rejects.toThrow("larger than 5 MB");
  expect(asked.filter((line) => line.startsWith("127.0.0.1"))).toEqual([]);
  // The checked address is the one that is opened.
  let opened = "";
  await getFarPicture(url, {
    resolve: async () => ["8.8.4.4"],
    open: async (_url, address) => {
      opened = address;
      return { status: 200, body: Readable.from([png]) };
    },
  });
  expect(opened).toBe("8.8.4.4");
});

test("no article, too long, wrong types, no permission", async () => {
  const none = "没有找到公众号文章的正文，请粘贴文章页面的完整源代码";
  for (const html of ["", "随便写的文字", "<p>一段</p>", '<div id="js_content"> <p></p> </div>']) {
    expect((await call(html)).body).toMatchObject({ code: 500, msg: none });
  }
  expect((await call("x".repeat(6_000_001))).body).toMatchObject({
    code: 500,
    msg: "页面源代码过长，请只粘贴一篇文章的源代码",
  });
  expect((await it.call("POST", URL_, { token: editor.token })).body.code).toBe(500);
  const hostile = `<div id="js_content">${"<section>".repeat(20_000)}<img data-src=x onerror=alert(1)><script>alert(1)</script>字`;
  const answer = await call(hostile);
  expect((answer.body.data as { html: string }).html).toBe("<p>字</p>");
  const other = await staffWith(it, "content:article:list");
  expect((await call(SOURCE, other.token)).body.code).toBe(403);
  expect((await call(SOURCE, "")).body.code).toBe(401);
});

test("what is made to be read without end is read at once", async () => {
  const inside = (html: string) => `<div id="js_content">${html}</div>`;
  const many = (unit: string) => unit.repeat(Math.floor(1_000_000 / unit.length));
  const begin = performance.now();
  for (const source of [
    ...["<svg ", "<img ", "<iframe ", "<mpvoice ", "<div "].map((unit) => inside(many(unit))),
    many("<div id="),
    inside("字") + many("<meta name="),
    inside("字") + many('id="activity-name" '),
    inside(`<img alt="${many("<")}">`),
    inside(many("<")),
  ]) {
    readWechatPage(source);
  }
  // Read in vain to the end for each sign, one of these alone would take minutes.
  expect(performance.now() - begin).toBeLessThan(3_000);
  const blanks = await call(inside(`<p>${"\u00a0".repeat(60)}字</p>`));
  expect((blanks.body.data as { html: string }).html).toMatch(/字<\/p>$/);
  expect((await call(inside(many("<b>字</b>") + many("<i>字</i>")))).body.data).toEqual({
    html: "公众号文章的正文过长，请分几篇导入",
  });
});

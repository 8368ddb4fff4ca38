import fs from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { localStore } from "#src/server/files/file-store.ts";
import { startApp } from "#src/test/app.ts";
import { type Part, upload } from "#src/test/multipart.ts";
import { MAX_BYTES, storeFile } from "./service.server.ts";
import { storedFile } from "./table.server.ts";

const it = await startApp();
const { token, userId } = await it.as("member");
const filesDir = path.join(it.dataDir, "files");

const text = (content = "家庭教育") => Buffer.from(content);
const blank = { create: { width: 40, height: 30, channels: 3, background: "#c23a22" } } as const;
const png = await sharp(blank).png().toBuffer();
const jpeg = await sharp(blank)
  .jpeg()
  .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "39/1 54/1 0/1" } })
  .toBuffer();
const pdf = Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF");

const send = (name: string, bytes: Uint8Array, options = {}) =>
  upload(it, "/common/upload", [{ field: "file", name, bytes }], { token, ...options });

const get = (url: string, headers = {}) => it.app.inject({ method: "GET", url, headers });

const onDisk = () =>
  fs.existsSync(filesDir)
    ? fs
        .readdirSync(filesDir, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.\w+$/.test(name))
    : [];

describe("storing", () => {
  test.each(["/common/upload", "/common/oss/upload"])("%s answers five fields", async (url) => {
    const body = await upload(it, url, [{ field: "file", name: "活动 通知.txt", bytes: text() }], {
      token,
    });
    expect(body).toEqual({
      code: 200,
      msg: "操作成功",
      url: `http://127.0.0.1:3000/prod-api${body.fileName}`,
      fileName: expect.stringMatching(/^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.txt$/),
      newFileName: String(body.fileName).split("/").at(-1),
      originalFilename: "活动 通知.txt",
    });
    const relative = String(body.fileName).slice("/profile/".length);
    const [row] = await it.db.select().from(storedFile).where(eq(storedFile.path, relative));
    expect(row).toMatchObject({ ownerId: userId, purpose: "content", bytes: 12 });
    expect(fs.readFileSync(path.join(filesDir, relative))).toEqual(text());
  });

  test("/common/uploads takes up to five", async () => {
    const parts = (count: number): Part[] =>
      Array.from({ length: count }, (_, index) => ({
        field: "files",
        name: `${index}.txt`,
        bytes: text(),
      }));
    const body = await upload(it, "/common/uploads", parts(5), { token });
    expect(body.originalFilenames).toBe("0.txt,1.txt,2.txt,3.txt,4.txt");
    for (const key of ["urls", "fileNames", "newFileNames"]) {
      expect(String(body[key]).split(",")).toHaveLength(5);
    }
    const before = onDisk().length;
    const [good] = parts(1);
    const wrong = { field: "files", name: "b.pdf", bytes: Buffer.from("no pdf") };
    const refused = await upload(it, "/common/uploads", [good ?? wrong, wrong], { token });
    expect(refused.msg).toContain("文件[b.pdf]的内容与后缀[pdf]不符");
    expect(onDisk().length, "all or none").toBe(before);
    expect((await upload(it, "/common/uploads", parts(6), { token })).msg).toBe(
      "上传文件数量不能超过 5 个!",
    );
    expect(onDisk()).toHaveLength(before);
  });

  test("5 MB pass, one byte more does not; what is not asked for has as much", async () => {
    const tooLarge = "上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：5MB！";
    expect((await send("a.txt", Buffer.alloc(MAX_BYTES, 97))).code).toBe(200);
    expect(await send("a.txt", Buffer.alloc(MAX_BYTES + 1, 97))).toEqual({
      code: 500,
      msg: tooLarge,
    });
    expect((await send("a.txt", Buffer.alloc(12 * 1024 * 1024, 97))).msg).toBe(tooLarge);
    const half = Buffer.alloc(MAX_BYTES / 2, 97);
    const besides = ["b", "c", "d"].map((field) => ({ field, name: "b.txt", bytes: half }));
    const wanted = { field: "file", name: "a.txt", bytes: text() };
    const parts = (count: number) => [...besides.slice(0, count), wanted];
    expect((await upload(it, "/common/upload", parts(2), { token })).code).toBe(200);
    expect((await upload(it, "/common/upload", parts(3), { token })).msg, "unwanted").toBe(
      tooLarge,
    );
  });

  test("refusals leave nothing behind", async () => {
    const before = onDisk().length;
    const rows = await it.db.$count(storedFile);
    const cases: [string, Uint8Array, string | RegExp][] = [
      ["a.txt", Buffer.alloc(0), "上传的文件为空"],
      [`${"长".repeat(97)}.txt`, text(), "上传的文件名最长100个字符"],
      ["a.exe", text(), /^文件\[a\.exe\]后缀\[exe\]不正确，请上传\[bmp, gif, jpg, .*, pdf\]格式$/],
      ["图.svg", text("<svg/>"), /^文件\[图\.svg\]后缀\[svg\]不正确/],
      ["a.html", text("<script>"), /后缀\[html\]不正确/],
      ["photo.jpg.exe", jpeg, /后缀\[exe\]不正确/],
      ["none", text(), /^文件\[none\]后缀\[\]不正确/],
      ["dot.", text(), /后缀\[\]不正确/],
      ["a.constructor", text(), /后缀\[constructor\]不正确/],
      ["a.png", text("<script>"), /^文件\[a\.png\]的内容与后缀\[png\]不符/],
      ["a.png", jpeg, /内容与后缀\[png\]不符/],
      ["a.pdf", png, /内容与后缀\[pdf\]不符/],
      ["a.docx", pdf, /内容与后缀\[docx\]不符/],
      ["a.txt", pdf, /内容与后缀\[txt\]不符/],
      ["a.txt", Buffer.from([65, 0, 66]), /内容与后缀\[txt\]不符/],
      ["a.jpg", jpeg.subarray(0, jpeg.length / 2), "图片无法识别或已损坏，请换一张图片"],
    ];
    for (const [name, bytes, message] of cases) {
      const body = await send(name, bytes);
      expect(body.code, name).toBe(500);
      expect(body.msg, name).toMatch(message);
    }
    expect((await upload(it, "/common/upload", [], { token })).msg).toBe("上传的文件为空");
    const json = await it.call("POST", "/common/upload", { body: {}, token });
    expect(json.body.msg).toBe("上传的文件为空");
    const voucher = await send("a.txt", text(), { fields: { purpose: "voucher" } });
    expect(voucher.msg).toBe("暂不支持该用途的文件上传");
    expect((await send("a.txt", text(), { token: undefined })).code).toBe(401);
    expect(onDisk()).toHaveLength(before);
    expect(await it.db.$count(storedFile)).toBe(rows);
  });

  test("a picture of too many pixels is refused before it is drawn", async () => {
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: "#fff" },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect((await send("a.png", bomb)).msg).toBe("图片的像素过多，请缩小到 4000 万像素以内再上传");
  });

  test("pictures are drawn anew: no EXIF, nothing after the pixels", async () => {
    const tail = Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>")]);
    const { fileName } = await send("照片.JPG", tail);
    const shown = await get(`/prod-api${fileName}`);
    expect(shown.rawPayload.includes("<script>")).toBe(false);
    const facts = await sharp(shown.rawPayload).metadata();
    expect(facts).toMatchObject({ format: "jpeg", width: 40, height: 30 });
    expect(facts.exif).toBeUndefined();
  });

  test("hidden characters and directories leave the name", async () => {
    const body = await send("../../etc/pass\u202e\u0007wd.txt", text());
    expect(body.originalFilename).toBe("passwd.txt");
    expect((await send("a\u202etxt.exe", text())).msg).toMatch(/后缀\[exe\]不正确/);
  });

  test("demo files keep their bytes", async () => {
    const stored = await storeFile(
      { db: it.db, env: { dataDir: it.dataDir }, files: localStore(it.dataDir) },
      { bytes: jpeg, originalName: "封面.jpg", purpose: "demo" },
    );
    expect((await get(stored.fileName)).rawPayload).toEqual(jpeg);
  });
});

describe("showing", () => {
  test("pictures open in place, other files are saved under their own name", async () => {
    const picture = await send("a.png", png);
    const shown = await get(`/profile${String(picture.fileName).slice(8)}`);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect(shown.headers["content-security-policy"]).toContain("sandbox");
    const file = await send("年报 (2025)'.pdf", pdf);
    const saved = await get(`/prod-api${file.fileName}`);
    expect(saved.headers["content-disposition"]).toBe(
      "attachment; filename=\"____2025__.pdf\"; filename*=UTF-8''%E5%B9%B4%E6%8A%A5%20%282025%29%27.pdf",
    );
    expect(saved.headers["content-type"]).toBe("application/pdf");
    expect(saved.rawPayload).toEqual(pdf);
    const head = await it.app.inject({ method: "HEAD", url: `/prod-api${file.fileName}` });
    expect(head.headers["content-length"]).toBe(String(pdf.length));
    expect(head.rawPayload).toHaveLength(0);
  });

  test("nothing outside of the store is ever answered", async () => {
    fs.writeFileSync(path.join(it.dataDir, "secret.txt"), "TOP-SECRET");
    const { fileName } = await send("a.txt", text());
    const folder = String(fileName).split("/").slice(2, -1).join("/");
    fs.writeFileSync(path.join(filesDir, folder, `${"0".repeat(32)}.txt`), "TOP-SECRET");
    fs.symlinkSync(
      path.join(it.dataDir, "secret.txt"),
      path.join(filesDir, folder, `${"1".repeat(32)}.txt`),
    );
    const ups = [
      "../",
      "..%2f",
      "%2e%2e/",
      "%2e%2e%2f",
      "..%5c",
      "..\\",
      "%252e%252e%252f",
      "....//",
      "．．/",
      "%c0%ae%c0%ae/",
      "./../",
    ];
    const variants = [
      ...ups.flatMap((up) => [1, 2, 5, 8].map((times) => `${up.repeat(times)}secret.txt`)),
      ...ups.map((up) => `upload/${up.repeat(5)}etc/passwd`),
      ...ups.map((up) => `${folder}/${up.repeat(4)}secret.txt`),
      "/etc/passwd",
      "%2fetc%2fpasswd",
      `${it.dataDir}/secret.txt`,
      "secret.txt",
      "upload/../../secret.txt%00.txt",
      `${folder}/${"0".repeat(32)}.txt`,
      `${folder}/${"1".repeat(32)}.txt`,
      folder,
      "",
      "%",
      "%zz",
    ];
    for (const base of ["/profile/", "/prod-api/profile/"]) {
      for (const variant of variants) {
        const answer = await get(base + variant);
        expect(answer.payload, base + variant).not.toMatch(/TOP-SECRET|root:/);
        expect(answer.statusCode, base + variant).not.toBe(500);
      }
    }
    const missing = await get(`/profile/${folder}/${"2".repeat(32)}.txt`);
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toEqual({ code: 404, msg: "访问资源不存在" });
  });

  test("any path at all is answered without an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (path) => {
        const answer = await get(`/profile/${encodeURIComponent(path.toWellFormed())}`);
        return answer.statusCode === 404;
      }),
      { numRuns: 60 },
    );
  });
});

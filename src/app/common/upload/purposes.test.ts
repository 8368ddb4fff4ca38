import fs from "node:fs";
import path from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { diskProblem, localStore } from "#src/server/files/file-store.ts";
import { privateLink } from "#src/server/files/private-link.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { removeFile } from "./service.server.ts";
import { storedFile } from "./table.server.ts";

const it = await startApp();
const member = await it.as("member");
const staff = await it.as("staff");
const filesDir = path.join(it.dataDir, "files");
const MB = 1024 * 1024;
const MISSING = { code: 404, msg: "访问资源不存在" };

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c23" } })
  .png()
  .toBuffer();
const pdf = (size = 40) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, 32)]);
/** The head of a film, and nothing that could be seen. */
const mp4 = (size = 100) =>
  Buffer.concat([Buffer.from("0000001c667479706d70343200000000", "hex"), Buffer.alloc(size)]);

const send = (
  purpose: string,
  name: string,
  bytes: Uint8Array,
  token = member.token,
  url = "/common/oss/upload",
) => upload(it, url, [{ field: "file", name, bytes }], { token, fields: { purpose } });
const get = (url: string, headers = {}) => it.app.inject({ url, headers });
const tooLarge = (megabytes: number) =>
  `上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：${megabytes}MB！`;

describe("limits by purpose", () => {
  test("size and types of each", async () => {
    const cases: [string, string, Uint8Array, string | RegExp][] = [
      ["voucher", "凭证.pdf", pdf(5 * MB), tooLarge(5)],
      [
        "licence",
        "执照.docx",
        pdf(),
        /^文件\[执照\.docx\]后缀\[docx\]不正确，请上传\[pdf, png, jpg, jpeg\]格式$/,
      ],
      ["identity", "证件.gif", pdf(), /请上传\[pdf, png, jpg, jpeg\]格式$/],
      ["declaration", "申报.exe", pdf(), /请上传\[pdf, png, jpg, jpeg, doc, docx, .*zip\]格式$/],
      ["declaration", "申报.pdf", pdf(5 * MB), tooLarge(5)],
    ];
    for (const [purpose, name, bytes, text] of cases) {
      expect((await send(purpose, name, bytes)).msg, purpose).toMatch(text);
    }
    expect((await send("attachment", "a.pdf", pdf(19 * MB), staff.token)).code).toBe(200);
    expect((await send("attachment", "a.pdf", pdf(20 * MB), staff.token)).msg).toBe(tooLarge(20));
    expect((await send("video", "课.mp4", mp4(49 * MB), staff.token)).code).toBe(200);
    expect((await send("video", "课.mp4", mp4(50 * MB), staff.token)).msg).toBe(tooLarge(50));
    expect((await send("video", "课.png", png, staff.token)).msg).toMatch(/请上传\[mp4\]格式$/);
  });

  test("a purpose that is none, or not this person's, is refused", async () => {
    const refused = "暂不支持该用途的文件上传";
    for (const purpose of ["avatar", "demo", "other", "__proto__", "VOUCHER"]) {
      expect((await send(purpose, "a.png", png, staff.token)).msg).toBe(refused);
    }
    for (const purpose of ["attachment", "video"]) {
      expect((await send(purpose, "a.mp4", mp4())).msg).toBe(refused);
    }
    for (const url of ["/common/upload", "/common/uploads"]) {
      expect((await send("voucher", "a.png", png, member.token, url)).msg).toBe(refused);
    }
    expect((await send("content", "a.png", png)).code).toBe(200);
    expect((await send("", "a.png", png)).code).toBe(200);
  });

  test("a purpose behind its file counts as well", async () => {
    const body = new FormData();
    body.append("file", new File([pdf(6 * MB)], "凭证.pdf"));
    body.append("purpose", "voucher");
    const encoded = new Response(body);
    const answer = await it.app.inject({
      method: "POST",
      url: "/prod-api/common/oss/upload",
      headers: {
        "content-type": encoded.headers.get("content-type") ?? "",
        authorization: `Bearer ${member.token}`,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(answer.json().msg).toBe(tooLarge(5));
  });
});

describe("private files", () => {
  test("are removed with their bytes", async () => {
    const { fileName } = await send("identity", "证件.png", png);
    const file = path.join(filesDir, String(fileName));
    expect(fs.existsSync(file)).toBe(true);
    await removeFile({ db: it.db, files: localStore(it.dataDir) }, String(fileName));
    expect(fs.existsSync(file)).toBe(false);
  });

  test.each(["voucher", "licence", "identity", "declaration"])(
    "%s: never below /profile, read by its link alone",
    async (purpose) => {
      const { url, fileName } = await send(purpose, "证件 照.png", png);
      expect(fileName).toMatch(/^private\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.png$/);
      expect(fs.existsSync(path.join(filesDir, String(fileName)))).toBe(true);
      for (const address of [`/profile/${fileName}`, `/prod-api/profile/${fileName}`]) {
        expect((await get(address)).statusCode).toBe(404);
      }
      const asUpload = String(fileName).replace("private", "upload");
      expect((await get(`/profile/${asUpload}`)).statusCode).toBe(404);
      const resource = await it.call(
        "GET",
        `/common/download/resource?resource=/profile/${fileName}`,
        {
          token: staff.token,
        },
      );
      expect(resource.status).toBe(404);
      const shown = await get(String(url).replace("http://127.0.0.1:3000", ""));
      expect(shown.statusCode).toBe(200);
      expect(shown.headers).toMatchObject({
        "content-type": "image/png",
        "content-disposition": "inline",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
      });
      const [row] = await it.db
        .select()
        .from(storedFile)
        .where(eq(storedFile.path, String(fileName)));
      expect(row).toMatchObject({ purpose, ownerId: member.userId, isInLibrary: false });
    },
  );

  test("a document is saved under its name", async () => {
    const { url } = await send("voucher", "缴费凭证.pdf", pdf());
    const shown = await get(String(url).replace("http://127.0.0.1:3000", ""));
    expect(shown.headers["content-disposition"]).toMatch(/^attachment; .*filename\*=UTF-8''%E7/);
  });

  test("an expired, a forged and another file's link are all the same 404", async () => {
    const first = await send("identity", "甲.png", png);
    const second = await send("identity", "乙.png", png);
    const link = privateLink(it.dataDir, String(first.fileName));
    const other = privateLink(it.dataDir, String(second.fileName));
    expect((await get(link)).statusCode).toBe(200);
    const signature = new URL(link, "http://x").searchParams.get("signature") ?? "";
    const bad = [
      link.replace(/private\/\w+/, other.split("?")[0]?.replace("/prod-api/common/", "") ?? ""),
      link.replace(/expires=\d+/, "expires=9999999999"),
      link.replace(/expires=\d+/, "expires=99999999999999999999"),
      link.replace(signature, "0".repeat(64)),
      link.replace(signature, signature.toUpperCase()),
      link.replace(signature, signature.slice(0, 63)),
      link.replace(signature, ""),
      link.split("?")[0] ?? "",
      `/prod-api/common/private/${"0".repeat(40)}?expires=9999999999&signature=${signature}`,
      "/prod-api/common/private/..%2f..%2fsecret.key?expires=1&signature=x",
    ];
    for (const address of bad) {
      const answer = await get(address);
      expect([address, answer.statusCode, answer.json()]).toEqual([address, 404, MISSING]);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    try {
      const late = await get(link);
      expect([late.statusCode, late.json()]).toEqual([404, MISSING]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("GET /common/download/resource", () => {
  test("staff save a stored file; nobody gets anything else", async () => {
    const { fileName } = await send("content", "活动 照片.png", png);
    const ask = (resource: string, token?: string) =>
      it.call("GET", `/common/download/resource?resource=${encodeURIComponent(resource)}`, {
        ...(token ? { token } : {}),
      });
    const saved = await ask(String(fileName), staff.token);
    expect(saved.status).toBe(200);
    expect(saved.headers).toMatchObject({
      "content-type": "image/png",
      "download-filename": encodeURIComponent("活动 照片.png"),
      "content-disposition": expect.stringMatching(/^attachment/),
    });
    expect((await ask(String(fileName), member.token)).body.code).toBe(403);
    expect((await ask(String(fileName))).body.code).toBe(401);
    fs.writeFileSync(path.join(it.dataDir, "secret.txt"), "TOP-SECRET");
    for (const bad of [
      "",
      "/etc/passwd",
      "/profile/../secret.txt",
      "/profile/..%2fsecret.txt",
      `/profile/${"../".repeat(8)}etc/passwd`,
      `${it.dataDir}/secret.txt`,
      `${String(fileName)}/../../secret.txt`,
      String(fileName).replace("/profile/", ""),
      `/profile/\n${String(fileName).replace("/profile/", "")}`,
    ]) {
      const answer = await ask(bad, staff.token);
      expect([bad, answer.status, answer.body]).toEqual([bad, 404, MISSING]);
    }
  });
});

describe("widths", () => {
  test("made when asked for, never enlarged, and no others", async () => {
    const wide = await sharp({
      create: { width: 1000, height: 500, channels: 3, background: "#2a6" },
    })
      .jpeg()
      .toBuffer();
    const { fileName } = await send("content", "宽.jpg", wide);
    const base = String(fileName).replace(".jpg", "");
    const sizes: Record<string, number> = {};
    for (const width of [480, 960, 1440]) {
      for (const format of ["webp", "avif"]) {
        const shown = await get(`${base}.${width}.${format}`);
        expect(shown.headers).toMatchObject({
          "content-type": `image/${format}`,
          "content-disposition": "inline",
          "cache-control": "public, max-age=31536000, immutable",
        });
        const facts = await sharp(shown.rawPayload).metadata();
        sizes[`${width}.${format}`] = facts.width;
      }
    }
    expect(sizes).toEqual({
      "480.webp": 480,
      "480.avif": 480,
      "960.webp": 960,
      "960.avif": 960,
      "1440.webp": 1000,
      "1440.avif": 1000,
    });
    for (const bad of ["481.webp", "480.png", "480.jpg", "0.webp", "480.webp.webp", "1440.svg"]) {
      expect((await get(`${base}.${bad}`)).statusCode).toBe(404);
    }
    const film = await send("content", "动.gif", await sharp(wide).gif().toBuffer());
    expect((await get(String(film.fileName).replace(".gif", ".480.webp"))).statusCode).toBe(404);
  });

  test("fifty who ask at once wait for one drawing", async () => {
    const wide = await sharp({
      create: { width: 1500, height: 900, channels: 3, background: "#a26" },
    })
      .jpeg()
      .toBuffer();
    const { fileName } = await send("content", "众.jpg", wide);
    const url = String(fileName).replace(".jpg", ".960.webp");
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(url)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.length)).size).toBe(1);
  });
});

test("a full disk is said so, in the person's words", async () => {
  const error = await fs.promises.writeFile("/dev/full", "x").catch((found: unknown) => found);
  expect(diskProblem(error)).toMatchObject({ message: "文件存储空间不足，请联系管理员" });
  expect(diskProblem(Object.assign(new Error("x"), { code: "EIO" }))).not.toHaveProperty("refusal");
});

test("bytes that changed on the disk are not sent as if they were whole", async () => {
  const { fileName } = await send("content", "文.txt", Buffer.from("家庭教育"));
  const disk = path.join(filesDir, String(fileName).replace("/profile/", ""));
  fs.writeFileSync(disk, "家庭");
  const short = await get(`/prod-api${fileName}`);
  expect([short.statusCode, short.json().msg]).toEqual([500, "文件不完整，请联系管理员"]);
  fs.writeFileSync(disk, "家庭教室");
  const other = await get(`/prod-api${fileName}`);
  expect(other.json()).toEqual({ code: 500, msg: "文件不完整，请联系管理员" });
  expect(other.headers).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": "inline",
  });
});

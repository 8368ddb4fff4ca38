import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { parseEnv } from "#src/server/start/env.ts";
import { createServerApp } from "#src/server/start/serve.ts";
import { startApp } from "#src/test/app.ts";
import { type Part, upload } from "#src/test/multipart.ts";
import { startS3 } from "#src/test/s3.ts";
import { storedFile } from "./table.server.ts";

const s3 = await startS3();
const it = await startApp(s3.env);
const { token } = await it.as("staff");

const GONE = "文件存储服务暂时不可用，请稍后再试";

const part = (name: string, bytes: Uint8Array, field = "file"): Part => ({ field, name, bytes });
const send = (name: string, bytes: Uint8Array) =>
  upload(it, "/common/upload", [part(name, bytes)], { token });
const get = (url: string) => it.app.inject({ url });
const rows = () => it.db.$count(storedFile);
const keyOf = (fileName: unknown) => String(fileName).replace("/profile/", "");
const left = () => {
  const folder = path.join(it.dataDir, "files", ".incoming");
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

afterEach(() => {
  s3.setMood("up");
  expect(left(), "temporary files").toEqual([]);
});

test("files lie in the bucket, are shown, cut into widths and removed", async () => {
  const bytes = await sharp({
    create: { width: 800, height: 600, channels: 3, background: "#2a6" },
  })
    .jpeg()
    .toBuffer();
  const { fileName } = await send("湖.jpg", bytes);
  const key = keyOf(fileName);
  expect(s3.keys()).toEqual([key]);
  expect(fs.existsSync(path.join(it.dataDir, "files", "upload"))).toBe(false);
  const shown = await get(`/prod-api${fileName}`);
  expect(shown.statusCode).toBe(200);
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 800, height: 600 });
  const width = String(fileName).replace(".jpg", ".480.webp");
  const small = await get(width);
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: "webp", width: 480 });
  expect(s3.keys()).toContain(keyOf(width));
  expect(
    (await get("/profile/upload/2026/01/01/00000000000000000000000000000000.png")).statusCode,
  ).toBe(404);
});

test("a large file streams there and back", async () => {
  const bytes = Buffer.alloc(18 * 1024 * 1024, "家庭教育");
  const body = await upload(it, "/common/oss/upload", [part("长.txt", bytes)], {
    token,
    fields: { purpose: "attachment" },
  });
  expect(body.code).toBe(200);
  const shown = await get(`/prod-api${body.fileName}`);
  expect(shown.rawPayload.equals(bytes)).toBe(true);
});

test.each(["gone", "hangs", "fails"] as const)(
  "the store %s: a clear text within 5 s, no row, nothing else is touched",
  async (mood) => {
    const { fileName } = await send("前.txt", Buffer.from("之前"));
    const before = await rows();
    s3.setMood(mood);
    const began = performance.now();
    const body = await send("后.txt", Buffer.from("之后"));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(body).toEqual({ code: 500, msg: GONE });
    expect(await rows()).toBe(before);
    const shown = await get(`/prod-api${fileName}`);
    expect([shown.statusCode, shown.json()]).toEqual([503, { code: 503, msg: GONE }]);
    expect((await it.call("GET", "/getInfo", { token })).body.code).toBe(200);
    s3.setMood("up");
    expect((await get(`/prod-api${fileName}`)).payload).toBe("之前");
    expect((await send("又.txt", Buffer.from("又"))).code).toBe(200);
  },
  20_000,
);

test("an export made on one machine is fetched from another, once", async () => {
  const admin = await it.as("admin");
  const before = s3.keys();
  const { body } = await it.call("GET", "/system/post/export", { token: admin.token });
  expect(body.code).toBe(200);
  expect(s3.keys()).toHaveLength(before.length + 1);
  // Of the first machine it has the database and the bucket, none of the directory.
  const dataDir = path.join(it.dataDir, "another-machine");
  fs.mkdirSync(dataDir);
  const other = await createServerApp({
    env: parseEnv(
      { ...s3.env, DATA_DIR: dataDir },
      path.resolve(import.meta.dirname, "../../../.."),
    ),
    databaseUrl: it.databaseUrl,
    logLevel: "fatal",
  });
  await other.app.ready();
  const url = `/prod-api/common/download?fileName=${encodeURIComponent(body.msg)}&delete=true`;
  const file = await other.app.inject({ url });
  expect(file.headers["content-disposition"]).toContain(encodeURIComponent("岗位数据"));
  expect(file.rawPayload.subarray(0, 2).toString()).toBe("PK");
  expect(file.rawPayload.length).toBe(Number(file.headers["content-length"]));
  expect((await get(url)).statusCode).toBe(404);
  expect((await other.app.inject({ url })).statusCode).toBe(404);
  // The object goes after its last byte is sent, so the answer does not wait for it.
  await expect.poll(s3.keys).toEqual(before);
  await other.close();
});

test("several files are stored all or none", async () => {
  const before = await rows();
  const parts = [
    part("一.txt", Buffer.from("一"), "files"),
    part("坏.pdf", Buffer.from("二"), "files"),
  ];
  const keys = s3.keys().length;
  expect((await upload(it, "/common/uploads", parts, { token })).code).toBe(500);
  expect(await rows()).toBe(before);
  expect(s3.keys()).toHaveLength(keys);
});

test("an object cut short, or of other bytes, is noticed", async () => {
  const bytes = Buffer.alloc(300_000, "完整");
  const { fileName } = await send("整.txt", bytes);
  const file = s3.objectFile(keyOf(fileName));
  const whole = fs.readFileSync(file);
  fs.writeFileSync(file, whole.subarray(0, 200_000));
  const short = await get(`/prod-api${fileName}`);
  expect([short.statusCode, short.json()]).toEqual([
    500,
    { code: 500, msg: "文件不完整，请联系管理员" },
  ]);
  const other = Buffer.from(whole);
  other[10] = (other[10] ?? 0) ^ 1;
  fs.writeFileSync(file, other);
  await expect(get(`/prod-api${fileName}`)).rejects.toThrow();
  fs.writeFileSync(file, whole);
  expect((await get(`/prod-api${fileName}`)).rawPayload.equals(bytes)).toBe(true);
});

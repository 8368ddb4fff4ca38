import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { localStore } from "#src/server/files/file-store.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { noteFileUse } from "../files/service.server.ts";
import { sweep } from "./sweep.server.ts";
import { storedFile } from "./table.server.ts";

const it = await startApp();
const MB = 1024 * 1024;
const DAY_FULL = "一天最多上传40个文件、共80MB，请明天再试";

const text = (bytes: number) => Buffer.alloc(bytes, 97);
const send = (token: string, bytes = 10, name = "a.txt") =>
  upload(it, "/common/upload", [{ field: "file", name, bytes: text(bytes) }], { token });
const rowsOf = (ownerId: number) =>
  it.db.select().from(storedFile).where(eq(storedFile.ownerId, ownerId));

test("a member's 40 files a day: two at once at the edge do not make 41", async () => {
  const { token, userId } = await it.as("member");
  for (let count = 0; count < 39; count++) expect((await send(token)).code).toBe(200);
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(token)));
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  for (const answer of answers.filter((each) => each.code !== 200))
    expect(answer.msg).toBe(DAY_FULL);
  expect(await rowsOf(userId)).toHaveLength(40);
  // A refused file left no bytes behind.
  const kept = new Set((await rowsOf(userId)).map((row) => row.path));
  const here = fs.readdirSync(path.join(it.dataDir, "files"), { recursive: true }) as string[];
  expect(here.filter((name) => name.endsWith(".txt") && !kept.has(name))).toEqual([]);
});

test("a member's 80 MB a day and 300 MB in all; staff are not counted", async () => {
  const { token, userId } = await it.as("member");
  const big = (bytes: number, daysAgo: number, name: string) => ({
    path: `upload/2026/01/01/${name}.txt`,
    originalName: "a.txt",
    mime: "text/plain",
    bytes,
    sha256: "",
    purpose: "content",
    ownerId: userId,
    createdAt: sql`now() - make_interval(days => ${daysAgo})`,
  });
  await it.db.insert(storedFile).values(big(80 * MB - 100, 0, "1".repeat(32)));
  expect((await send(token, 50)).code).toBe(200);
  expect((await send(token, 100)).msg).toBe(DAY_FULL);
  await it.db.update(storedFile).set({ createdAt: sql`now() - interval '2 days'` });
  expect((await send(token, 100)).code).toBe(200);
  await it.db.insert(storedFile).values(big(221 * MB, 3, "2".repeat(32)));
  expect((await send(token, 100)).msg).toContain("已达300MB上限");

  const staff = await it.as("staff");
  await it.db
    .insert(storedFile)
    .values({ ...big(400 * MB, 0, "3".repeat(32)), ownerId: staff.userId });
  expect((await send(staff.token)).code).toBe(200);
});

test("what a member uploaded and never used goes after eight days; what is in use stays", async () => {
  const member = await it.as("member");
  const staff = await it.as("staff");
  const png = await sharp({
    create: { width: 8, height: 8, channels: 3, background: "#c23a22" },
  })
    .png()
    .toBuffer();
  const stored = async (token: string, name: string, bytes: Uint8Array = text(10)) => {
    const body = await upload(it, "/common/upload", [{ field: "file", name, bytes }], { token });
    return String(body.fileName).replace("/profile/", "");
  };
  const unused = await stored(member.token, "unused.png", png);
  const used = await stored(member.token, "used.txt");
  const young = await stored(member.token, "young.txt");
  const staffs = await stored(staff.token, "staffs.txt");
  const avatar = await upload(
    it,
    "/system/user/profile/avatar",
    [{ field: "avatarfile", name: "me.png", bytes: png }],
    { token: member.token },
  );
  await noteFileUse(it.db, "article", 1, [`/profile/${used}`]);
  await it.db
    .update(storedFile)
    .set({ createdAt: sql`now() - interval '9 days'` })
    .where(and(sql`${storedFile.path} <> ${young}`));

  await sweep(it.db, { files: localStore(it.dataDir), log: pino({ level: "fatal" }) });

  const left = (await rowsOf(member.userId)).map((row) => row.path);
  expect(left.sort()).toEqual([used, young, String(avatar.imgUrl).replace("/profile/", "")].sort());
  expect(await rowsOf(staff.userId)).toHaveLength(1);
  expect(fs.existsSync(path.join(it.dataDir, "files", unused))).toBe(false);
  expect(fs.existsSync(path.join(it.dataDir, "files", used))).toBe(true);
  expect(fs.existsSync(path.join(it.dataDir, "files", staffs))).toBe(true);
});

test("of a request with ten files the second one is refused; nine uploads at once of one person are too many", async () => {
  const { token, userId } = await it.as("member");
  const parts = Array.from({ length: 10 }, (_, index) => ({
    field: "file",
    name: `${index}.txt`,
    bytes: text(MB),
  }));
  for (const url of ["/common/upload", "/system/user/profile/avatar"]) {
    const named = parts.map((part) => ({
      ...part,
      field: url.endsWith("avatar") ? "avatarfile" : "file",
    }));
    expect((await upload(it, url, named, { token })).msg).toBe("上传文件数量不能超过 1 个!");
  }
  expect(await rowsOf(userId)).toEqual([]);

  await it.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = it.app.server.address() as AddressInfo;
  const stalled = Array.from({ length: 8 }, () => {
    const request = http.request({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/prod-api/common/upload",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": MB,
      },
    });
    request.on("error", () => undefined);
    request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\na');
    return request;
  });
  const message = async () => (await send(token)).msg;
  await expect.poll(message).toBe("同时上传的文件过多，请等前面的文件传完后再试");
  for (const request of stalled) request.destroy();
  await expect.poll(message).toBe("操作成功");
  expect(fs.readdirSync(path.join(it.dataDir, "files", ".incoming"))).toEqual([]);
});

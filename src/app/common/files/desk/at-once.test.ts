import { eq, inArray, sql } from "drizzle-orm";
import { pino } from "pino";
import sharp from "sharp";
import { expect, test } from "vitest";
import { localStore } from "#src/server/files/file-store.ts";
import { startApp } from "#src/test/app.ts";
import { upload } from "#src/test/multipart.ts";
import { meanwhile } from "#src/test/waiting.ts";
import { sweep } from "../../upload/sweep.server.ts";
import { storedFile } from "../../upload/table.server.ts";
import { noteFileUse } from "../service.server.ts";
import { fileUse } from "../table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const member = await it.as("member");

let shade = 0;
async function picture() {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: ++shade, g: 9, b: 9 } },
  })
    .png()
    .toBuffer();
  const files = [{ field: "file", name: `图${shade}.png`, bytes }];
  const { data } = (await upload(it, "/common/files/desk", files, { token })) as unknown as {
    data: { fileId: number; url: string };
  };
  return data;
}
const uses = (url: string) =>
  it.db
    .select()
    .from(fileUse)
    .where(eq(fileUse.path, url.replace("/profile/", "")));
const isThere = (fileId: number) => it.db.$count(storedFile, eq(storedFile.id, fileId));
const remove = (fileId: number) =>
  it.call("DELETE", `/common/files/desk/${fileId}`, { token }).then(({ body }) => body);

test("a file that is being put into use is not removed", async () => {
  const { fileId, url } = await picture();
  // A notice: where it stands is read in its own table.
  const text = `<p><img src="/prod-api${url}"></p>`;
  const body = await meanwhile(
    it,
    async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`insert into sys_notice
        (notice_title, notice_type, notice_content) values ('用图', '1', ${text})
        returning notice_id::int as id`);
      await noteFileUse(tx, "notice", rows[0]?.id ?? 0, [text]);
    },
    () => remove(fileId),
  );
  expect(body).toMatchObject({ code: 500, msg: expect.stringContaining("用图") });
  expect(await isThere(fileId)).toBe(1);
  expect(await uses(url)).toHaveLength(1);
});

test("a file that is being removed is put into use by nobody", async () => {
  const { fileId, url } = await picture();
  const path = url.replace("/profile/", "");
  const answer = await meanwhile(
    it,
    async (tx) => {
      await tx.select().from(storedFile).where(eq(storedFile.id, fileId)).for("update");
      await tx.delete(storedFile).where(eq(storedFile.id, fileId));
    },
    () =>
      it.call("POST", "/system/notice", {
        token,
        body: {
          noticeTitle: "晚了",
          noticeType: "1",
          noticeContent: `<img src="/prod-api${url}">`,
        },
      }),
  );
  expect(answer.body.code).toBe(200);
  expect(await it.db.$count(fileUse, eq(fileUse.path, path))).toBe(0);
});

test("no use without its file, whoever writes it", async () => {
  const use = { path: "upload/2026/01/01/none.png", subject: "article", subjectId: 1 };
  await expect(it.db.insert(fileUse).values(use)).rejects.toMatchObject({
    cause: { code: "23503" },
  });
});

test("the sweep leaves a member's file that is being put into use, and takes the others", async () => {
  const files = [await picture(), await picture()];
  const ids = files.map(({ fileId }) => fileId);
  await it.db
    .update(storedFile)
    .set({ ownerId: member.userId, isInLibrary: false, createdAt: new Date(0) })
    .where(inArray(storedFile.id, ids));
  const place = { files: localStore(it.dataDir), log: pino({ level: "fatal" }) };
  await meanwhile(
    it,
    (tx) => noteFileUse(tx, "declaration", 1, [files[0]?.url ?? ""]),
    () => sweep(it.db, place),
  );
  expect(await isThere(ids[0] ?? 0)).toBe(1);
  expect(await isThere(ids[1] ?? 0)).toBe(0);
});

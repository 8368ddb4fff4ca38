import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, fileOf } from "#src/test/membership.ts";
import { upload } from "#src/test/multipart.ts";
import { storedFile } from "../../common/upload/table.server.ts";

const it = await startApp();
const URL = "/api/bll/personal/files";

type Row = { id: number; purposeName: string; uses: string[]; url: string; name: string };
const rowsOf = async (token: string) => (await it.call("GET", URL, { token })).body.rows as Row[];
const remove = async (token: string, id: unknown) =>
  (await it.call("DELETE", `${URL}/${id}`, { token })).body;

test("one sees one's own files and where they are used, and removes what is used nowhere", async () => {
  const { login } = await applicantWhoPays(it, {});
  const { token, userId } = login;
  const spare = await fileOf(it, userId, "licence");
  const rows = await rowsOf(token);
  expect(rows.map(({ purposeName, uses }) => [purposeName, uses])).toEqual([
    ["单位证照和申请表", []],
    ["缴费凭证", [expect.stringMatching(/^缴费凭证 S\d+$/)]],
    ["照片和证件", [expect.stringMatching(/^入会申请 S\d+$/)]],
  ]);
  for (const { id } of rows.slice(1)) {
    expect(await remove(token, id)).toMatchObject({ code: 500, msg: "文件正在使用，不能删除" });
  }
  const stranger = await it.as("member");
  const foreign = await remove(stranger.token, rows[0]?.id);
  expect(foreign).toEqual(await remove(stranger.token, 99_999_999));
  expect(foreign.code).toBe(404);
  expect(await rowsOf(stranger.token)).toEqual([]);
  expect((await remove(token, "x")).msg).toBe("编号格式不正确");
  expect(await remove(token, rows[0]?.id)).toMatchObject({ msg: "文件已删除" });
  expect(await it.db.$count(storedFile, eq(storedFile.path, spare))).toBe(0);
  expect((await it.call("GET", URL)).body.code).toBe(401);
});

test("an avatar is in use, and the bytes of what is removed go", async () => {
  const { token } = await it.as("member");
  const text = { field: "file", name: "说明.txt", bytes: Buffer.from("说明") };
  await upload(it, "/common/upload", [text], { token });
  const [row] = await rowsOf(token);
  expect(row).toMatchObject({ name: "说明.txt", purposeName: "公开图片和文件", uses: [] });
  const address = row?.url.replace("/prod-api", "") ?? "";
  expect((await it.app.inject({ url: `/prod-api${address}` })).statusCode).toBe(200);
  expect((await remove(token, row?.id)).code).toBe(200);
  expect((await it.app.inject({ url: `/prod-api${address}` })).statusCode).toBe(404);
});

import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { personForm, signCalls } from "#src/test/membership.ts";
import { readPdf } from "#src/test/pdf.ts";
import { staffWith } from "#src/test/rights.ts";

// 入会申请表 as a PDF.

const it = await startApp();
const login = await it.as("member");
const calls = signCalls(it, login.token);
const form: Record<string, unknown> = { ...(await personForm(it, login)), photo: [] };

async function pdf(path: string, token?: string): Promise<string> {
  const answer = await it.app.inject({
    url: `/prod-api/api/system/sign/${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(answer.headers["content-type"]).toBe("application/pdf");
  return readPdf(answer.rawPayload)
    .map((page) => page.text)
    .join("\n");
}

test("its owner gets it whole, 草稿 until it is handed in; staff get it masked", async () => {
  const saved = await calls.post("addMember", form);
  const { id, applyNo } = saved.body.data as { id: number; applyNo: string };
  const own = await pdf(`form?id=${id}`, login.token);
  for (const text of ["个人会员入会申请表", applyNo, "林晓", String(form.idNo), "草稿"]) {
    expect(own).toContain(text);
  }
  const reviewer = await staffWith(it, "member:sign:query");
  const seen = await pdf(`form?id=${id}`, reviewer.token);
  expect(seen).toContain("林晓");
  for (const text of [form.idNo, form.email, form.phone]) expect(seen).not.toContain(text);
});

test("strangers, staff without the right and visitors get none", async () => {
  const { body } = await calls.get("getInfo");
  const { id } = (body.data as { sign: { id: number } }).sign;
  const stranger = signCalls(it, (await it.as("member")).token);
  const other = signCalls(it, (await staffWith(it, "member:sign:list")).token);
  expect((await stranger.get(`form?id=${id}`)).body).toMatchObject({ code: 404 });
  expect((await other.get(`form?id=${id}`)).body).toMatchObject({ code: 404 });
  expect((await it.call("GET", `/api/system/sign/form?id=${id}`)).body).toMatchObject({
    code: 401,
  });
  expect((await calls.get("form?id=x")).body.code).not.toBe(200);
});

test("anybody gets the empty form of persons or of units", async () => {
  expect(await pdf("blankForm?memberType=01")).toContain("个人会员入会申请表");
  expect(await pdf("blankForm?memberType=02")).toContain("单位会员入会申请表");
  expect((await it.call("GET", "/api/system/sign/blankForm?memberType=9")).body).toMatchObject({
    code: 500,
    msg: "请选择个人或单位申请表",
  });
});

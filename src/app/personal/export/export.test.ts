import { desc, eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { generate } from "otplib";
import { expect, test } from "vitest";
import { oneTimeCode } from "#src/app/login/table.server.ts";
import { message } from "#src/app/message/table.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import { nextAddress } from "#src/test/accounts.ts";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { withSecondFactor } from "#src/test/second-factor.ts";
import { fileUse } from "../../common/files/table.server.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { makeNext } from "./make.server.ts";
import { sweep } from "./sweep.server.ts";
import { dataExport } from "./table.server.ts";

const it = await startApp();
const URL = "/api/bll/personal/export";

const ask = async ({ token }: Login, body: object = { password: PASSWORD }) =>
  (await it.call("POST", URL, { token, body })).body;

type Row = { id: number; state: number; bytes: number; validTo: string };
const rowsOf = async ({ token }: Login) =>
  (await it.call("GET", URL, { token })).body.rows as Row[];

async function zipOf({ token }: Login, id: number) {
  const { body } = await it.call("GET", `${URL}/${id}`, { token });
  const address = String(body.url).replace(/^.*\/prod-api/, "");
  const answer = await it.app.inject({ method: "GET", url: `/prod-api${address}` });
  expect(answer.statusCode).toBe(200);
  return unzipSync(answer.rawPayload);
}

test("a member gets all that is known of them, and nothing of others or of staff", async () => {
  const { id, login, calls } = await applicantWhoPays(it, {});
  const staff = await it.as("staff", { nickName: "审核员甲" });
  await it.db.update(sign).set({ checkedBy: staff.userId, updateBy: staff.userName });
  const admin = signCalls(it, (await it.as("admin")).token);
  await admin.put("financePass", { id, receivedAmount: "300.00", bankSerial: "20261120001" });
  const other = await applicantWhoPays(it, {});
  const [mine] = await it.db.select().from(sign).where(eq(sign.id, id));
  const [theirs] = await it.db.select().from(sign).where(eq(sign.id, other.id));
  void calls;

  expect(await ask(login)).toMatchObject({ code: 200, msg: "已开始制作，完成后会通知您" });
  expect(await rowsOf(login)).toMatchObject([{ state: 0 }]);
  expect(await makeNext(it.context)).toBe(true);
  expect(await makeNext(it.context)).toBe(false);
  const [ready] = await rowsOf(login);
  expect(ready).toMatchObject({ state: 1, bytes: expect.any(Number) });
  const [told] = await it.db
    .select()
    .from(message)
    .where(eq(message.userId, login.userId))
    .orderBy(desc(message.id));
  expect(told).toMatchObject({ event: "dataReady", link: "/personal/privacy" });

  const files = await zipOf(login, ready?.id ?? 0);
  expect(Object.keys(files)).toEqual(["个人数据.json", "个人数据.pdf"]);
  expect(strFromU8(files["个人数据.pdf"]?.slice(0, 5) ?? new Uint8Array())).toBe("%PDF-");
  const text = strFromU8(files["个人数据.json"] ?? new Uint8Array());
  const copy = JSON.parse(text) as Record<string, { records: Record<string, string>[] }>;
  expect(copy.applications?.records).toMatchObject([
    {
      申请编号: mine?.applyNo,
      状态: "已完成",
      姓名: "林晓",
      证件号码: expect.stringMatching(/^\d{17}/),
    },
  ]);
  expect(copy.membership?.records.map((each) => each.类别)).toEqual(["会员", "会期", "会员证"]);
  expect(copy.payments?.records.map((each) => each.类别)).toEqual(["缴费", "票据"]);
  expect(copy.consents?.records.length).toBeGreaterThan(0);
  expect(copy.files?.records.length).toBe(2);
  expect(copy.logins?.records.length).toBeGreaterThan(0);
  expect(copy.messages?.records.length).toBeGreaterThan(0);
  expect(copy.account?.records).toMatchObject([{ 用户名: login.userName }]);
  expect(text).not.toContain(theirs?.applyNo);
  expect(text).not.toContain("审核员甲");
  expect(text).not.toContain(staff.userName);
});

test("who asks shows that it is they: by password or by a code to the own phone", async () => {
  const me = await it.as("member", { phonenumber: "13500000001" });
  expect((await ask(me, {})).data).toEqual({ password: "请输入登录密码，或填写短信验证码" });
  expect((await ask(me, { password: "x" })).data).toEqual({ password: "密码错误，请重新输入" });
  expect((await ask(me, { code: "12" })).data).toEqual({ code: "请输入6位短信验证码" });
  expect((await ask(me, { code: "123456" })).data).toEqual({ code: "验证码错误或已过期" });
  const { token } = me;
  await it.call("POST", "/bllSendCode", {
    token,
    body: { scene: "exportData" },
    ip: nextAddress(),
  });
  const code = it.outbox("sms").at(-1)?.code;
  expect(await ask(me, { code })).toMatchObject({ code: 200 });
  expect(await it.db.$count(oneTimeCode, eq(oneTimeCode.state, "1"))).toBe(1);
  expect((await it.call("POST", URL, { body: {} })).body.code).toBe(401);
  await it.db.delete(dataExport);
});

test("with two steps on the code of the app is asked for, and no password serves", async () => {
  const person = await it.as("staff");
  const hasSecondFactor = async () =>
    (await it.call("GET", URL, { token: person.token })).body.hasSecondFactor;
  expect(await hasSecondFactor()).toBe(false);
  const { secret } = await withSecondFactor(it, person);
  expect(await hasSecondFactor()).toBe(true);
  expect(await ask(person)).toMatchObject({ code: 500, data: { code: "请输入两步验证码" } });
  expect(await ask(person, { code: "000000" })).toMatchObject({
    data: { code: "验证码错误或已过期" },
  });
  expect(await ask(person, { code: await generate({ secret }) })).toMatchObject({ code: 200 });
});

test("one copy at a time, three a day, also of two calls at once", async () => {
  const me = await it.as("member");
  const results = await heldAt(it, (text) => text.startsWith('insert into "data_export"'), [
    () => ask(me),
    () => ask(me),
  ]);
  const answers = results.map((each) => (each.status === "fulfilled" ? each.value.msg : ""));
  expect(answers.toSorted()).toEqual(["上一份数据正在制作，请稍候", "已开始制作，完成后会通知您"]);
  for (let count = 0; count < 2; count++) {
    await it.db.update(dataExport).set({ state: 2 }).where(eq(dataExport.userId, me.userId));
    expect((await ask(me)).code).toBe(200);
  }
  await it.db.update(dataExport).set({ state: 2 }).where(eq(dataExport.userId, me.userId));
  expect((await ask(me)).msg).toBe("24小时内最多导出3次，请明天再试");
  await it.db.delete(dataExport);
});

test("two processes make a copy once, and one that died leaves it to the next", async () => {
  const me = await it.as("member");
  await ask(me);
  const results = await heldAt(it, (text) => text.startsWith('update "data_export"'), [
    () => makeNext(it.context),
    () => makeNext(it.context),
  ]);
  expect(results.map((each) => each.status === "fulfilled" && each.value).toSorted()).toEqual([
    false,
    true,
  ]);
  expect(await it.db.$count(storedFile, eq(storedFile.purpose, "personal"))).toBe(2);

  await ask(me);
  const mine = eq(dataExport.userId, me.userId);
  const takenAt = new Date(Date.now() - 3 * 60_000);
  await it.db.update(dataExport).set({ takenAt, tries: 1 }).where(sql`${mine} and state = 0`);
  expect(await makeNext(it.context)).toBe(true);
  expect((await rowsOf(me)).map(({ state }) => state)).toEqual([1, 1]);

  await ask(me);
  await it.db.update(dataExport).set({ tries: 3 }).where(sql`${mine} and state = 0`);
  expect(await makeNext(it.context)).toBe(true);
  expect((await rowsOf(me))[0]).toMatchObject({ state: 2 });
  const { token } = await it.as("admin");
  const { body } = await it.call("GET", "/inbox/list?kind=personal", { token });
  expect(JSON.stringify(body)).toContain("的个人数据未能导出");
});

test("a copy is its owner's, for seven days, and then it is gone with its bytes", async () => {
  const me = await it.as("member");
  await ask(me);
  await makeNext(it.context);
  const [{ id } = { id: 0 }] = await rowsOf(me);
  const stranger = await it.as("member");
  const foreign = await it.call("GET", `${URL}/${id}`, { token: stranger.token });
  const nobody = await it.call("GET", `${URL}/99999999`, { token: stranger.token });
  expect(foreign.body).toEqual(nobody.body);
  expect(foreign.body.code).toBe(404);

  const [row] = await it.db.select().from(dataExport).where(eq(dataExport.id, id));
  const file = row?.file ?? "";
  await sweep(it.db, it.context);
  expect(await it.context.files.read(file)).toBeDefined();
  const readyAt = new Date(Date.now() - 7.01 * 86_400_000);
  await it.db.update(dataExport).set({ readyAt }).where(eq(dataExport.id, id));
  expect((await rowsOf(me))[0]).toMatchObject({ state: 3 });
  expect((await it.call("GET", `${URL}/${id}`, { token: me.token })).body.msg).toBe(
    "文件已过期，请重新导出",
  );
  await sweep(it.db, it.context);
  expect(await it.context.files.read(file)).toBeUndefined();
  expect(await it.db.$count(fileUse, eq(fileUse.path, file))).toBe(0);
});

test("the database refuses a second copy that is being made, and one that is ready without a file", async () => {
  const [row] = await it.db.select().from(user).limit(1);
  const put = (columns: string, values: string) =>
    it.db.execute(
      sql.raw(`insert into data_export (user_id, ${columns}) values (${row?.userId}, ${values})`),
    );
  await put("state", "0");
  await expect(put("state", "0")).rejects.toThrow();
  await expect(put("state", "1")).rejects.toThrow();
  await expect(put("state, file", "0, 'x'")).rejects.toThrow();
  await expect(put("state", "4")).rejects.toThrow();
});

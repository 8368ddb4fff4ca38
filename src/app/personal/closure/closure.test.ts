import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { consent } from "#src/app/agreement/table.server.ts";
import { session } from "#src/app/login/table.server.ts";
import { delivery, message } from "#src/app/message/table.server.ts";
import { readTarget } from "#src/server/jobs/tasks.ts";
import { nextAddress } from "#src/test/accounts.ts";
import { type Login, PASSWORD, startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";
import { heldAt } from "#src/test/races.ts";
import { storedFile } from "../../common/upload/table.server.ts";
import { payment, receipt, refund } from "../../finance/table.server.ts";
import { memberCertificate } from "../../member/certificate/table.server.ts";
import { member } from "../../member/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { accountClosure } from "./table.server.ts";

const it = await startApp();
const URL = "/api/bll/personal/closure";
const admin = await it.as("admin");
const staff = signCalls(it, admin.token);

let phones = 0;
const nextPhone = () => `1340000${String(++phones).padStart(4, "0")}`;

const ask = async ({ token }: Login, body: object = { password: PASSWORD }) =>
  (await it.call("POST", URL, { token, body })).body;

const stateOf = async ({ token }: Login) => (await it.call("GET", URL, { token })).body;

/** Its day has come. */
const ripen = ({ userId }: Login) =>
  it.db
    .update(accountClosure)
    .set({ askedAt: sql`now() - interval '16 days'`, dueAt: sql`now() - interval '1 day'` })
    .where(sql`${accountClosure.userId} = ${userId} and ${accountClosure.state} = 0`);

const run = async (): Promise<string | undefined> => {
  const ready = readTarget(it.context.tasks, "personalTask.closeAccounts");
  if ("error" in ready) throw new Error(ready.error);
  return ready.task.run(it.context, ready.args, new AbortController().signal);
};

const userOf = async ({ userId }: Login) =>
  (await it.db.select().from(user).where(eq(user.userId, userId)))[0];

/** Finance confirms what came in; the reviewer was somebody else. */
async function confirm(id: number, bankSerial: string): Promise<void> {
  const { userId } = await it.as("staff");
  await it.db.update(sign).set({ checkedBy: userId }).where(eq(sign.id, id));
  const { body } = await staff.put("financePass", { id, receivedAmount: "300.00", bankSerial });
  expect(body.code).toBe(200);
}

/** Somebody who is a member, and whose money is in the books. */
async function paidMember() {
  const made = await applicantWhoPays(it, {
    invoice: {
      type: "dues",
      titleType: "person",
      title: "林晓",
      taxNo: "",
      email: "linxiao@example.cn",
      phone: "13800002096",
    },
  });
  await confirm(made.id, `2026112100${++phones}`);
  return made;
}

test("asked for with password and code, thought over for fifteen days, and taken back", async () => {
  const phone = nextPhone();
  const me = await it.as("member", { phonenumber: phone });
  expect((await ask(me, {})).data).toEqual({
    password: "请输入登录密码",
    code: "请输入6位短信验证码",
  });
  expect((await ask(me, { password: "x", code: "123456" })).data).toEqual({
    password: "密码错误，请重新输入",
  });
  expect((await ask(me, { password: PASSWORD, code: "123456" })).data).toEqual({
    code: "验证码错误或已过期",
  });
  const { token } = me;
  const scene = { scene: "cancelAccount" };
  await it.call("POST", "/bllSendCode", { token, body: scene, ip: nextAddress() });
  const code = it.outbox("sms").at(-1)?.code;
  expect(await ask(me, { password: PASSWORD, code })).toMatchObject({
    code: 200,
    msg: "已申请注销账号，15 天内可以撤销",
  });
  const { dueAt } = await stateOf(me);
  const days =
    (new Date(`${String(dueAt).replace(" ", "T")}+08:00`).getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(14.99);
  expect(days).toBeLessThan(15.01);
  const info = (await it.call("GET", "/getInfo", { token })).body.user as { closesOn: string };
  expect(info.closesOn).toBe(String(dueAt).slice(0, 10));
  const told = await it.db.select().from(delivery).where(eq(delivery.userId, me.userId));
  expect(told.map(({ event }) => event)).toEqual(["closureAsked"]);
  const waiting = await it.call("GET", "/inbox/list?kind=personal", { token: admin.token });
  expect(waiting.text).toContain("申请注销账号");

  await run();
  expect((await userOf(me))?.delFlag).toBe("0");
  const back = await it.call("PUT", `${URL}/withdraw`, { token });
  expect(back.body).toMatchObject({ code: 200, msg: "已撤销，您的账号会继续保留" });
  expect((await it.call("PUT", `${URL}/withdraw`, { token })).body.msg).toBe(
    "没有待撤销的注销申请",
  );
  expect(await stateOf(me)).toMatchObject({ dueAt: null });
  await run();
  expect((await userOf(me))?.phonenumber).toBe(phone);
});

test("of two who ask at once one is told that it is asked for; staff and strangers cannot", async () => {
  const me = await it.as("member");
  const results = await heldAt(it, (text) => text.startsWith('insert into "account_closure"'), [
    () => ask(me),
    () => ask(me),
  ]);
  const answers = results.map((each) => (each.status === "fulfilled" ? each.value.msg : ""));
  expect(answers.toSorted()).toEqual(
    ["已申请注销账号，15 天内可以撤销", "您已申请注销账号，无需重复申请"].toSorted(),
  );
  expect(await it.db.$count(accountClosure, eq(accountClosure.userId, me.userId))).toBe(1);
  const clerk = await it.as("staff");
  expect((await ask(clerk)).msg).toBe("工作人员的账号请联系系统管理员停用");
  expect((await it.call("POST", URL, { body: {} })).body.code).toBe(401);
  await it.db.delete(accountClosure).where(eq(accountClosure.userId, me.userId));
});

test("while money or an application is open nobody can leave, and is told what to do", async () => {
  const { id, login } = await applicantWhoPays(it, {});
  const [row] = await it.db.select().from(sign).where(eq(sign.id, id));
  const no = row?.applyNo;
  const open = `您的申请（${no}）正在办理（待财务确认），请先撤回或办结`;
  expect((await ask(login)).msg).toBe(`${open}后再注销账号`);
  expect(await stateOf(login)).toMatchObject({ obstacle: open });
  await confirm(id, "77001");
  const [paid] = await it.db.select().from(payment).where(eq(payment.signId, id));
  const refunding = { paymentId: paid?.id ?? 0, amountFen: 100, reason: "多缴", askedBy: 1 };
  await it.db.insert(refund).values(refunding);
  expect((await ask(login)).msg).toBe(`您的申请（${no}）有退款正在办理，请等退款完成后再注销账号`);
  await it.db.delete(refund);
  await it.db.update(sign).set({ state: 10 }).where(eq(sign.id, id));
  expect((await ask(login)).msg).toBe(
    `您为申请（${no}）缴纳的款项还没有办结，请先联系学会办理退款后再注销账号`,
  );
  await it.db.update(sign).set({ state: 7 }).where(eq(sign.id, id));
  expect((await ask(login)).code).toBe(200);
  // What came up within the fifteen days keeps the account, and staff are told.
  await it.db.insert(refund).values(refunding);
  await ripen(login);
  expect(await run()).toBe("注销 0 个账号，未能注销 1 个");
  expect((await userOf(login))?.delFlag).toBe("0");
  const waiting = await it.call("GET", "/inbox/list?kind=personal", { token: admin.token });
  expect(waiting.text).toContain("有退款正在办理");
  await it.db.delete(refund);
  expect(await run()).toBe("注销 1 个账号，未能注销 0 个");
});

test("a closed account says nothing of the person, and the books of money stay whole", async () => {
  const { id, login } = await paidMember();
  const phone = nextPhone();
  await it.db
    .update(user)
    .set({ phonenumber: phone, email: "linxiao@example.cn", loginIp: "10.9.9.9" })
    .where(eq(user.userId, login.userId));
  const keys = (
    await it.db.select().from(storedFile).where(eq(storedFile.ownerId, login.userId))
  ).map(({ path, purpose }) => ({ path, purpose }));
  await it.db.insert(accountClosure).values({
    userId: login.userId,
    askedAt: new Date(Date.now() - 16 * 86_400_000),
    dueAt: new Date(Date.now() - 1),
  });
  expect(await run()).toBe("注销 1 个账号，未能注销 0 个");

  expect(await userOf(login)).toMatchObject({
    userName: `closed${login.userId}`,
    nickName: "已注销用户",
    phonenumber: "",
    email: "",
    password: "",
    loginIp: "",
    delFlag: "2",
  });
  expect(await it.db.$count(session, eq(session.userId, login.userId))).toBe(0);
  expect((await it.call("GET", "/getInfo", { token: login.token })).body.code).toBe(401);
  expect(await it.db.$count(message, eq(message.userId, login.userId))).toBe(0);
  expect(await it.db.$count(delivery, eq(delivery.userId, login.userId))).toBe(0);
  const [row] = await it.db.select().from(sign).where(eq(sign.id, id));
  expect(row).toMatchObject({ state: 7, name: "林*", form: {}, idSealed: null, idIndex: null });
  const [left] = await it.db.select().from(member).where(eq(member.userId, login.userId));
  expect(left).toMatchObject({
    name: "林*",
    phone: "",
    email: "",
    form: {},
    idSealed: null,
    manualState: "resigned",
    manualReason: "会员注销账号",
  });
  const certificates = await it.db
    .select()
    .from(memberCertificate)
    .where(eq(memberCertificate.memberId, left?.id ?? 0));
  expect(certificates).toMatchObject([{ name: "林*", revokeReason: "会员注销账号" }]);
  const [paid] = await it.db.select().from(payment).where(eq(payment.signId, id));
  expect(paid).toMatchObject({ state: 1, receivedFen: 30_000, payerName: "林晓" });
  expect(paid?.invoice).toMatchObject({ title: "林晓", email: "", phone: "" });
  const [paper] = await it.db
    .select()
    .from(receipt)
    .where(eq(receipt.paymentId, paid?.id ?? 0));
  expect(paper).toMatchObject({ amountFen: 30_000, email: "", phone: "" });
  const agreed = await it.db.select().from(consent).where(eq(consent.userId, login.userId));
  expect(agreed.map(({ ipaddr }) => ipaddr)).toEqual(agreed.map(() => ""));
  // The photo is gone, the voucher is part of the books.
  for (const { path, purpose } of keys) {
    const kept = await it.db.select().from(storedFile).where(eq(storedFile.path, path));
    expect([purpose, kept.length]).toEqual([purpose, purpose === "voucher" ? 1 : 0]);
    if (kept[0]) expect(kept[0]).toMatchObject({ ownerId: null });
  }
  const everything = await it.db.execute<{ text: string }>(sql`select
    (select string_agg(t::text, '') from sys_user t) || (select string_agg(t::text, '') from sign t) ||
    (select string_agg(t::text, '') from member t) || (select string_agg(t::text, '') from timeline t) ||
    (select string_agg(to_jsonb(t)::text, '') from payment t)
    as text`);
  for (const known of [phone, "linxiao@example.cn", "云川师范大学", login.userName]) {
    expect([known, everything.rows[0]?.text.includes(known)]).toEqual([known, false]);
  }
  // Phone and user name are free again.
  const again = await it.as("member", { phonenumber: phone, userName: login.userName });
  expect(again.userId).not.toBe(login.userId);
});

test("two runs close an account once; what goes wrong in the middle leaves it as it was", async () => {
  const { login } = await paidMember();
  await it.db.insert(accountClosure).values({
    userId: login.userId,
    askedAt: new Date(Date.now() - 16 * 86_400_000),
    dueAt: new Date(Date.now() - 1),
  });
  const before = await it.db.select().from(member).where(eq(member.userId, login.userId));
  await it.asAdmin(`create function stop_it() returns trigger language plpgsql as
    $$ begin raise exception 'stopped'; end $$;
    create trigger stop_it before update on sys_user for each row when (new.del_flag = '2')
    execute function stop_it()`);
  expect(await run()).toBe("注销 0 个账号，未能注销 1 个");
  expect(await it.db.select().from(member).where(eq(member.userId, login.userId))).toEqual(before);
  expect((await it.call("GET", "/getInfo", { token: login.token })).body.code).toBe(200);
  await it.asAdmin("drop trigger stop_it on sys_user");

  const results = await heldAt(it, (text) => /from "account_closure".*for update/.test(text), [
    run,
    run,
  ]);
  const closed = results.map((each) => (each.status === "fulfilled" ? each.value : ""));
  expect(closed.toSorted()).toEqual([
    "注销 0 个账号，未能注销 0 个",
    "注销 1 个账号，未能注销 0 个",
  ]);
});

test("bytes that a run left behind go with the next one", async () => {
  const login = await it.as("member");
  const key = "private/2026/11/20/00000000000000000000000000000abc.png";
  await it.db.insert(accountClosure).values({
    userId: login.userId,
    state: 2,
    askedAt: new Date(Date.now() - 16 * 86_400_000),
    dueAt: new Date(Date.now() - 1),
    endedAt: new Date(),
    filesLeft: [key],
  });
  await run();
  const [row] = await it.db
    .select()
    .from(accountClosure)
    .where(eq(accountClosure.userId, login.userId));
  expect(row?.filesLeft).toEqual([]);
});

test("the database refuses two closings of one account, and an application that is erased while it is open", async () => {
  const login = await it.as("member");
  const put = (values: string) =>
    it.db.execute(
      sql.raw(`insert into account_closure (user_id, due_at, state, ended_at)
        values (${login.userId}, now() + interval '1 day', ${values})`),
    );
  await put("0, null");
  await expect(put("0, null")).rejects.toThrow();
  await expect(put("2, null")).rejects.toThrow();
  await put("2, now()");
  await expect(put("2, now()")).rejects.toThrow();
  const { id } = await applicantWhoPays(it, {});
  const erase = (set: string) => it.db.execute(sql.raw(`update sign set ${set} where id = ${id}`));
  await expect(
    erase("erased_at = now(), id_sealed = null, id_index = null, form = '{}'"),
  ).rejects.toThrow();
  await expect(erase("erased_at = now()")).rejects.toThrow();
});

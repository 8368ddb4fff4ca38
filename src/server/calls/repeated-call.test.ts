import { eq, like, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { storedFile } from "../../app/common/upload/table.server.ts";
import { sweep } from "../../app/monitor/cache/sweep.server.ts";
import { repeatedCall } from "../../app/monitor/cache/table.server.ts";
import { operLog } from "../../app/monitor/operlog/table.server.ts";
import { post } from "../../app/system/post/table.server.ts";
import { startApp } from "../../test/app.ts";
import { waiting } from "../../test/waiting.ts";

const it = await startApp();
const { token } = await it.as("admin");
const send = (key: string, method: string, url: string, body?: object, as = token) =>
  it.call(method, url, {
    token: as,
    headers: { "idempotency-key": key },
    ...(body ? { body } : {}),
  });
const bodyOf = (name: string) => ({ postCode: name, postName: name, postSort: 1 });
const add = (key: string, name: string, as = token) =>
  send(key, "POST", "/system/post", bodyOf(name), as);
const count = (word: string) => it.db.$count(post, like(post.postCode, `${word}%`));
const logged = (word: string) => it.db.$count(operLog, like(operLog.operParam, `%"${word}%`));
const DONE = { code: 200, msg: "操作成功" };

test("the same key twice: one effect, one answer, one row of the log", async () => {
  const first = await add("k1", "one");
  const second = await add("k1", "one");
  expect(first.body).toEqual(DONE);
  expect(second.text).toBe(first.text);
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect([await count("one"), await logged("one")]).toEqual([1, 1]);
  // Without a key the contract's refusal stays as it is.
  const bare = await it.call("POST", "/system/post", { token, body: bodyOf("one") });
  expect(bare.body.code).toBe(500);
});

test("a key belongs to one call and to one account", async () => {
  await add("k2", "two-a");
  const other = { code: 500, msg: "该 Idempotency-Key 已用于另一个请求，请更换后重试" };
  expect((await add("k2", "two-b")).body).toEqual(other);
  expect((await send("k2", "POST", "/system/post?x=1", bodyOf("two-a"))).body).toEqual(other);
  expect((await send("k2", "PUT", "/system/post", bodyOf("two-a"))).body).toEqual(other);
  expect(await count("two-")).toBe(1);
  const member = await it.as("member");
  const nick = { nickName: "新昵称" };
  const own = await send("k2", "PUT", "/system/user/editNickName", nick, member.token);
  expect(own.body).toEqual(DONE);
  for (const bad of ["", "a b", "键", "x".repeat(129)]) {
    const answer = await send(
      encodeURI(bad) === bad ? bad : "a\u00a0b",
      "POST",
      "/system/post",
      {},
    );
    expect(answer.body.msg, bad).toBe("请求头 Idempotency-Key 应为 1 到 128 个可见的英文字符");
  }
});

test("fifty at once: one effect, fifty equal answers", async () => {
  for (let round = 0; round < 4; round++) {
    const name = `three-${round}`;
    const answers = await Promise.all(Array.from({ length: 50 }, () => add(name, name)));
    expect(answers.map(({ text }) => text)).toEqual(Array(50).fill(answers[0]?.text));
    expect(answers[0]?.body).toEqual(DONE);
    expect([await count(name), await logged(name)]).toEqual([1, 1]);
  }
});

test("the second says that the first is not done yet when it takes long", async () => {
  const calls = await it.db.transaction(async (tx) => {
    await tx.insert(post).values({ postCode: "four", postName: "别的" });
    const slow = add("k4", "four");
    await expect.poll(() => waiting(it.db)).toBe(1);
    return { slow, told: await add("k4", "four") };
  });
  expect(calls.told.body).toEqual({ code: 500, msg: "相同的请求正在处理，请稍候再试" });
  // Somebody else had the code: a refusal, which keeps no key.
  expect((await calls.slow).body.code).toBe(500);
  expect(await it.db.$count(repeatedCall, eq(repeatedCall.key, "k4"))).toBe(0);
}, 20_000);

test("a refusal takes no key: the same call may be sent again and be done", async () => {
  await it.db.insert(post).values({ postCode: "five", postName: "挡路" });
  expect((await add("k5", "five")).body.code).toBe(500);
  await it.db.delete(post).where(eq(post.postCode, "five"));
  expect((await add("k5", "five")).body).toEqual(DONE);
});

test("a day, then the key is free", async () => {
  await add("k6", "six");
  await it.db.delete(post).where(eq(post.postCode, "six"));
  expect((await add("k6", "six")).headers["idempotency-replayed"]).toBe("true");
  const old = sql`now() - interval '25 hours'`;
  await it.db.update(repeatedCall).set({ createdAt: old }).where(eq(repeatedCall.key, "k6"));
  expect((await add("k6", "six")).headers["idempotency-replayed"]).toBeUndefined();
  expect(await count("six")).toBe(1);
  await it.db.update(repeatedCall).set({ createdAt: old }).where(eq(repeatedCall.key, "k6"));
  const before = await it.db.$count(repeatedCall);
  await sweep(it.db);
  expect(await it.db.$count(repeatedCall)).toBe(before - 1);
});

test("an upload under one key is stored once; a file that is sent is made anew", async () => {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(64).fill(65)], "说明.txt"));
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  const upload = () =>
    it.app.inject({
      method: "POST",
      url: "/prod-api/common/files/desk",
      headers: {
        authorization: `Bearer ${token}`,
        "idempotency-key": "k7",
        "content-type": encoded.headers.get("content-type") ?? "",
      },
      payload,
    });
  const [first, second] = [await upload(), await upload()];
  expect(first.json()).toMatchObject({ code: 200 });
  expect(second.body).toBe(first.body);
  expect(await it.db.$count(storedFile, eq(storedFile.originalName, "说明.txt"))).toBe(1);
  for (let time = 0; time < 2; time++) {
    const { headers } = await send("k8", "POST", "/system/post/export");
    expect(String(headers["content-type"])).toContain("sheet");
  }
});

test("what is shown once does not lie open in the database", async () => {
  const staff = await it.as("staff");
  const ask = () =>
    send("k9", "POST", "/system/user/profile/totp", { password: staff.password }, staff.token);
  const { data } = (await ask()).body as unknown as { data: { secret: string } };
  expect((await ask()).body.data).toEqual(data);
  const [row] = await it.db.select().from(repeatedCall).where(eq(repeatedCall.key, "k9"));
  expect(row?.answer?.includes(data.secret)).toBe(false);
});

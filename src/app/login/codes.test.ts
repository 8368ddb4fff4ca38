import { and, desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { nextAddress, solvedCaptcha } from "../../test/accounts.ts";
import { startApp } from "../../test/app.ts";
import { config } from "../system/config/table.server.ts";
import { spendCode } from "./service.server.ts";
import { captcha, oneTimeCode } from "./table.server.ts";

const it = await startApp();

let phones = 0;
const nextPhone = () => `137${String(++phones).padStart(8, "0")}`;

const ask = async (phone: string, scene = "register", ip = nextAddress()) =>
  (
    await it.call("POST", "/sendCode", {
      body: { phone, scene, ...(await solvedCaptcha(it)) },
      ip,
    })
  ).body;

/** Rows of codes that were sent `secondsAgo`. */
const earlier = (receiver: string, secondsAgo: number[], ipaddr = nextAddress()) =>
  it.db.insert(oneTimeCode).values(
    secondsAgo.map((seconds) => ({
      receiver,
      scene: "register",
      codeHash: Buffer.alloc(32),
      ipaddr,
      createdAt: new Date(Date.now() - seconds * 1_000),
      expiresAt: new Date(),
    })),
  );

const SENT = { code: 200, msg: "验证码已发送" };

describe("POST /sendCode", () => {
  test("sends six digits, kept as a hash", async () => {
    const phone = nextPhone();
    expect(await ask(`+86 ${phone}`)).toEqual(SENT);
    const line = it.outbox("sms").at(-1);
    expect(line).toMatchObject({ to: phone, scene: "register" });
    expect(line?.code).toMatch(/^\d{6}$/);
    expect(line?.text).toContain(`验证码${line?.code}，5分钟内有效`);
    const [row] = await it.db.select().from(oneTimeCode).where(eq(oneTimeCode.receiver, phone));
    expect(row?.codeHash.toString("latin1")).not.toContain(line?.code);
    expect((row?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(300_000);
  });

  test("refuses wrong phones, scenes and captchas on their fields", async () => {
    expect((await ask("123")).data).toEqual({ phone: "请输入正确的11位手机号码" });
    expect((await ask(nextPhone(), "bindPhone")).data).toEqual({ scene: "验证码用途不正确" });
    expect((await ask(nextPhone(), "toString")).data).toEqual({ scene: "验证码用途不正确" });
    const phone = nextPhone();
    const bare = await it.call("POST", "/sendCode", { body: { phone, scene: "register" } });
    expect(bare.body).toEqual({ code: 500, msg: "验证码已失效", data: { code: "验证码已失效" } });
    const solved = await solvedCaptcha(it);
    const body = { phone, scene: "register", ...solved, code: "x" };
    expect((await it.call("POST", "/sendCode", { body })).body.data).toEqual({
      code: "验证码错误",
    });
    expect(it.outbox("sms").some((line) => line.to === phone)).toBe(false);
  });

  test.each(["login", "forget"])(
    "%s: an unknown phone gets the same answers and limits",
    async (scene) => {
      const unknown = nextPhone();
      const known = nextPhone();
      await it.as("member", { phonenumber: known });
      expect(await ask(unknown, scene)).toEqual(SENT);
      expect(await ask(known, scene)).toEqual(SENT);
      const again = [await ask(unknown, scene), await ask(known, scene)];
      for (const body of again) expect(body.msg).toMatch(/^获取验证码过于频繁，请\d+秒后再试$/);
      await expect.poll(() => it.outbox("sms").some((line) => line.to === known)).toBe(true);
      expect(it.outbox("sms").some((line) => line.to === unknown)).toBe(false);
      const rows = await it.db.select().from(oneTimeCode).where(eq(oneTimeCode.receiver, unknown));
      expect(rows.map((row) => row.state)).toEqual(["3"]);
    },
  );

  test("60 seconds between two", async () => {
    const phone = nextPhone();
    await earlier(phone, [50]);
    expect((await ask(phone)).msg).toMatch(/^获取验证码过于频繁，请(9|10)秒后再试$/);
    const other = nextPhone();
    await earlier(other, [61]);
    expect(await ask(other)).toEqual(SENT);
  });

  test("five an hour, ten a day", async () => {
    const phone = nextPhone();
    await earlier(phone, [100, 200, 300, 400]);
    expect(await ask(phone)).toEqual(SENT);
    const full = nextPhone();
    await earlier(full, [100, 200, 300, 400, 3_590]);
    expect((await ask(full)).msg).toBe("获取验证码次数过多，请1小时后再试");
    const day = nextPhone();
    await earlier(day, [4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 86_300]);
    expect(await ask(day)).toEqual(SENT);
    const spent = nextPhone();
    await earlier(
      spent,
      [4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000, 86_300],
    );
    expect((await ask(spent)).msg).toBe("今日获取验证码次数已达上限，请24小时后再试");
    const fresh = nextPhone();
    await earlier(
      fresh,
      [4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_000, 86_500],
    );
    expect(await ask(fresh)).toEqual(SENT);
  });

  test("twenty an hour and address", async () => {
    const ip = nextAddress();
    for (let index = 0; index < 19; index++) await earlier(nextPhone(), [1_000], ip);
    expect(await ask(nextPhone(), "register", ip)).toEqual(SENT);
    expect((await ask(nextPhone(), "register", ip)).msg).toBe(
      "当前网络获取验证码次数过多，请稍后再试",
    );
  });

  test("twenty parallel requests for one phone send one", async () => {
    const phone = nextPhone();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(phone)));
    expect(answers.filter((body) => body.code === 200)).toHaveLength(1);
    expect(it.outbox("sms").filter((line) => line.to === phone)).toHaveLength(1);
  });

  test("parallel requests of one address send twenty of thirty", async () => {
    const ip = nextAddress();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => ask(nextPhone(), "register", ip)),
    );
    expect(answers.filter((body) => body.code === 200)).toHaveLength(20);
  });

  test("the site's daily budget", async () => {
    const setBudget = async (value: number) => {
      await it.db
        .update(config)
        .set({ configValue: String(value) })
        .where(eq(config.configKey, "sms.dailyBudget"));
      await publishTags(it.db, ["site"]);
    };
    await it.db.delete(oneTimeCode);
    await setBudget(2);
    await earlier(nextPhone(), [7_200]);
    await earlier("someone@example.org", [7_200, 7_300]);
    await expect
      .poll(async () => [(await ask(nextPhone())).msg, (await ask(nextPhone())).msg])
      .toContain("短信服务繁忙，请稍后再试或致电学会");
    await setBudget(5_000);
    await expect.poll(async () => (await ask(nextPhone())).code).toBe(200);
  });

  test("needs no captcha while the setting is off", async () => {
    const set = async (value: string) => {
      await it.db
        .update(config)
        .set({ configValue: value })
        .where(eq(config.configKey, "sys.account.captchaEnabled"));
      await publishTags(it.db, ["site"]);
    };
    await set("false");
    await expect
      .poll(async () => (await it.call("GET", "/captchaImage")).body)
      .toEqual({ code: 200, msg: "操作成功", captchaEnabled: false, captchaOnOff: false });
    const body = { phone: nextPhone(), scene: "register", code: "ignored", uuid: "ignored" };
    expect((await it.call("POST", "/sendCode", { body, ip: nextAddress() })).body).toEqual(SENT);
    await set("true");
    await expect
      .poll(async () => (await it.call("GET", "/captchaImage", { ip: nextAddress() })).body)
      .toHaveProperty("captchaEnabled", true);
  });
});

describe("using a code", () => {
  const fresh = async () => {
    const phone = nextPhone();
    await ask(phone);
    const code = it.outbox("sms").at(-1)?.code ?? "";
    const wrong = code === "111111" ? "222222" : "111111";
    return { receiver: phone, scene: "register", code, wrong };
  };

  test("exactly one of twenty parallel uses succeeds", async () => {
    const given = await fresh();
    const results = await Promise.all(Array.from({ length: 20 }, () => spendCode(it.db, given)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test("five wrong tries end it", async () => {
    const { wrong, ...given } = await fresh();
    for (let index = 0; index < 4; index++) {
      expect(await spendCode(it.db, { ...given, code: wrong })).toBe(false);
    }
    expect(await spendCode(it.db, given)).toBe(true);
    const other = await fresh();
    for (let index = 0; index < 5; index++) await spendCode(it.db, { ...other, code: other.wrong });
    expect(await spendCode(it.db, other)).toBe(false);
  });

  test("it is bound to phone and scene, lives five minutes, and a newer one replaces it", async () => {
    const given = await fresh();
    expect(await spendCode(it.db, { ...given, scene: "forget" })).toBe(false);
    expect(await spendCode(it.db, { ...given, receiver: nextPhone() })).toBe(false);
    const { receiver } = given;
    await it.db
      .update(oneTimeCode)
      .set({ createdAt: new Date(Date.now() - 61_000) })
      .where(eq(oneTimeCode.receiver, receiver));
    await ask(receiver);
    expect(await spendCode(it.db, given)).toBe(false);
    const code = it.outbox("sms").at(-1)?.code ?? "";
    await it.db
      .update(oneTimeCode)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(and(eq(oneTimeCode.receiver, receiver), eq(oneTimeCode.state, "0")));
    expect(await spendCode(it.db, { ...given, code })).toBe(false);
  });
});

describe("POST /bllSendCode", () => {
  test("sends to the account's own phone, or the new one, bound to the account", async () => {
    const phonenumber = nextPhone();
    const member = await it.as("member", { phonenumber });
    const send = async (body: object) =>
      (await it.call("POST", "/bllSendCode", { body, token: member.token, ip: nextAddress() }))
        .body;
    expect(await send({ scene: "cancelAccount", phone: nextPhone() })).toEqual(SENT);
    expect(it.outbox("sms").at(-1)).toMatchObject({ to: phonenumber, scene: "cancelAccount" });
    const [row] = await it.db.select().from(oneTimeCode).orderBy(desc(oneTimeCode.id)).limit(1);
    expect(row?.scene).toBe(`cancelAccount:${member.userId}`);
    const next = nextPhone();
    expect(await send({ scene: "changePhone", phone: next })).toEqual(SENT);
    expect(it.outbox("sms").at(-1)).toMatchObject({ to: next });
    expect(await send({ scene: "bindEmail", email: " A@Example.org " })).toEqual(SENT);
    expect(it.outbox("mail").at(-1)).toMatchObject({ to: "a@example.org", scene: "bindEmail" });
    expect((await send({ scene: "bindEmail", email: "x" })).data).toEqual({
      email: "请输入正确的邮箱地址",
    });
    expect((await send({ scene: "changePhone", phone: "1" })).data).toEqual({
      phone: "请输入正确的11位手机号码",
    });
    expect((await send({ scene: "exportData" })).msg).toMatch(/^获取验证码过于频繁/);
    expect((await send({ scene: "other" })).msg).toBe("验证码用途不正确");
  });

  test("a stranger may use the public scenes alone, with captcha", async () => {
    const body = { scene: "cancelAccount" };
    expect((await it.call("POST", "/bllSendCode", { body })).body.code).toBe(401);
    const open = { scene: "register", phone: nextPhone() };
    expect((await it.call("POST", "/bllSendCode", { body: open })).body.msg).toBe("验证码已失效");
    const solved = { ...open, ...(await solvedCaptcha(it)) };
    expect((await it.call("POST", "/bllSendCode", { body: solved })).body).toEqual(SENT);
  });

  test("an account without phone is told so", async () => {
    const { token } = await it.as("member");
    const body = { scene: "exportData" };
    expect((await it.call("POST", "/bllSendCode", { body, token })).body.msg).toBe(
      "请先绑定手机号",
    );
  });
});

test("a captcha serves one of twenty parallel requests for codes", async () => {
  const solved = await solvedCaptcha(it);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      it.call("POST", "/sendCode", {
        body: { phone: nextPhone(), scene: "register", ...solved },
        ip: nextAddress(),
      }),
    ),
  );
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  expect(await it.db.$count(captcha, eq(captcha.uuid, solved.uuid))).toBe(1);
});

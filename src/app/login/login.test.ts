import bcrypt from "bcryptjs";
import { desc, eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { nextAddress, sentCode, solvedCaptcha } from "../../test/accounts.ts";
import { PASSWORD, startApp } from "../../test/app.ts";
import { loginLog } from "../monitor/logininfor/table.server.ts";
import { config } from "../system/config/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { sweep } from "./sweep.server.ts";
import { captcha, loginGuard, oneTimeCode, session } from "./table.server.ts";

const it = await startApp();
const WRONG = "用户不存在/密码错误";

const logIn = async (body: Record<string, unknown>, ip = nextAddress()) =>
  (await it.call("POST", "/login", { body: { ...(await solvedCaptcha(it)), ...body }, ip })).body;

const lastLog = async () =>
  (await it.db.select().from(loginLog).orderBy(desc(loginLog.infoId)).limit(1))[0];

describe("captcha", () => {
  test("is a raster picture, without the answer in it", async () => {
    const { body, text } = await it.call("GET", "/captchaImage");
    expect(body).toMatchObject({ code: 200, captchaEnabled: true, captchaOnOff: true });
    const picture = await sharp(Buffer.from(String(body.img), "base64")).metadata();
    expect(picture).toMatchObject({ format: "png", width: 160, height: 60 });
    expect(text).not.toContain("answer");
  });

  test("asks in words instead, three times an hour and address", async () => {
    const ip = nextAddress();
    const ask = () => it.call("GET", "/captchaImage?type=text", { ip });
    const { body } = await ask();
    expect(body.text).toMatch(
      /^[零一二三四五六七八九十]+(加|减|乘以)[一二三四五六七八九十]+等于几？$/,
    );
    expect(body.img).toBeUndefined();
    await ask();
    expect((await ask()).body.code).toBe(200);
    expect((await ask()).body).toMatchObject({
      code: 500,
      msg: "文字题每小时最多显示3次，请使用图形验证码，或稍后再试",
    });
    expect((await it.call("GET", "/captchaImage", { ip })).body.code).toBe(200);
    await it.db
      .update(captcha)
      .set({ createdAt: new Date(Date.now() - 3_601_000) })
      .where(eq(captcha.ipaddr, ip));
    expect((await ask()).body.code).toBe(200);
  });

  test("parallel requests of one /64 do not slip past the limit", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        it.call("GET", "/captchaImage?type=text", { ip: `2001:db8:7:7::${index + 1}` }),
      ),
    );
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(3);
  });

  test("pictures are limited per address too", async () => {
    const ip = nextAddress();
    await it.db.insert(captcha).values(
      Array.from({ length: 60 }, (_, index) => ({
        uuid: `full-${index}`,
        answer: "1",
        kind: "image",
        ipaddr: ip,
        expiresAt: new Date(),
      })),
    );
    expect((await it.call("GET", "/captchaImage", { ip })).body.msg).toBe(
      "操作过于频繁，请稍后再试",
    );
  });

  test("wrong, used, expired, missing", async () => {
    const member = await it.as("member");
    const body = { username: member.userName, password: PASSWORD };
    const solved = await solvedCaptcha(it);
    const wrong = await logIn({ ...body, ...solved, code: "x" });
    expect(wrong).toEqual({ code: 500, msg: "验证码错误", data: { code: "验证码错误" } });
    expect((await logIn({ ...body, ...solved })).msg).toBe("验证码已失效");
    expect((await logIn({ ...body, uuid: undefined })).msg).toBe("验证码已失效");
    expect((await logIn({ ...body, code: undefined })).msg).toBe("验证码错误");
    const old = await solvedCaptcha(it);
    await it.db
      .update(captcha)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(captcha.uuid, old.uuid));
    expect((await logIn({ ...body, ...old })).msg).toBe("验证码已失效");
    expect(await lastLog()).toMatchObject({ status: "1", msg: "验证码已失效" });
  });

  test("serves exactly one of twenty parallel log-ins", async () => {
    const member = await it.as("member");
    const solved = await solvedCaptcha(it);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        logIn({ username: member.userName, password: PASSWORD, ...solved }),
      ),
    );
    expect(answers.filter((body) => body.code === 200)).toHaveLength(1);
    expect(answers.filter((body) => body.msg === "验证码已失效")).toHaveLength(19);
  });
});

describe("password", () => {
  test("opens a session, by name in any case or by phone", async () => {
    const member = await it.as("member", { userName: "WeiLan", phonenumber: "13900000001" });
    for (const username of ["WeiLan", "  weilan ", "13900000001", "+86 139 0000 0001"]) {
      const body = await logIn({ username, password: PASSWORD });
      expect(body).toMatchObject({ code: 200, msg: "操作成功" });
      const info = await it.call("GET", "/getInfo", { token: String(body.token) });
      expect(info.body.user).toMatchObject({ userId: member.userId });
    }
    const [row] = await it.db.select().from(user).where(eq(user.userId, member.userId));
    expect(row?.loginDate).toBeInstanceOf(Date);
    expect(await lastLog()).toMatchObject({ userName: "WeiLan", status: "0", msg: "登录成功" });
  });

  test("unknown user, wrong, empty and too long look the same", async () => {
    const member = await it.as("member");
    const cases = [
      { username: "nobody-here", password: PASSWORD },
      { username: member.userName, password: "wrong" },
      { username: "", password: "" },
      { username: member.userName, password: "x".repeat(129) },
      { username: "y".repeat(129), password: PASSWORD },
      { username: "a\u0000b", password: PASSWORD },
      { username: "13900009999", password: PASSWORD },
    ];
    for (const body of cases) {
      expect(await logIn(body)).toEqual({ code: 500, msg: WRONG, data: { password: WRONG } });
    }
    await logIn({ username: "", password: "" });
    expect(await lastLog()).toMatchObject({ msg: "* 必须填写" });
  });

  test.each([true, false])("five failures lock the name (exists: %s)", async (exists) => {
    const userName = exists ? (await it.as("member")).userName : "ghost-user";
    for (let index = 0; index < 5; index++) {
      expect((await logIn({ username: userName, password: "wrong" })).msg).toBe(WRONG);
    }
    const lock = "密码输入错误5次，帐户锁定10分钟";
    expect((await logIn({ username: userName, password: PASSWORD })).msg).toBe(lock);
    expect(await lastLog()).toMatchObject({ msg: lock });
    await it.db
      .update(loginGuard)
      .set({ updatedAt: new Date(Date.now() - 601_000) })
      .where(eq(loginGuard.key, `name:${userName}`));
    const after = await logIn({ username: userName, password: PASSWORD });
    expect(after.msg).toBe(exists ? "操作成功" : WRONG);
  });

  test("name and phone share one counter; a right password clears it", async () => {
    const phonenumber = "13900000002";
    const member = await it.as("member", { phonenumber });
    for (const username of [member.userName, phonenumber, member.userName.toUpperCase()]) {
      await logIn({ username, password: "wrong" });
    }
    const [guard] = await it.db
      .select()
      .from(loginGuard)
      .where(eq(loginGuard.key, `name:${member.userName}`));
    expect(guard?.failures).toBe(3);
    expect((await logIn({ username: phonenumber, password: PASSWORD })).code).toBe(200);
    expect(await it.db.$count(loginGuard, eq(loginGuard.key, `name:${member.userName}`))).toBe(0);
  });

  test("of twenty parallel guesses five are looked at", async () => {
    const member = await it.as("member");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logIn({ username: member.userName, password: "wrong" })),
    );
    expect(answers.filter((body) => body.msg === WRONG)).toHaveLength(5);
  });

  test("an address has to wait longer with every failure", async () => {
    const ip = nextAddress();
    const guess = (index: number) => logIn({ username: `guess-${index}`, password: "x" }, ip);
    for (let index = 0; index < 11; index++) expect((await guess(index)).msg).toBe(WRONG);
    expect((await guess(11)).msg).toMatch(/^登录失败次数过多，请[12]秒后再试$/);
    await it.db
      .update(loginGuard)
      .set({ blockedUntil: new Date(Date.now() - 1) })
      .where(eq(loginGuard.key, `ip:${ip}`));
    expect((await guess(12)).msg).toBe(WRONG);
    expect((await guess(13)).msg).toMatch(/请[34]秒后再试/);
    const member = await it.as("member");
    const other = await logIn({ username: member.userName, password: PASSWORD });
    expect(other.code).toBe(200);
  });

  test("people who log in well from one address do not block it", async () => {
    const ip = nextAddress();
    const member = await it.as("member");
    for (let index = 0; index < 15; index++) {
      expect((await logIn({ username: member.userName, password: PASSWORD }, ip)).code).toBe(200);
    }
  });

  test("a disabled user is told only after the right password", async () => {
    const member = await it.as("member", { status: "1" });
    expect((await logIn({ username: member.userName, password: "wrong" })).msg).toBe(WRONG);
    expect((await logIn({ username: member.userName, password: PASSWORD })).msg).toBe(
      "用户已封禁，请联系管理员",
    );
    expect((await it.call("GET", "/getInfo", { token: member.token })).body.code).toBe(401);
  });

  test("black list of addresses", async () => {
    await it.db
      .update(config)
      .set({ configValue: "198.51.100.*" })
      .where(eq(config.configKey, "sys.login.blackIPList"));
    const { publishTags } = await import("../../server/cache/tags.ts");
    await publishTags(it.db, ["site"]);
    const member = await it.as("member");
    const body = { username: member.userName, password: PASSWORD };
    await expect
      .poll(async () => (await logIn(body, "198.51.100.9")).msg)
      .toBe("很遗憾，访问IP已被列入系统黑名单");
    expect((await logIn(body)).code).toBe(200);
  });

  test("a body that is no log-in is refused politely", async () => {
    const { body } = await it.call("POST", "/login", { body: { username: { a: 1 } } });
    expect(body.code).toBe(500);
    expect((await it.call("POST", "/login")).body.code).toBe(500);
  });
});

describe("a bcrypt hash of an import", () => {
  const stored = async (userId: number) =>
    (await it.db.select().from(user).where(eq(user.userId, userId)))[0]?.password ?? "";

  test("is accepted and replaced", async () => {
    const { userId, userName } = await it.as("member");
    const password = await bcrypt.hash(PASSWORD, 4);
    await it.db.update(user).set({ password }).where(eq(user.userId, userId));
    expect((await logIn({ username: userName, password: `${PASSWORD}x` })).msg).toBe(WRONG);
    expect(await stored(userId)).toBe(password);
    expect((await logIn({ username: userName, password: PASSWORD })).code).toBe(200);
    expect(await stored(userId)).toMatch(/^\$argon2id\$/);
    expect((await logIn({ username: userName, password: PASSWORD })).code).toBe(200);
  });

  test("of a cost that would hold the server up is refused unread", async () => {
    const { userId, userName } = await it.as("member");
    const password = (await bcrypt.hash(PASSWORD, 4)).replace("$04$", "$31$");
    await it.db.update(user).set({ password }).where(eq(user.userId, userId));
    expect((await logIn({ username: userName, password: PASSWORD })).msg).toBe(WRONG);
  });
});

describe("session", () => {
  test("remember me: 14 days for members, not for staff", async () => {
    const days = async (userName: string) => {
      await logIn({ username: userName, password: PASSWORD, rememberMe: true });
      const [row] = await it.db.select().from(session).orderBy(desc(session.id)).limit(1);
      return ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    };
    expect(await days((await it.as("member")).userName)).toBeCloseTo(14, 2);
    expect(await days((await it.as("staff")).userName)).toBeCloseTo(0.5, 2);
  });

  test("log-out ends it, and never complains", async () => {
    const member = await it.as("member");
    const out = { code: 200, msg: "退出成功" };
    expect((await it.call("POST", "/logout", { token: member.token })).body).toEqual(out);
    expect(await lastLog()).toMatchObject({ userName: member.userName, msg: "退出成功" });
    expect((await it.call("GET", "/getInfo", { token: member.token })).body.code).toBe(401);
    expect((await it.call("POST", "/logout", { token: member.token })).body).toEqual(out);
    expect((await it.call("POST", "/logout")).body).toEqual(out);
  });

  test("getInfo: what a member is, and nothing secret", async () => {
    const member = await it.as("member", { phonenumber: "13900001234", nickName: "小林" });
    const { body, text } = await it.call("GET", "/getInfo", { token: member.token });
    expect(body).toEqual({
      code: 200,
      msg: "操作成功",
      user: {
        userId: member.userId,
        userName: member.userName,
        nickName: "小林",
        avatar: "",
        phoneMasked: "139****1234",
        userType: "01",
        isMember: false,
        memberNo: null,
        memberLevel: null,
        memberExpire: null,
        closesOn: null,
      },
      roles: ["member"],
      permissions: [],
      pwdChrtype: "0",
      isDefaultModifyPwd: false,
      isPasswordExpired: false,
      mustEnrol: false,
    });
    expect(text).not.toMatch(/argon2|13900001234/);
    expect((await it.call("GET", "/getInfo")).body).toEqual({
      code: 401,
      msg: "请求访问：/prod-api/getInfo，认证失败，无法访问系统资源",
    });
  });

  test("getInfo: the administrator, and an account without roles", async () => {
    const admin = await it.call("GET", "/getInfo", { token: (await it.as("admin")).token });
    expect(admin.body).toMatchObject({ roles: ["admin"], permissions: ["*:*:*"] });
    const bare = await it.as("staff", { pwdUpdateDate: null });
    const info = await it.call("GET", "/getInfo", { token: bare.token });
    expect(info.body).toMatchObject({ roles: [], permissions: [], isDefaultModifyPwd: true });
  });

  test("no client is told to demand passwords that nobody may have", async () => {
    const admin = await it.as("admin");
    const told = async (configValue: string) => {
      await it.db
        .update(config)
        .set({ configValue })
        .where(eq(config.configKey, "sys.account.chrtype"));
      await publishTags(it.db, ["site"]);
      await expect
        .poll(
          async () =>
            (
              await it.call("GET", "/system/config/configKey/sys.account.chrtype", {
                token: admin.token,
              })
            ).body.msg,
        )
        .toBe(configValue);
      return (await it.call("GET", "/getInfo", { token: admin.token })).body.pwdChrtype;
    };
    for (const [value, shown] of [
      ["1", "0"],
      ["2", "0"],
      ["3", "3"],
      ["4", "4"],
      ["0", "0"],
    ] as const) {
      expect(await told(value)).toBe(shown);
    }
    const set = { values: { "sys.account.chrtype": "1" } };
    const answer = await it.call("PUT", "/system/config/values", { token: admin.token, body: set });
    expect(answer.body.data).toEqual({ "sys.account.chrtype": "参数键值应为：0 或 3 或 4" });
  });

  test("getRouters answers every account, and no stranger", async () => {
    const member = await it.as("member");
    const { body } = await it.call("GET", "/getRouters", { token: member.token });
    expect(body).toEqual({ code: 200, msg: "操作成功", data: [] });
    expect((await it.call("GET", "/getRouters")).body.code).toBe(401);
  });
});

test("log-in by SMS", async () => {
  const phonenumber = "13900000003";
  const member = await it.as("member", { phonenumber });
  const smsCode = await sentCode(it, phonenumber, "login");
  const post = (body: object) => it.call("POST", "/login", { body, ip: nextAddress() });
  const wrong = await post({ phone: phonenumber, smsCode: smsCode === "000000" ? "1" : "000000" });
  expect(wrong.body).toEqual({
    code: 500,
    msg: "验证码错误或已过期",
    data: { smsCode: "验证码错误或已过期" },
  });
  const right = await post({ phone: ` ${phonenumber}`, smsCode, rememberMe: true });
  expect(right.body.code).toBe(200);
  const info = await it.call("GET", "/getInfo", { token: String(right.body.token) });
  expect(info.body.user).toMatchObject({ userId: member.userId });
  expect((await post({ phone: phonenumber, smsCode })).body.msg).toBe("验证码错误或已过期");
  expect((await post({ phone: "13900009998", smsCode })).body.msg).toBe("验证码错误或已过期");
  expect((await post({ phone: phonenumber })).body.msg).toBe("验证码错误或已过期");
});

test("the sweep takes what has run out, and nothing else", async () => {
  const member = await it.as("member");
  const old = new Date(Date.now() - 3 * 86_400_000);
  const idle = await it.as("member");
  await it.db.update(session).set({ lastSeenAt: old }).where(eq(session.userId, idle.userId));
  await it.db.insert(loginGuard).values({ key: "name:old", updatedAt: old });
  await it.db.insert(loginGuard).values({ key: "name:new" });
  await it.db.update(captcha).set({ createdAt: old });
  await it.db.update(oneTimeCode).set({ createdAt: old });
  const fresh = await solvedCaptcha(it);
  await sweep(it.db);
  expect(await it.db.$count(session, eq(session.userId, idle.userId))).toBe(0);
  expect(await it.db.$count(session, eq(session.userId, member.userId))).toBe(1);
  expect(await it.db.$count(loginGuard, eq(loginGuard.key, "name:old"))).toBe(0);
  expect(await it.db.$count(loginGuard, eq(loginGuard.key, "name:new"))).toBe(1);
  expect(await it.db.$count(oneTimeCode)).toBe(0);
  expect((await it.db.select().from(captcha)).map((row) => row.uuid)).toEqual([fresh.uuid]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkEmail } from "./email.ts";
import { checkNickName } from "./nick-name.ts";
import { checkPassword, passwordRule } from "./password.ts";
import { isCommonPassword } from "./password-blocklist.ts";
import { checkPhone, checkSmsCode, isPhone, normalisePhone } from "./phone.ts";

describe("phone", () => {
  test.each([
    "13800000000",
    " 138 0000 0000 ",
    "+8613800000000",
    "+86 138-0000-0000",
    "１３８００００００００",
  ])("%j passes", (text) => {
    expect(checkPhone(text)).toBeUndefined();
    expect(normalisePhone(text)).toBe("13800000000");
  });
  test.each(["", "12800000000", "1380000000", "138000000000", "+1 13800000000", "1380000000a"])(
    "%j is refused",
    (text) => expect(checkPhone(text)).toBe("请输入正确的11位手机号码"),
  );
  test("any phone, however spaced, is one and the same", () => {
    const digits = fc.stringMatching(/^1[3-9]\d{9}$/);
    fc.assert(
      fc.property(digits, fc.nat(11), fc.constantFrom("", "+86", "+86 "), (phone, at, prefix) => {
        const spaced = `${prefix}${phone.slice(0, at)} ${phone.slice(at)}`;
        return isPhone(spaced) && normalisePhone(spaced) === phone;
      }),
    );
  });
});

test("codes are six digits", () => {
  expect(checkSmsCode(" 012345 ")).toBeUndefined();
  expect(checkSmsCode("０１２３４５")).toBeUndefined();
  for (const text of ["", "12345", "1234567", "12345a"]) {
    expect(checkSmsCode(text)).toBe("请输入6位短信验证码");
  }
});

test("mail addresses", () => {
  expect(checkEmail(" A.b+c@Example.org.CN ")).toBeUndefined();
  for (const text of ["", "a@b", "a b@c.cn", "@c.cn", `${"a".repeat(60)}@b.cn`]) {
    expect(checkEmail(text)).toBe("请输入正确的邮箱地址");
  }
});

describe("password", () => {
  const owner = { userName: "u100001", phone: "13800001234" };
  test.each([
    "Lantern-2026",
    "lantern#42x",
    "灯笼Aa高高挂起来",
    "Xk7#mmqa",
    `Zq9!${"x".repeat(28)}`,
  ])("%j passes", (text) => expect(checkPassword(text, owner)).toBeUndefined());
  test.each(["", "Ab1!", "abcdefgh", "ABCDEFG1", "12345678", `Zq9!${"x".repeat(29)}`])(
    "%j meets the rule's text",
    (text) => expect(checkPassword(text, owner)).toBe(passwordRule()),
  );
  test("staff need ten characters", () => {
    expect(checkPassword("Xk7#mmqa", { isStaff: true })).toBe(passwordRule(true));
    expect(passwordRule(true)).toContain("10-32");
  });
  test("space, own name and own phone", () => {
    expect(checkPassword("Lantern 2026", owner)).toBe("密码不能包含空格");
    expect(checkPassword("My-U100001-x", owner)).toBe("密码不能包含账号或手机号");
    expect(checkPassword("aB13800001234", owner)).toBe("密码不能包含账号或手机号");
  });
  test.each([
    "Password1",
    "P@ssw0rd",
    "Passw0rd!",
    "Admin@123",
    "Abc123456",
    "Qwer1234",
    "1qaz@WSX",
    "Aa123456",
    "Woaini520",
    "Zhang1990",
    "Qwerty123!",
    "Welcome2026",
    "Iloveyou1314",
    "Xuehui2026!",
  ])("%j is common", (text) =>
    expect(checkPassword(text)).toBe("该密码过于常见，容易被猜到，请换一个"),
  );
  test("random passwords are never called common", () => {
    const strong = fc.stringMatching(/^[b-df-hj-np-tv-z]{5}[A-Z]{3}[%^&]\d{3}[b-df-hj]{3}$/);
    fc.assert(fc.property(strong, (text) => !isCommonPassword(text)));
  });
  test("any text gets an answer", () => {
    expect(checkPassword("aA1!".repeat(25_000))).toBe(passwordRule());
    expect(isCommonPassword(`a${"1".repeat(100_000)}!`)).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) =>
        ["string", "undefined"].includes(typeof checkPassword(text)),
      ),
    );
  });
});

describe("nick name", () => {
  test.each(["小林", "妈妈的爱", "绿色情怀", "shitou", "林老师 Lin", "😀😀", "会员1234"])(
    "%j passes",
    (text) => expect(checkNickName(text)).toBeUndefined(),
  );
  test.each(["", "林", "  ", "x".repeat(21), "a\u200bb", "a\nb"])("%j: length", (text) =>
    expect(checkNickName(text)).toBe("昵称长度为2-20个字符"),
  );
  test("names that pass for staff, and rude ones", () => {
    expect(checkNickName("网站管理员")).toContain("工作人员");
    expect(checkNickName("Admin")).toContain("工作人员");
    expect(checkNickName("管.理.员")).toContain("工作人员");
    expect(checkNickName("他妈的")).toContain("不合适");
    expect(checkNickName("Fuck you")).toContain("不合适");
    expect(checkNickName("<b>林</b>")).toBe("昵称不能包含脚本字符");
  });
  const society = "全国家庭教育学会";
  test.each([
    ..."官方 官方客服 在线客服 系统 系统通知 学会秘书处 会长 副会长王 王会长 理事长 教育部长 李局长".split(
      " ",
    ),
    ..."国务院 教育部 民政部社团局 北京市人民政府 全国妇联 中央电视台 最高检察院 中国 政府".split(
      " ",
    ),
    ..."全国家庭教育学会 家庭教育学会 家庭教育学会小王".split(" "),
    // Other widths, spaces, marks, scripts and look-alikes.
    ..."官　方 官·方 【官方】 官.方 管_理_员 管理員 學會秘書處 國務院 會長 ⻓会⻓ 系統".split(" "),
    ..."全國家庭教育學會 全国-家庭-教育学会 Ａｄｍｉｎ аdmin adm1n r00t áḍmin official_1".split(
      " ",
    ),
    "教 育 部",
    "a d m i n",
  ])("%j poses as somebody", (name) => expect(checkNickName(name, { society })).toBeDefined());
  test.each(
    "学会长大 学会长跑的人 快乐妈妈 生态系统学 官小方 林一一 会员1234 绿色情怀 妈妈的爱 教育路上 中国妈妈 总是快乐 rooster Systema 王主任的猫 长江 成长 局外人 stone 家庭教育爱好者".split(
      " ",
    ),
  )("%j is a name like others", (name) => expect(checkNickName(name, { society })).toBeUndefined());
  test("staff may be called what they are", () =>
    expect(checkNickName("系统管理员", { isStaff: true })).toBeUndefined());
});

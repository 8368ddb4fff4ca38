import { beforeAll, expect, test } from "vitest";
import { accessibilityProblems, browserKit, fitsWidth, PHONE, query, ready } from "./browser.ts";
import { baseUrl } from "./site.ts";

// Anybody who holds a certificate in hand asks whether it is one.
const browser = browserKit();

const CODE = "Xk3f9QmZ2vT7bLwR8nYc-_";
const REVOKED = "Rk3f9QmZ2vT7bLwR8nYc-_";
const UNKNOWN = "Zk3f9QmZ2vT7bLwR8nYc-_";

beforeAll(async () => {
  const level = "(select min(id) from member_level)";
  for (const [code, no, name, type, revoked] of [
    [CODE, "P202500901", "张小玥", "01", "null"],
    [REVOKED, "D202500902", "云岭市家庭教育指导中心", "02", "now()"],
  ] as const) {
    await query(
      `with m as (insert into member (member_no, member_type, name, level_id, joined_on, id_type, phone)
         values ($1, $2, $3, ${level}, '2025-01-01', '', '13800002096') returning id),
       t as (insert into member_term (member_id, level_id, from_on, to_on)
         select id, ${level}, '2025-01-01', '2099-12-31' from m returning id, member_id)
       insert into member_certificate
         (code, member_id, term_id, member_no, name, level_name, from_on, to_on, issued_on, revoked_at, revoke_reason)
       select $4, member_id, id, $1, $3, '个人会员', '2025-01-01', '2099-12-31', '2025-01-01', ${revoked}, '信息有误' from t`,
      [no, type, name, code],
    );
  }
});

const get = (path: string) => fetch(`${baseUrl}/verify${path}`, { redirect: "manual" });

test("each answer has its status; nobody else keeps it, no search engine, no other site learns the code", async () => {
  const cases = [
    ["", 200, "按验证码验证"],
    [`/${CODE}`, 200, "该证书由学会签发，目前有效。"],
    [`/${REVOKED}`, 200, "该证书已由学会撤销，不再有效。"],
    [`/${UNKNOWN}`, 404, "没有查到这张证书"],
    ["/nonsense", 404, "验证码应为 22 位字母"],
    ["?code=nonsense", 400, "验证码应为 22 位字母"],
    ["?memberNo=P202500901", 200, 'value="P202500901"'],
    ["?memberNo=P202500901&name=", 400, "请输入会员姓名或单位全称"],
    [`?memberNo=P202500901&name=${encodeURIComponent("张小玥")}`, 200, "目前有效"],
    [`?memberNo=P202500901&name=${encodeURIComponent("张三")}`, 404, "没有查到这张证书"],
  ] as const;
  for (const [path, status, text] of cases) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.text()).toContain(text);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  }
  const typed = await get(`?code=${encodeURIComponent(`https://example.org/verify/${CODE}`)}`);
  expect([typed.status, typed.headers.get("location")]).toEqual([302, `/verify/${CODE}`]);
});

test("the document holds no name, no number and no phone, not even where the program keeps its data", async () => {
  const text = await (await get(`/${CODE}`)).text();
  expect(text).toContain("张*");
  expect(text).toContain("P2025*****");
  for (const hidden of ["张小玥", "P202500901", "13800002096"]) expect(text).not.toContain(hidden);
  // An address that another site leads to is the page without its code.
  expect(text).toMatch(/rel="canonical" href="[^"]*\/verify"/);
  expect(await (await get(`/${REVOKED}`)).text()).not.toContain("信息有误");
});

test("375 px without JavaScript: a code is typed, found, and the next one is not", async () => {
  const page = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/verify");
  await page.getByRole("textbox", { name: "验证码" }).fill("Xk3f9");
  await page.getByRole("button", { name: "验证" }).first().click();
  await page.getByText("验证码应为 22 位字母").waitFor();
  expect(await page.getByRole("textbox", { name: "验证码" }).inputValue()).toBe("Xk3f9");
  await page.getByRole("textbox", { name: "验证码" }).fill(` ${CODE} `);
  await page.getByRole("textbox", { name: "验证码" }).press("Enter");
  await page.getByRole("heading", { name: "有效", exact: true }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole("textbox", { name: "会员号" }).fill("P202500901");
  await page.getByRole("textbox", { name: "姓名或单位全称" }).fill("张三");
  await page.getByRole("button", { name: "验证" }).nth(1).click();
  await page.getByRole("heading", { name: "没有查到这张证书" }).waitFor();
  expect(await page.getByRole("textbox", { name: "姓名或单位全称" }).inputValue()).toBe("张三");
});

test("375 px in elder mode: it is larger, fits, and a reader aloud finds all", async () => {
  const page = await browser.page({ viewport: PHONE });
  await page.goto(`/verify/${CODE}`);
  await ready(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "长辈版" }).first().click();
  expect(await fitsWidth(page)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("who guesses waits, and is told how long", async () => {
  let answer = await get(`/${UNKNOWN}`);
  for (let i = 0; answer.status === 404 && i < 40; i++) answer = await get(`/${UNKNOWN}`);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("600");
  expect(await answer.text()).toContain("查询过于频繁");
});

import { expect, test } from "vitest";
import { accessibilityProblems, browserKit, fitsWidth, PHONE, query } from "./browser.ts";
import { baseUrl } from "./site.ts";

// The public directory: units, and persons who agreed to be found; nothing of them that is not public.
const browser = browserKit();

const html = async (search = "") =>
  (await fetch(`${baseUrl}/Membership/directory${search}`)).text();
const data = async () => (await fetch(`${baseUrl}/Membership/directory.data`)).text();

type Given = { type: "01" | "02"; name: string; level: string } & Partial<{
  region: string;
  form: object;
  isVisible: boolean;
  validTo: string;
  state: string;
}>;

let made = 0;

/** A member by hand; `validTo` is days from today. */
async function add({ type, name, level, ...more }: Given): Promise<void> {
  const number = `${type === "01" ? "P" : "D"}2019${String(++made).padStart(5, "0")}`;
  const [row] = await query(
    `insert into member (member_no, member_type, name, level_id, region, phone, email, form,
       directory_visible, manual_state, joined_on)
     values ($1, $2, $3, (select id from member_level where level_name = $4), $5, '13912345678',
       'secret@example.org', $6, $7, $8, '2019-03-01') returning id`,
    [
      number,
      type,
      name,
      level,
      more.region ?? "",
      JSON.stringify(more.form ?? {}),
      more.isVisible ?? false,
      more.state ?? "",
    ],
  );
  await query(
    `insert into member_term (member_id, level_id, from_on, to_on)
     select id, level_id, '2019-03-01', current_date + $2::int from member where id = $1`,
    [row?.id, more.validTo ?? "30"],
  );
}

const SCHOOL = {
  type: "02",
  name: "云川市<b>第一</b>小学",
  level: "单位会员",
  region: "330106",
  form: {
    website: "https://www.school.example.org/",
    intro: "不公开的简介",
    contact: [{ name: "不公开的联系人", phone: "13712345678" }],
    logo: ["javascript:alert(1)"],
  },
} as const;

// The demo society's members are set aside: this file has a database of its own.
await query("update member set manual_state = 'resigned'");

await add(SCHOOL);
await add({
  type: "02",
  name: "晴川书社",
  level: "理事单位",
  region: "110105",
  form: { website: "javascript:alert(2)" },
});
await add({
  type: "02",
  name: "宽限中的学校",
  level: "单位会员",
  region: "330200",
  validTo: "-80",
});
await add({ type: "02", name: "过期的学校", level: "单位会员", region: "330200", validTo: "-100" });
await add({ type: "02", name: "中止的学校", level: "单位会员", state: "suspended" });
await add({
  type: "01",
  name: "林晓明",
  level: "个人会员",
  region: "330106",
  isVisible: true,
  form: { workUnit: "晴川师范学院", address: "不公开的地址" },
});
await add({ type: "01", name: "不愿公开", level: "个人会员", form: { workUnit: "某小学" } });

test("only members of today are listed, persons only with their consent, and nothing private is sent", async () => {
  for (const text of [await html(), await data()]) {
    for (const name of ["晴川书社", "宽限中的学校", "林晓明", "晴川师范学院"]) {
      expect(text).toContain(name);
    }
    for (const secret of [
      ...["过期的学校", "中止的学校", "不愿公开", "某小学"],
      ...["13912345678", "secret@", "不公开", "13712345678", "D2019", "P2019", "javascript:"],
    ]) {
      expect(text, secret).not.toContain(secret);
    }
  }
  const text = await html();
  expect(text).toContain("云川市&lt;b&gt;第一&lt;/b&gt;小学");
  expect(text).toContain("浙江省 · 杭州市");
  expect(text).toContain('href="https://www.school.example.org/"');
  expect(text.indexOf("晴川书社")).toBeLessThan(text.indexOf("宽限中的学校"));
  expect(text.indexOf("宽限中的学校")).toBeLessThan(text.indexOf("林晓明"));
});

test("who is found here is not handed to search engines, units alone are", async () => {
  const robots = '<meta name="robots" content="noindex"';
  expect(await html()).toContain(robots);
  expect(await html("?kind=unit")).not.toContain(robots);
  expect(await html("?kind=unit&name=学校")).toContain(robots);
});

test("a region finds units alone, for where a person lives is not public", async () => {
  const text = await html("?region=330000");
  expect(text).toContain("宽限中的学校");
  expect(text).not.toContain("晴川书社");
  expect(text).not.toContain("林晓明");
  expect(await html("?region=330000&kind=person")).toContain("没有找到符合条件的会员");
  // What is no region is not asked for.
  expect(await html("?region=999999")).toContain("林晓明");
});

test("what people type means itself", async () => {
  for (const [typed, found] of [
    ["%", false],
    ["_", false],
    ["\\", false],
    ["'; drop table member; --", false],
    ["晓", true],
    [" 林晓明 ", true],
    ["字".repeat(500), false],
    ["\0林", true],
  ] as const) {
    const answer = await fetch(
      `${baseUrl}/Membership/directory?name=${encodeURIComponent(typed)}&pageNum=99&pageSize=7`,
    );
    expect(answer.status).toBe(200);
    expect((await answer.text()).includes("晴川师范学院"), typed).toBe(found);
  }
});

test("a phone without JavaScript searches, turns the page and finds its way back", async () => {
  for (let index = 1; index <= 21; index++) {
    await add({ type: "02", name: `联合小学第${index}分校`, level: "单位会员" });
  }
  const page = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/Membership/directory");
  await page.getByLabel("名称或姓名").fill("联合小学");
  await page.getByLabel("类别").selectOption("单位");
  await page.getByRole("button", { name: "查询" }).click();
  await page.getByText("符合条件的会员共 21 个").waitFor();
  expect(await page.getByLabel("名称或姓名").inputValue()).toBe("联合小学");
  expect(await page.locator(".directory-list > li").count()).toBe(20);
  await page.getByRole("link", { name: "下一页" }).click();
  await page.getByText("联合小学第21分校").waitFor();
  expect(await page.locator(".directory-list > li").count()).toBe(1);
  expect(await fitsWidth(page)).toBe(true);
  await page.getByLabel("名称或姓名").fill("没有这样的单位");
  await page.getByRole("button", { name: "查询" }).click();
  await page.getByRole("link", { name: "查看全部" }).click();
  await page.getByText("晴川书社").waitFor();
});

test("the page passes the checks, and the guide leads to it", async () => {
  const page = await browser.page();
  await page.goto("/Membership");
  await page.getByRole("navigation", { name: "会员服务" }).getByText("会员查询").click();
  await page.getByRole("heading", { level: 1, name: "会员查询" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("textbox", { name: "会员号" }).fill("p201900001");
  await page.getByRole("button", { name: "去验证" }).click();
  await page.waitForURL(/\/verify\?memberNo=/);
  expect(await page.getByRole("textbox", { name: "会员号" }).inputValue()).toBe("p201900001");
});

import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { programme } from "./table.server.ts";

// Words that course pages must not have, for an entity made of data.
const it = await startApp();
const PATH = "/api/bll/programme";
const editor = await staffWith(it, "content:programme:add", "content:programme:edit");
const reviewer = await staffWith(
  it,
  "content:programme:add",
  "content:programme:edit",
  "content:wording:override",
);

const send = async (method: "POST" | "PUT", { token }: { token: string }, body: object) =>
  (await it.call(method, PATH, { token, body })).body;
const course = (programmeName: string, more: object = {}) => ({
  programmeName,
  intro: "倾听",
  hours: 8,
  ...more,
});
const idOf = async (name: string) => {
  const [row] = await it.db.select().from(programme).where(eq(programme.programmeName, name));
  return row?.id;
};

test.each([
  ["intro", "学完持证上岗", "简介含有课程页面不能使用的用语“持证上岗”，请改写"],
  ["programmeName", "包 过班", "项目名称含有课程页面不能使用的用语“包过”，请改写"],
  ["content", "<p>国家<b>认证</b></p>", "课程大纲含有课程页面不能使用的用语“国家认证”，请改写"],
  ["posterText", "職業資格", "海报文字含有课程页面不能使用的用语“职业资格”，请改写"],
])("%s with such a word is refused on its field", async (field, text, told) => {
  const answer = await send("POST", editor, course("词", { [field]: text }));
  expect(answer).toMatchObject({ code: 500, data: { [field]: told } });
  expect(answer.data).not.toHaveProperty("overrideReason");
  expect(await it.db.$count(programme)).toBe(0);
});

test("who may let pass does so with a reason; it holds for its words, and for nobody else's", async () => {
  const bad = course("放行", { intro: "说明为何没有职业资格" });
  expect((await send("POST", reviewer, bad)).data).toMatchObject({
    overrideReason: "确需保留的，请填写放行理由，至少5个字",
  });
  expect((await send("POST", reviewer, { ...bad, overrideReason: "可以" })).code).toBe(500);
  const reason = { overrideReason: "原文是在澄清误解" };
  expect((await send("POST", editor, { ...bad, ...reason })).data).toEqual({
    overrideReason: "您没有放行用语的权限，请改写文字，或请审核人员填写理由",
  });
  expect((await send("POST", reviewer, { ...bad, ...reason })).code).toBe(200);
  const id = await idOf("放行");
  // The words that were let pass go on; another one does not, and the reason is not the editor's to change.
  expect((await send("PUT", editor, { id, hours: 9 })).code).toBe(200);
  expect((await send("PUT", editor, { id, intro: "职业资格，包过" })).data).toHaveProperty("intro");
  expect((await send("PUT", editor, { id, overrideReason: "我觉得可以的" })).code).toBe(500);
  expect((await send("PUT", editor, { id, overrideReason: "" })).data).toHaveProperty("intro");
});

test("a poster has its text; hours and audience are what the database holds too", async () => {
  const { code, data } = await send("POST", editor, course("坏", { hours: 0, audience: "9" }));
  expect([code, data]).toEqual([
    500,
    { hours: "学时应为 1 到 500 的整数", audience: "面向人群不正确" },
  ]);
  expect((await send("POST", editor, course("好"))).code).toBe(200);
  for (const bad of ["picture = '/profile/a.png'", "audience = '9'", "hours = 0"]) {
    await expect(it.db.execute(sql.raw(`update programme set ${bad}`))).rejects.toMatchObject({
      cause: { code: "23514" },
    });
  }
  expect((await send("POST", editor, course("好"))).msg).toContain("项目名称已存在");
});

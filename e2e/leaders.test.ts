import { expect, test } from "vitest";
import {
  accessibilityProblems,
  browserKit,
  fitsWidth,
  openSession,
  PHONE,
  query,
} from "./browser.ts";
import { baseUrl } from "./site.ts";
import { ADMIN } from "./staff.ts";

// 学会领导: the leaders by period, as visitors read them.
const browser = browserKit();

async function send(method: string, path: string, body?: object) {
  const authorization = `Bearer ${await openSession(ADMIN)}`;
  const answer = await fetch(`${baseUrl}/prod-api/api/bll/member/post${path}`, {
    method,
    headers: { authorization, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return answer.json() as Promise<{ code: number }>;
}
const shown = async () => (await fetch(`${baseUrl}/leaders`)).text();

test("it follows each change of a post, a period and a draft, and hides what is not decided", async () => {
  expect(await shown()).toContain("第三届");
  const [post] = await query(
    `select o.id, m.name, p.id as period, p.to_on::text as until from leader_post o join member m on m.id = o.member_id
       join leader_period p on p.id = o.period_id where o.post = 1 order by p.from_on desc limit 1`,
  );
  expect(await shown()).toContain(String(post?.name));
  const today = new Date().toISOString().slice(0, 10);
  const [other] = await query(
    "select id, name, member_no from member where member_type = '01' and merged_into is null order by id desc limit 1",
  );
  const added = await send("POST", "", {
    periodId: post?.period,
    memberNo: other?.member_no,
    post: "3",
    fromOn: today,
  });
  expect(added.code).toBe(200);
  await expect.poll(shown).toContain(String(other?.name));
  await query("update leader_post set is_draft = true where member_id = $1", [other?.id]);
  const [row] = await query("select id from leader_post where member_id = $1", [other?.id]);
  const confirmed = await send("PUT", "/confirm", { ids: [row?.id], resolutionNo: "" });
  expect(confirmed.code).toBe(200);
  expect((await send("DELETE", `/${row?.id}`)).code).toBe(200);
  await expect.poll(shown).not.toContain(String(other?.name));
  const [period] = await query("select id from leader_period order by from_on desc limit 1");
  const named = await send("PUT", "/period", { id: period?.id, periodName: "第三届理事会" });
  expect(named.code).toBe(200);
  await expect.poll(shown).toContain("第三届理事会");
});

test("a visitor finds it below 学会概况, on a phone without JavaScript and in elder mode", async () => {
  const page = await browser.page({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/leaders");
  await page.getByRole("navigation", { name: "当前位置" }).getByText("学会概况").waitFor();
  await page.getByRole("heading", { level: 2, name: "第三届" }).waitFor();
  expect(await fitsWidth(page)).toBe(true);
  const wide = await browser.page();
  await wide.goto("/leaders");
  expect(await wide.getByRole("heading", { level: 1 }).textContent()).toBe("学会领导");
  expect(await accessibilityProblems(wide)).toEqual([]);
});

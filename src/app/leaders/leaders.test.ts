import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { levelId } from "#src/test/membership.ts";
import { leaderPeriod, leaderPost } from "../member/post/table.server.ts";
import { member } from "../member/table.server.ts";
import { leadersOn, nextChangeOf } from "./service.server.ts";

const it = await startApp();
const person = await levelId(it, "个人会员");

let people = 0;
async function newMember(name: string): Promise<number> {
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `P2094${String(++people).padStart(5, "0")}`,
      memberType: "01",
      name,
      levelId: person,
      joinedOn: "2010-01-01",
    })
    .returning();
  return row?.id ?? 0;
}
async function newPeriod(periodName: string, fromOn: string, toOn: string) {
  const [row] = await it.db.insert(leaderPeriod).values({ periodName, fromOn, toOn }).returning();
  const periodId = row?.id ?? 0;
  return async (name: string, post: number, more: object = {}) =>
    it.db
      .insert(leaderPost)
      .values({ periodId, memberId: await newMember(name), post, fromOn, toOn, ...more });
}

test("periods that have begun, the latest first, by rank; drafts and what is to come are nobody's to see", async () => {
  expect(await leadersOn(it.db, "2026-11-23")).toEqual([]);
  expect(await nextChangeOf(it.db, "2026-11-23")).toBeUndefined();
  const second = await newPeriod("第二届", "2020-05-01", "2025-04-30");
  const third = await newPeriod("第三届", "2025-05-01", "2030-04-30");
  const fourth = await newPeriod("第四届", "2030-05-01", "2035-04-30");
  await second("何青", 1, { toOn: "2023-06-30", endReason: "因工作调动" });
  await second("何蓝", 1, { fromOn: "2023-07-01" });
  await third("沈一", 5);
  await third("沈二", 2);
  await third("沈三", 2, { fromOn: "2026-01-01", toOn: "2026-12-31", endReason: "因工作调动" });
  await third("草稿", 3, { isDraft: true });
  await third("未到任", 3, { fromOn: "2028-01-01" });
  await fourth("下一届", 1);
  expect(await leadersOn(it.db, "2026-11-23")).toEqual([
    {
      id: expect.any(Number),
      name: "第三届",
      days: "2025 年 5 月 – 2030 年 4 月",
      isPresent: true,
      ranks: [
        {
          post: "副会长",
          holders: [
            { name: "沈二", days: "" },
            { name: "沈三", days: "2026 年 1 月起" },
          ],
        },
        { post: "理事", holders: [{ name: "沈一", days: "" }] },
      ],
    },
    {
      id: expect.any(Number),
      name: "第二届",
      days: "2020 年 5 月 – 2025 年 4 月",
      isPresent: false,
      ranks: [
        {
          post: "会长",
          holders: [
            { name: "何青", days: "至 2023 年 6 月" },
            { name: "何蓝", days: "2023 年 7 月起" },
          ],
        },
      ],
    },
  ]);
  // The page says something else then: a post ended early, one begins, a period is over.
  expect(await nextChangeOf(it.db, "2026-11-23")).toBe("2027-01-01");
  expect(await nextChangeOf(it.db, "2027-01-01")).toBe("2028-01-01");
  expect(await nextChangeOf(it.db, "2028-01-01")).toBe("2030-05-01");
});

import { expect, test } from "vitest";
import { publishTags } from "#src/server/cache/tags.ts";
import { startApp } from "#src/test/app.ts";
import { cooperation } from "./table.server.ts";

const it = await startApp();

const list = async () =>
  (await it.call("GET", "/system/cooperation/list")).body.rows as Record<string, unknown>[];

test("lists the enabled bodies in order with their logos; a script is no address", async () => {
  await it.db.transaction(async (tx) => {
    await tx.delete(cooperation);
    await tx.insert(cooperation).values([
      { linkName: "c", linkUrl: "javascript:alert(1)", orderNum: 3 },
      { linkName: "b", linkUrl: "", logo: "mark:leaf", orderNum: 2 },
      { linkName: "a", linkUrl: "https://a.example.org/", logo: "mark:tree", orderNum: 1 },
      { linkName: "off", status: "1" },
    ]);
    await publishTags(tx, ["links"]);
  });
  await expect.poll(list).toMatchObject([
    { linkName: "a", linkUrl: "https://a.example.org/", logo: "mark:tree" },
    { linkName: "b", linkUrl: "", logo: "mark:leaf" },
    { linkName: "c", linkUrl: "/", logo: "" },
  ]);
  const [first] = await list();
  expect(Object.keys(first ?? {}).sort()).toEqual(["id", "linkName", "linkUrl", "logo"]);
});

test("answers guests and dead tokens alike, other methods not at all", async () => {
  const answer = await it.call("GET", "/system/cooperation/list", { token: "dead" });
  expect(answer.body).toMatchObject({ code: 200, msg: "查询成功" });
  expect((await it.call("DELETE", "/system/cooperation/list")).body.code).toBe(404);
});

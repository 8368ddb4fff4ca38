import { eq } from "drizzle-orm";
import { pgTable, text as textColumn } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { config } from "../../app/system/config/table.server.ts";
import { identity } from "../../db/columns.ts";
import type { RegularEntity } from "../../lib/fields/entity.ts";
import { startApp } from "../../test/app.ts";
import { meanwhile } from "../../test/waiting.ts";
import { text } from "../fields/fields.ts";
import { crud } from "./crud.ts";

const it = await startApp();
const { token } = await it.as("admin");
const post = (path: string, body: object) => it.call("POST", path, { token, body });

/** Everything of crud() that says a column is unique, and a row of it. */
const UNIQUE: readonly (readonly [path: string, row: Record<string, unknown>, text: string])[] = [
  ["/api/bll/links/desk", { linkName: "同名", linkUrl: "https://a.cn/" }, "链接名称已存在"],
  ["/system/cooperation/desk", { linkName: "同名" }, "单位名称已存在"],
  ["/api/bll/chat/desk", { question: "同名", answer: "答" }, "这个问题已经有应答"],
  ["/api/bll/seo/redirects/desk", { fromPath: "/old/1", toPath: "/a" }, "旧地址已经有跳转"],
  ["/api/bll/wording/desk", { word: "同名", level: "block" }, "词语已存在"],
  ["/system/post", { postCode: "same", postName: "同名", postSort: 1 }, "岗位"],
  ["/system/config", { configName: "同名", configKey: "a.b", configValue: "1" }, "参数键名已存在"],
  ["/api/bll/forerunner", { placeName: "同名", intro: "简介", batch: 2020 }, "名称已存在"],
  ["/api/bll/programme", { programmeName: "同一项目", intro: "简介", hours: 1 }, "项目名称已存在"],
  ["/api/declaration/holiday", { day: "2031-01-01", name: "元旦" }, "日期已存在"],
  ["/api/bll/committee", { committeeName: "同名", intro: "简介" }, "委员会名称已存在"],
  [
    "/api/bll/member/level",
    { levelName: "同名", memberType: "01", annualFee: "1", renewalFee: "1" },
    "级别名称已存在",
  ],
  ["/system/dict/type", { dictName: "同名", dictType: "same_type" }, "字典类型已存在"],
  ["/api/declaration/batch", { batchName: "同名", kind: "project", status: "1" }, "名称已存在"],
  [
    "/api/declaration/expert",
    { name: "同名", unitName: "北原大学", field: "家庭教育", status: "0", userId: 1 },
    "账号已存在",
  ],
];

test.each(UNIQUE)("of twenty equal rows at once %s takes one", async (path, row, told) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(path, row)));
  const codes = answers.map(({ body }) => body.code).sort();
  expect(codes).toEqual([200, ...Array(19).fill(500)]);
  for (const { body } of answers) if (body.code === 500) expect(body.msg).toContain(told);
});

test("every unique of crud() is in the list above", () => {
  const sources = import.meta.glob<string>("../../app/**/api.server.ts", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const found = Object.values(sources)
    .filter((source) => /\bcrud\(/.test(source) && /\bunique:/.test(source))
    .map((source) => /path: "(?<path>[^"]+)"/.exec(source)?.groups?.path);
  const entities = import.meta.glob<RegularEntity>("../../app/**/entity.ts", {
    eager: true,
    import: "ENTITY",
  });
  for (const { path, facts } of Object.values(entities)) {
    if (Object.values(facts).some(({ isUnique }) => isUnique)) found.push(path);
  }
  expect(found.sort()).toEqual(UNIQUE.map(([path]) => path).sort());
});

test("the start is refused where nothing holds what is said to be unique", () => {
  const table = pgTable("test_loose", {
    id: identity(),
    name: textColumn().notNull(),
    held: textColumn().notNull().unique(),
  });
  const start = (name: "name" | "held") => () =>
    crud({ get: () => undefined } as never, {} as never, {
      path: "/test/loose",
      noun: "system:post",
      table,
      log: "",
      fields: { name: text("名称", { max: 9 }) },
      list: { order: [] },
      sheet: { name: "", columns: [] },
      unique: { label: "", name: "name", keys: { [name]: "已存在" } },
    });
  expect(start("name")).toThrow("test_loose.name is said to be unique, and no index says so");
  expect(start("held")).not.toThrow("unique");
});

test("a save is judged by the row as it is when it is saved", async () => {
  await post("/system/config", { configName: "判断", configKey: "judge.a", configValue: "1" });
  const [row] = await it.db.select().from(config).where(eq(config.configKey, "judge.a"));
  const configId = row?.configId ?? 0;
  const answer = await meanwhile(
    it,
    (tx) => tx.update(config).set({ configType: "Y" }).where(eq(config.configId, configId)),
    () => it.call("PUT", "/system/config", { token, body: { configId, configKey: "judge.b" } }),
  );
  expect(answer.body).toMatchObject({ code: 500, msg: "内置参数的键名不能修改" });
});

test("two redirects at once do not close a circle", async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([
      post("/api/bll/seo/redirects/desk", { fromPath: `/a${round}`, toPath: `/b${round}` }),
      post("/api/bll/seo/redirects/desk", { fromPath: `/b${round}`, toPath: `/a${round}` }),
    ]);
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  }
});

test("a filter's name is taken once, an account keeps twenty at most", async () => {
  const save = (name: string) =>
    post("/user/filters", { page: "article/desk/index", name, query: { status: "0" } });
  const same = await Promise.all(Array.from({ length: 10 }, () => save("同名")));
  expect(same.filter(({ body }) => body.code === 200)).toHaveLength(1);
  const many = await Promise.all(Array.from({ length: 30 }, (_, number) => save(`名${number}`)));
  expect(many.filter(({ body }) => body.code === 200)).toHaveLength(19);
});

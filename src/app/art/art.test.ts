import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { publishTags } from "../../server/cache/tags.ts";
import { startApp } from "../../test/app.ts";
import { config } from "../system/config/table.server.ts";

const it = await startApp();

test("a cover is a picture that runs nothing and may be kept", async () => {
  const { status, headers, text } = await it.call("GET", "/art/cover/rings-blue-3.svg");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  );
  expect(headers["cache-control"]).toContain("immutable");
  expect(text).toMatch(/^<svg /);
  expect((await it.call("GET", "/art/cover/rings-blue-3.svg")).text).toBe(text);
  expect((await it.call("GET", "/art/cover/rings-blue-4.svg")).text).not.toBe(text);
});

test("a card of a shared link is a raster picture of 1200 by 630 pixels, drawn once", async () => {
  const get = () => it.app.inject({ url: "/art/card/rings-blue-3.png" });
  const [one, two] = await Promise.all([get(), get()]);
  expect(one.headers).toMatchObject({ "content-type": "image/png" });
  expect(one.headers["cache-control"]).toContain("immutable");
  expect(await sharp(one.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(one.rawPayload.length).toBeLessThan(200_000);
  expect(two.rawPayload.equals(one.rawPayload)).toBe(true);
});

test("it comes compressed where that is understood", async () => {
  const answer = await it.app.inject({
    url: "/art/lead.svg",
    headers: { "accept-encoding": "gzip" },
  });
  expect(answer.headers["content-encoding"]).toBe("gzip");
  const plain = await it.call("GET", "/art/lead.svg");
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.text);
});

test.each(["login", "footer-strip", "head-paper", "head-rose"])("%s is drawn", async (name) => {
  expect((await it.call("GET", `/art/${name}.svg`)).text).toMatch(/^<svg /);
});

test.each([
  "/art/cover/rings-blue-12.svg",
  "/art/card/rings-blue-12.png",
  "/art/card/rings-blue.png",
  "/art/cover/rings-blue-03.svg",
  "/art/cover/rings-blue.svg",
  "/art/cover/rings-blue-3-4.svg",
  "/art/cover/rings-pink-3.svg",
  "/art/cover/constructor-blue-3.svg",
  "/art/cover/rings-__proto__-3.svg",
  "/art/cover/..%2Flead.svg",
  "/art/head-pink.svg",
  "/art/nothing.svg",
])("%s is HTTP 404", async (url) => {
  expect((await it.call("GET", url)).status).toBe(404);
});

test("the QR code follows its setting and is missing without one", async () => {
  const set = (value: string) =>
    it.db.transaction(async (tx) => {
      await tx.update(config).set({ configValue: value }).where(eq(config.configKey, "site.qr"));
      await publishTags(tx, ["site"]);
    });
  const first = await it.call("GET", "/art/qr.svg");
  expect(first.text).toMatch(/^<svg /);
  await set("https://other.example.org/");
  await expect.poll(async () => (await it.call("GET", "/art/qr.svg")).text).not.toBe(first.text);
  await set("");
  await expect.poll(async () => (await it.call("GET", "/art/qr.svg")).status).toBe(404);
});

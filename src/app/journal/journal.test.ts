import http from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { user } from "../system/user/table.server.ts";
import { sweep } from "./sweep.server.ts";
import { journalTicket } from "./table.server.ts";

// The journal's site is another one: a stand-in for its server exchanges what a reader brings.
const it = await startApp();
const { token: admin } = await it.as("admin");
const HOST = "journal.example.org";
const SECRET = "a-secret-of-the-journal-0123456789";

const set = async (values: object) =>
  expect(
    (await it.call("PUT", "/system/config/values", { token: admin, body: { values } })).body.code,
  ).toBe(200);
await set({ "site.journalHosts": `${HOST},other.example.org`, "site.journalSecret": SECRET });

const exchange = async (token: string, { host = HOST, secret = SECRET } = {}) =>
  (
    await it.call("POST", "/api/bll/journal/exchange", {
      body: { token, host },
      headers: { "x-journal-secret": secret },
    })
  ).body;

/** What a reader sees who arrives at the journal with this query. */
const standIn = http.createServer(async (request, response) => {
  const token = new URL(request.url ?? "/", `http://${HOST}`).searchParams.get("token");
  const answer = token ? await exchange(token) : undefined;
  const { nickName } = (answer?.data ?? {}) as { nickName?: string };
  response.end(nickName ? `欢迎，${nickName}` : "游客");
});
await new Promise<void>((resolve) => standIn.listen(0, "127.0.0.1", resolve));
afterAll(() => void standIn.close());
const arrive = async (href: string) => {
  const { port } = standIn.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/${new URL(href).search}`)).text();
};

const reader = await it.as("member", { nickName: "读者甲" });
const hrefFor = async (href: string, token = reader.token) => {
  const { body } = await it.call("POST", "/api/bll/journal/ticket", { token, body: { href } });
  return (body.data as { href: string }).href;
};
const ticket = async () =>
  new URL(await hrefFor(`https://${HOST}/`)).searchParams.get("token") ?? "";
const GONE = { code: 500, msg: "会刊凭证无效或已过期" };

test("a reader arrives by name, once; the query that was there stays", async () => {
  const href = await hrefFor(`https://${HOST}/issue?year=2025`);
  expect(href).toMatch(/^https:\/\/journal\.example\.org\/issue\?year=2025&token=[\w-]{43}$/);
  expect(href).not.toContain(reader.token);
  expect(await arrive(href)).toBe("欢迎，读者甲");
  expect(await arrive(href)).toBe("游客");
  const [row] = await it.db.select().from(journalTicket);
  expect(row?.tokenHash.toString("base64url")).not.toBe(new URL(href).searchParams.get("token"));
});

test("the same reader is the same subject, another one is not, and none is an id of ours", async () => {
  const subject = async (given: string) =>
    ((await exchange(given)).data as { subject: string }).subject;
  const [first, second] = [await subject(await ticket()), await subject(await ticket())];
  expect(first).toBe(second);
  expect(first).toMatch(/^[\da-f]{64}$/);
  const other = await it.as("member");
  const href = await hrefFor(`https://${HOST}/`, other.token);
  expect(await subject(new URL(href).searchParams.get("token") ?? "")).not.toBe(first);
});

test("of two exchanges at once one gets the reader", async () => {
  const given = await ticket();
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(given)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(500)]);
});

test("late, forged, for another host: nothing; a wrong host spends it", async () => {
  const late = await ticket();
  await it.db.update(journalTicket).set({ expiresAt: sql`now() - interval '1 second'` });
  expect(await exchange(late)).toMatchObject(GONE);
  expect(await exchange("x".repeat(43))).toMatchObject(GONE);
  const misled = await ticket();
  expect(await exchange(misled, { host: "other.example.org" })).toMatchObject(GONE);
  expect(await exchange(misled)).toMatchObject(GONE);
  await it.db.update(journalTicket).set({ expiresAt: sql`now() - interval '1 second'` });
  await sweep(it.db);
  expect(await it.db.$count(journalTicket)).toBe(0);
});

test("a wrong secret learns nothing and spends nothing; without a secret nothing is exchanged", async () => {
  const given = await ticket();
  const wrong = { code: 403 };
  for (const secret of ["", "x", `${SECRET}x`]) {
    expect(await exchange(given, { secret })).toMatchObject(wrong);
  }
  expect((await exchange(given)).code).toBe(200);
  const next = await ticket();
  for (const secret of ["", "short"]) {
    await set({ "site.journalSecret": secret });
    expect(await exchange(next, { secret })).toMatchObject(wrong);
  }
  await set({ "site.journalSecret": SECRET });
});

test.each([
  "https://elsewhere.example.org/",
  `https://${HOST}.evil.example/`,
  `https://${HOST}@evil.example/`,
  `https://${HOST}:8443/`,
  `http://${HOST}/`,
  "javascript:alert(1)",
  "/journal",
])("%s gets no ticket", async (href) => {
  const before = await it.db.$count(journalTicket);
  expect(await hrefFor(href)).toBe(href);
  expect(await it.db.$count(journalTicket)).toBe(before);
});

test("who is logged out gets none, and an account that was stopped is nobody", async () => {
  const { body } = await it.call("POST", "/api/bll/journal/ticket", {
    body: { href: `https://${HOST}/` },
  });
  expect(body.code).toBe(401);
  const given = await ticket();
  await it.db.update(user).set({ status: "1" }).where(eq(user.userId, reader.userId));
  expect(await exchange(given)).toMatchObject(GONE);
});

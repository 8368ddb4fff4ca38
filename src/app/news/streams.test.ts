import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import type { Account } from "../../server/http/access.ts";
import { parseEnv } from "../../server/start/env.ts";
import { createServerApp } from "../../server/start/serve.ts";
import { startApp } from "../../test/app.ts";
import { deskCalls, makeCategory } from "../../test/desk.ts";
import { roleWith, staffWith } from "../../test/rights.ts";
import { closeSessionsOf, findAccount, openSession } from "../login/session.server.ts";
import { session } from "../login/table.server.ts";
import { notice } from "../system/notice/table.server.ts";
import { role } from "../system/role/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { tellNews } from "./service.server.ts";
import { openStreams } from "./streams.server.ts";

// Two processes of one site: `it` is written to, the streams are at both.
const it = await startApp();
const rootDir = path.resolve(import.meta.dirname, "../../..");
const startOther = async () => {
  const other = await createServerApp({
    env: parseEnv({ DATA_DIR: it.dataDir }, rootDir),
    databaseUrl: it.databaseUrl,
    logLevel: "fatal",
  });
  return { ...other, url: await other.app.listen({ port: 0, host: "127.0.0.1" }) };
};
const other = await startOther();
const here = await it.app.listen({ port: 0, host: "127.0.0.1" });
const URL_OF = { here, there: other.url };
const leaving = new AbortController();
afterAll(async () => {
  leaving.abort();
  await other.close();
});

const ALL = "notice,inbox,door";

type Heard = { type: string; lines: string[]; isOver: boolean; ended: Promise<void> };

/** Opens a stream and collects its lines without the beats; `lines` grows. */
async function listen(token: string | undefined, at: keyof typeof URL_OF = "there") {
  const answer = await fetch(`${URL_OF[at]}/prod-api/news/stream`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: leaving.signal,
  });
  const heard: Heard = {
    type: answer.headers.get("content-type") ?? "",
    lines: [],
    isOver: false,
    ended: Promise.resolve(),
  };
  const read = async () => {
    let rest = "";
    const text = answer.body?.pipeThrough(new TextDecoderStream());
    for await (const piece of text ?? []) {
      const lines = (rest + piece).split("\n\n");
      rest = lines.pop() ?? "";
      heard.lines.push(...lines.filter((line) => line !== ":"));
    }
    heard.isOver = true;
  };
  heard.ended = read().catch(() => undefined);
  if (heard.type === "text/event-stream") {
    await vi.waitFor(() => expect(heard.lines[0]).toBe(`data: ${ALL}`));
  }
  return heard;
}

/** The lines after the opening one. */
const since = ({ lines }: Heard) => lines.slice(1).map((line) => line.replace("data: ", ""));
const hears = (stream: Heard, ...news: string[]) =>
  vi.waitFor(() => expect(since(stream)).toEqual(news));

/** One word to this person alone: an earlier word to others would have come before it. */
const sayTo = (userId: number) => tellNews(it.db, "inbox", [{ userId }]);

const good = { noticeTitle: "端午节放假安排", noticeType: "1", noticeContent: "<p>放假三天。</p>" };

test("a notice is heard of by all staff at every process, a mark by its reader alone", async () => {
  const admin = await it.as("admin");
  const [reader, colleague] = [await it.as("staff"), await it.as("staff")];
  const streams = [
    await listen(reader.token, "here"),
    await listen(reader.token, "there"),
    await listen(colleague.token, "there"),
  ] as const;
  const made = await it.call("POST", "/system/notice", { token: admin.token, body: good });
  const { noticeId } = made.body.data as { noticeId: number };
  for (const stream of streams) await hears(stream, "notice");

  const mark = () =>
    it.call("POST", `/system/notice/markRead?noticeId=${noticeId}`, { token: reader.token });
  await mark();
  await hears(streams[0], "notice", "notice");
  await hears(streams[1], "notice", "notice");
  // Read already: nothing has changed.
  await mark();
  await sayTo(reader.userId);
  await sayTo(colleague.userId);
  await hears(streams[1], "notice", "notice", "inbox");
  await hears(streams[2], "notice", "inbox");

  const body = { ...good, noticeId, status: "1" };
  await it.call("PUT", "/system/notice", { token: admin.token, body });
  await hears(streams[2], "notice", "inbox", "notice");
  await it.call("DELETE", `/system/notice/${noticeId}`, { token: admin.token });
  await hears(streams[2], "notice", "inbox", "notice", "notice");
});

test("what waits is heard of by whom it waits for, and by nobody else", async () => {
  const QUERY = ["content:article:list", "content:article:query"] as const;
  const writer = await staffWith(it, ...QUERY, "content:article:add", "content:article:edit");
  const reviewer = await staffWith(it, ...QUERY, "content:article:review");
  const publisher = await staffWith(it, ...QUERY, "content:article:publish");
  const desk = deskCalls(it, writer.token);
  const id = await desk.draft({
    articleName: "待审的文章",
    content: "<p>内容</p>",
    typeId: await makeCategory(it),
  });
  const [atWriter, atReviewer, atPublisher, atAdmin] = [
    await listen(writer.token),
    await listen(reviewer.token),
    await listen(publisher.token),
    await listen((await it.as("admin")).token),
  ];
  await desk.call("POST", "/submit", { id });
  await hears(atReviewer, "inbox");
  await hears(atAdmin, "inbox");
  const sendBack = { id, opinion: "请写明时间和地点" };
  await deskCalls(it, reviewer.token).call("POST", "/sendBack", sendBack);
  await hears(atWriter, "inbox");
  await hears(atReviewer, "inbox", "inbox");
  await desk.call("POST", "/submit", { id });
  await hears(atWriter, "inbox", "inbox");
  await hears(atReviewer, "inbox", "inbox", "inbox");
  await deskCalls(it, reviewer.token).call("POST", "/approve", { id });
  await hears(atPublisher, "inbox");
  await hears(atReviewer, "inbox", "inbox", "inbox", "inbox");
  await deskCalls(it, publisher.token).call("POST", "/publish", { id, when: "now" });
  await hears(atPublisher, "inbox", "inbox");
  expect(since(atWriter)).toEqual(["inbox", "inbox"]);
});

test("what was not committed is not heard of; what comes at once is heard of once", async () => {
  const { token, userId } = await it.as("staff");
  const stream = await listen(token);
  await expect(
    it.db.transaction(async (tx) => {
      await tellNews(tx, "notice", ["staff"]);
      tx.rollback();
    }),
  ).rejects.toThrow();
  await it.db.transaction(async (tx) => {
    for (let turn = 0; turn < 20; turn++) {
      await tellNews(tx, "inbox", [{ userId }, "content:article:review"]);
      await tx.insert(notice).values({ ...good, createBy: "somebody" });
    }
    await tellNews(tx, "inbox", [{ userId: userId + 1_000 }]);
  });
  await hears(stream, "inbox");
  await sayTo(userId);
  await hears(stream, "inbox", "inbox");
});

test("nobody else listens: strangers, members, and staff who must do something first", async () => {
  const member = await it.as("member");
  const first = await it.as("staff", { pwdUpdateDate: null });
  const codes = [];
  for (const token of [undefined, "x".repeat(43), member.token, first.token]) {
    const { body } = await it.call("GET", "/news/stream", token ? { token } : {});
    codes.push([body.code, body.msg]);
  }
  expect(codes).toEqual([
    [401, "请求访问：/prod-api/news/stream，认证失败，无法访问系统资源"],
    [401, "请求访问：/prod-api/news/stream，认证失败，无法访问系统资源"],
    [403, "没有权限，请联系管理员授权"],
    [500, "您的密码还是初始密码，请先修改密码"],
  ]);
  const { token } = await it.as("staff");
  const headers = { authorization: `Bearer ${token}` };
  const url = "/prod-api/news/stream";
  expect((await it.app.inject({ method: "HEAD", url, headers })).headers).toMatchObject({
    "content-type": expect.stringContaining("json") as string,
  });
});

test("it says so to proxies, and is no page of a cache", async () => {
  const { token } = await it.as("staff");
  const stop = new AbortController();
  const { headers } = await fetch(`${here}/prod-api/news/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
  });
  stop.abort();
});

const sessionOf = async (userId: number) => {
  const [row] = await it.db.select().from(session).where(eq(session.userId, userId));
  if (!row) throw new Error("no session");
  return row;
};

test("it ends with its session, at every process, whoever ends it; other sessions go on", async () => {
  const admin = await it.as("admin");
  const client = { ipaddr: "", browser: "", os: "" };
  type Ending = (login: { token: string; userId: number }) => Promise<unknown>;
  const endings: Record<string, Ending> = {
    "log-out": ({ token }) => it.call("POST", "/logout", { token }),
    "forced log-out": async ({ userId }) =>
      it.call("DELETE", `/monitor/online/${(await sessionOf(userId)).id}`, { token: admin.token }),
    "ended from another device": async ({ userId }) => {
      const { id } = await sessionOf(userId);
      const options = { userId, isStaff: true, isRemembered: false, client };
      const token = await openSession(it.db, options);
      return it.call("DELETE", `/system/user/profile/sessions/${id}`, { token });
    },
    "password reset": ({ userId }) =>
      it.call("PUT", "/system/user/resetPwd", {
        token: admin.token,
        body: { userId, password: "Lantern-2027!" },
      }),
    disabled: ({ userId }) =>
      it.call("PUT", "/system/user/changeStatus", {
        token: admin.token,
        body: { userId, status: "1" },
      }),
    removed: ({ userId }) => it.call("DELETE", `/system/user/${userId}`, { token: admin.token }),
  };
  const witness = await it.as("staff");
  const others = [await listen(witness.token, "here"), await listen(witness.token, "there")];
  for (const [name, ending] of Object.entries(endings)) {
    const login = await it.as("staff");
    const streams = [await listen(login.token, "here"), await listen(login.token, "there")];
    const answer = (await ending(login)) as { body: { code: number; msg: string } };
    expect(answer.body, name).toMatchObject({ code: 200 });
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.flatMap(since), name).toEqual([]);
  }
  for (const stream of others) expect(stream.isOver).toBe(false);
});

test("a changed password ends the other sessions' streams and leaves one's own", async () => {
  const login = await it.as("staff");
  const options = { userId: login.userId, isStaff: true, isRemembered: false };
  const client = { ipaddr: "", browser: "", os: "" };
  const elsewhere = await listen(await openSession(it.db, { ...options, client }));
  const own = await listen(login.token);
  const { body } = await it.call("PUT", "/system/user/profile/updatePwd", {
    token: login.token,
    body: { oldPassword: login.password, newPassword: "Lantern-2027!" },
  });
  expect(body.code).toBe(200);
  await elsewhere.ended;
  await sayTo(login.userId);
  await hears(own, "inbox");
});

/** Seconds, enough for some calls on a busy machine. */
const NEAR = 4;

/** Lets the session be near its end: nothing was asked for by a person for so long. */
const letRest = (userId: number, secondsLeft: number) =>
  it.db
    .update(session)
    .set({ lastSeenAt: sql`now() - make_interval(secs => idle_seconds - ${secondsLeft})` })
    .where(eq(session.userId, userId));

test("a session ends by idleness though its stream is open and its page asks by itself", async () => {
  const login = await it.as("staff");
  await letRest(login.userId, NEAR);
  const before = await sessionOf(login.userId);
  const stream = await listen(login.token);
  const unattended = { token: login.token, headers: { "x-unattended": "1" } };
  for (const url of ["/system/notice/listTop", "/inbox/count"]) {
    expect((await it.call("GET", url, unattended)).body.code).toBe(200);
  }
  expect((await sessionOf(login.userId)).lastSeenAt).toEqual(before.lastSeenAt);
  await stream.ended;
  expect((await it.call("GET", "/inbox/count", unattended)).body.code).toBe(401);
});

test("what a person asks for keeps the session, and with it the stream, alive", async () => {
  const login = await it.as("staff");
  await letRest(login.userId, NEAR);
  const stream = await listen(login.token);
  expect((await it.call("GET", "/inbox/count", { token: login.token })).body.code).toBe(200);
  // Another one, whose end is looked at later than this one's would have been.
  const idle = await it.as("staff");
  await letRest(idle.userId, NEAR);
  await (await listen(idle.token)).ended;
  expect(stream.isOver).toBe(false);
  await sayTo(login.userId);
  await hears(stream, "inbox");
});

test("it ends with the last moment of its session, and roles taken away are looked at then", async () => {
  const login = await it.as("staff");
  await it.db
    .update(session)
    .set({ expiresAt: sql`now() + make_interval(secs => ${NEAR})` })
    .where(eq(session.userId, login.userId));
  const stream = await listen(login.token);
  await stream.ended;

  const demoted = await it.as("staff");
  await letRest(demoted.userId, NEAR);
  const open = await listen(demoted.token);
  await it.db.update(user).set({ userType: "01" }).where(eq(user.userId, demoted.userId));
  await it.call("GET", "/getInfo", { token: demoted.token });
  await open.ended;
});

test("after the listening connection was away all is read again, and dead sessions are found", async () => {
  const [living, dead] = [await it.as("staff"), await it.as("staff")];
  const streams = [await listen(living.token), await listen(dead.token)] as const;
  // Said to nobody, like a write that no stream hears.
  await it.db.delete(session).where(eq(session.userId, dead.userId));
  await it.asAdmin(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'xuehui-listen' and datname = current_database()`,
  );
  await streams[1].ended;
  await hears(streams[0], ALL);
});

test("one person has eight streams at most: the oldest goes, and stays away for a while", async () => {
  const { token, userId } = await it.as("staff");
  const streams = [];
  for (let turn = 0; turn < 8; turn++) streams.push(await listen(token));
  const [first, second] = streams;
  if (!first || !second) throw new Error("no streams");
  expect(first.isOver).toBe(false);
  const ninth = await listen(token);
  await first.ended;
  expect(first.lines).toEqual([`data: ${ALL}`, "retry: 300000"]);
  await sayTo(userId);
  await hears(second, "inbox");
  await hears(ninth, "inbox");
  // More streams than there are connections to the database, and calls go on.
  expect((await fetch(`${other.url}/health/ready`)).status).toBe(200);
});

/** Streams of one account, without the app around them that lets it in. */
async function serveStreams(account: Account) {
  const stopping = new AbortController();
  const deaf = { subscribe: () => undefined };
  const context = { db: it.db, invalidation: deaf, stopping: stopping.signal, log: it.app.log };
  const streams = openStreams(context, { most: 1, beatMs: 10 });
  const server = http.createServer((_request, response) => {
    if (!streams.open(account, response)) response.writeHead(429).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    stopping.abort();
    server.close();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, stop };
}

test("it gives signs of life, and has room for so many", async () => {
  const account = await findAccount(it.db, (await it.as("staff")).token);
  if (!account) throw new Error("no account");
  const { url, stop } = await serveStreams(account);
  const first = await fetch(url);
  expect((await fetch(url)).status).toBe(429);
  let text = "";
  for await (const piece of first.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.includes(":\n\n:\n\n")) stop();
  }
  expect(text).toMatch(/^data: notice,inbox,door\n\n(:\n\n)+$/);
});

test("a session that ends while its stream is being opened takes it along", async () => {
  const login = await it.as("staff");
  const account = await findAccount(it.db, login.token);
  if (!account) throw new Error("no account");
  await closeSessionsOf(it.db, login.userId);
  const { url } = await serveStreams(account);
  expect(await (await fetch(url)).text()).toMatch(/^data: notice,inbox,door\n\n/);
});

test("a stop ends all streams at once and waits for none", async () => {
  const third = await startOther();
  Object.assign(URL_OF, { there: third.url });
  const { token } = await it.as("staff");
  const streams = [await listen(token), await listen(token)];
  const began = performance.now();
  await third.close();
  await Promise.all(streams.map(({ ended }) => ended));
  const ms = performance.now() - began;
  Object.assign(URL_OF, { there: other.url });
  expect(ms).toBeLessThan(4_000);
});

test("a thousand sessions of one person end at once", async () => {
  const { userId, token } = await it.as("staff");
  await it.db.insert(session).values(
    Array.from({ length: 1_000 }, (_, index) => ({
      tokenHash: Buffer.from(`many ${index}`),
      userId,
      idleSeconds: 60,
      expiresAt: new Date(Date.now() + 60_000),
    })),
  );
  const stream = await listen(token);
  await closeSessionsOf(it.db, userId);
  await stream.ended;
});

test("nobody deletes a session beside removeSessions, which says so", () => {
  const src = path.join(rootDir, "src");
  const deleting = fs
    .globSync("**/*.ts", { cwd: src })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) =>
      /delete\(session\)|delete from "?session/.test(fs.readFileSync(path.join(src, file), "utf8")),
    );
  expect(deleting).toEqual([path.join("app", "login", "session.server.ts")]);
});

test("a permission that is given or taken while one listens counts from then on", async () => {
  const { userId, token } = await it.as("staff");
  const stream = await listen(token);
  const permission = "system:notice:edit";
  await tellNews(it.db, "notice", [permission]);
  await sayTo(userId);
  await hears(stream, "inbox");

  // Behind the API's back: it is the database that says so.
  const { roleId } = await roleWith(it, { roleKey: "listens", userIds: [userId] }, [permission]);
  await hears(stream, "inbox", "inbox");
  await tellNews(it.db, "notice", [permission]);
  await hears(stream, "inbox", "inbox", "notice");

  await it.db.update(role).set({ status: "1" }).where(eq(role.roleId, roleId));
  await hears(stream, "inbox", "inbox", "notice", "inbox");
  await tellNews(it.db, "notice", [permission]);
  await sayTo(userId);
  await hears(stream, "inbox", "inbox", "notice", "inbox", "inbox");
});

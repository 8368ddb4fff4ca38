import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { parseEnv } from "#src/server/start/env.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { timeline } from "../inbox/table.server.ts";
import { message } from "../message/table.server.ts";
import { memberCertificate } from "./certificate/table.server.ts";
import { demo } from "./seed.server.ts";
import { member } from "./table.server.ts";

const it = await startApp();
const root = path.resolve(import.meta.dirname, "../../..");
const env = parseEnv({ DATA_DIR: it.dataDir, DATABASE_URL: it.databaseUrl, DEMO: "on" }, root);
await it.db.transaction((tx) => demo(tx, env));
const { token } = await it.as("admin");
const BASE = "/api/bll/member";

type Row = { id: number; memberNo: string; name: string; state: string; phone: string };

const list = async (query = "", as = token) => {
  const { body } = await it.call("GET", `${BASE}/list${query}`, { token: as });
  return body as unknown as { code: number; total: number; rows: Row[] };
};
const put = (path: string, body: object, as = token) =>
  it.call("PUT", `${BASE}${path}`, { token: as, body });
const memberRow = async (id: number) => {
  const [row] = await it.db.select().from(member).where(eq(member.id, id));
  if (!row) throw new Error(`there is no member ${id}`);
  return row;
};

test("each state lists its members and no others; numbers are masked", async () => {
  const all = await list("?pageSize=1");
  let sum = 0;
  for (const state of [
    "valid",
    "grace",
    "lapsed",
    "lapseList",
    "suspended",
    "resigned",
    "expelled",
  ]) {
    const { rows, total } = await list(`?state=${state}&pageSize=100`);
    expect(total, state).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.state)), state).toEqual(new Set([state]));
    sum += total;
  }
  expect(sum).toBe(all.total);
  expect((await list("?state=nothing")).total).toBe(0);
  expect(all.rows[0]?.phone).toMatch(/^1\d\d\*{4}\d{4}$/);
});

test("name, number, kind, region and end narrow the list", async () => {
  const [row] = (await list("?memberType=02&pageSize=1")).rows;
  if (!row) throw new Error("no unit");
  expect((await list(`?memberNo=${row.memberNo.toLowerCase()}`)).total).toBe(1);
  expect((await list(`?name=${encodeURIComponent(row.name.slice(1, 5))}`)).total).toBeGreaterThan(
    0,
  );
  const { region } = await memberRow(row.id);
  const wide = await list(`?region=${region.slice(0, 2)}0000`);
  const narrow = await list(`?region=${region}`);
  expect(wide.total).toBeGreaterThanOrEqual(narrow.total);
  expect(narrow.total).toBeGreaterThan(0);
  const ended = await list("?endValidTo=2000-01-01");
  expect(ended.total).toBe(0);
});

test("part of a phone number finds for who may see it; others find by what is shown, or a whole number", async () => {
  const [row] = (await list("?memberType=01&state=valid&pageSize=1")).rows;
  const { phone } = await memberRow(row?.id ?? 0);
  const middle = phone.slice(2, 8);
  const found = async (text: string, as?: string) =>
    (await list(`?pageSize=100&phone=${text}`, as)).rows.map(({ id }) => id);
  expect(await found(middle)).toContain(row?.id);
  const { token: masked } = await staffWith(it, "member:member:list");
  expect(await found(middle, masked)).not.toContain(row?.id);
  expect(await found(phone.slice(-4), masked)).toContain(row?.id);
  expect(await found(phone, masked)).toContain(row?.id);
  expect(await found("%", masked)).toEqual([]);
});

test("every order runs through the whole list once, in both directions", async () => {
  for (const name of ["memberNo", "name", "validTo", "joinedOn"]) {
    const idsOf = async (direction: string) => {
      const ids: number[] = [];
      for (let page = 1; page <= 5; page++) {
        const { rows } = await list(
          `?orderByColumn=${name}&isAsc=${direction}&pageSize=100&pageNum=${page}`,
        );
        ids.push(...rows.map(({ id }) => id));
      }
      return ids;
    };
    const { total } = await list("?pageSize=1");
    expect(total).toBeLessThanOrEqual(500);
    const rising = await idsOf("asc");
    // Beyond the end the last page comes.
    expect(new Set(rising).size, name).toBe(total);
    expect(rising.slice(0, 100).reverse()).toEqual((await idsOf("desc")).slice(total - 100, total));
  }
});

test("a branch's staff see its members alone, and nobody else's page", async () => {
  const login = await staffWith(it, "member:member:list", "member:member:query");
  const branch = await it.db.execute<{ id: string }>(
    sql`select dept_id as id from member where dept_id is not null limit 1`,
  );
  const deptId = Number(branch.rows[0]?.id);
  await it.db.execute(sql`update sys_user set dept_id = ${deptId} where user_id = ${login.userId}`);
  await it.db.execute(sql`update sys_role set data_scope = '3' where role_id in
    (select role_id from sys_user_role where user_id = ${login.userId})`);
  const { rows, total } = await list("?pageSize=100", login.token);
  expect(total).toBe(await it.db.$count(member, eq(member.deptId, deptId)));
  for (const row of rows) expect((await memberRow(row.id)).deptId).toBe(deptId);
  const [other] = await it.db.select().from(member).where(sql`${member.deptId} is null`).limit(1);
  const refused = await it.call("GET", `${BASE}/${other?.id}`, { token: login.token });
  expect(refused.body.code).toBe(404);
});

test("a page shows terms, payments and applications, masked; a look at a number leaves its reason", async () => {
  const [row] = (await list("?memberType=01&state=valid&pageSize=1")).rows;
  const page = await it.call("GET", `${BASE}/${row?.id}`, { token });
  const data = page.body.data as { idNo: string; terms: unknown[]; certificates: unknown[] };
  expect(data.terms.length).toBeGreaterThan(0);
  expect(data.certificates).toHaveLength(data.terms.length);
  expect(data.idNo).toContain("*");
  const body = { id: row?.id, field: "idNo", reason: "电话核实本人资料" };
  const shown = await it.call("POST", `${BASE}/reveal`, { token, body });
  expect(shown.body.data).toEqual({ revealed: expect.stringMatching(/^900101\d{11}[\dX]$/) });
  const refused = await it.call("POST", `${BASE}/reveal`, { token, body: { ...body, reason: "" } });
  expect(refused.body.code).toBe(500);
});

test("contact data are checked on their fields, and a stale version is refused", async () => {
  const [row] = (await list("?memberType=01&state=valid&pageSize=1")).rows;
  const id = row?.id ?? 0;
  const bad = await put("", { id, phone: "123", email: "x", region: "999999" });
  expect(bad.body.data).toEqual({
    phone: "请输入正确的11位手机号码",
    email: "请输入正确的邮箱地址",
    region: "请选择所在地区",
  });
  const { version } = await memberRow(id);
  expect((await put("", { id, version, phone: " 199 0000 9999 " })).body.code).toBe(200);
  expect((await memberRow(id)).phone).toBe("19900009999");
  const stale = await put("", { id, version, email: "new@example.com" });
  expect(stale.body.msg).toBe("记录已被他人更新，请刷新后重试");
});

test("who leaves says why, who is expelled has a resolution; both can be taken back", async () => {
  const [row] = (await list("?memberType=01&state=valid&pageSize=1")).rows;
  const id = row?.id ?? 0;
  const short = await put("/state", { id, state: "resigned", reason: "退" });
  expect(short.body.data).toEqual({ reason: "请写明原因，5 到 200 个字" });
  const bare = await put("/state", { id, state: "expelled", reason: "严重违反学会章程" });
  expect(bare.body.data).toEqual({ resolutionNo: "除名须由理事会决定，请填写决议号" });
  const { version } = await memberRow(id);
  const both = await Promise.all(
    ["resigned", "suspended"].map((state) =>
      put("/state", { id, version, state, reason: "本人书面申请办理" }),
    ),
  );
  expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  expect((await put("/state", { id, state: "", reason: "本人申请恢复会籍" })).body.code).toBe(200);
  expect((await memberRow(id)).manualState).toBe("");
  const again = await put("/state", { id, state: "", reason: "本人申请恢复会籍" });
  expect(again.body.msg).toBe("这位会员没有中止、退会或除名");
  const steps = await it.db
    .select()
    .from(timeline)
    .where(and(eq(timeline.subject, "member"), eq(timeline.subjectId, id)));
  expect(steps.map(({ action }) => action)).toContain("restored");
});

const fileOf = async (query: Record<string, string>) =>
  it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/export`,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(query).toString(),
  });

test("a file of more than 500 members asks for a reason", async () => {
  await it.db.execute(sql`insert into member (member_no, member_type, name, level_id, joined_on)
    select 'P2019' || lpad(n::text, 5, '0'), '01', '会员' || n, (select min(id) from member_level),
      '2019-01-01' from generate_series(1, 501) n`);
  const refused = await fileOf({});
  expect(refused.json()).toMatchObject({
    code: 500,
    data: { reason: "导出超过 500 条会员资料，请写明用途，至少 5 个字" },
  });
  expect((await fileOf({ reason: "会员年检统计" })).headers["content-type"]).toContain("sheet");
  const few = await fileOf({ memberType: "02" });
  const parts = unzipSync(new Uint8Array(few.rawPayload));
  expect(strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array())).toContain("会员编号");
});

test("a certificate is read by its owner and by staff who reach it, and by nobody else", async () => {
  const own = await it.as("member");
  const [certificate] = await it.db
    .select()
    .from(memberCertificate)
    .innerJoin(member, eq(member.id, memberCertificate.memberId))
    .where(sql`${member.userId} is not null and ${member.manualState} = ''`)
    .limit(1);
  if (!certificate) throw new Error("no certificate");
  const { code, id, memberId } = certificate.member_certificate;
  const pdf = (as: string) =>
    it.app.inject({
      method: "GET",
      url: `/prod-api${BASE}/certificate/pdf/${code}`,
      headers: { authorization: `Bearer ${as}` },
    });
  expect((await pdf(own.token)).json()).toMatchObject({ code: 404 });
  await it.db.update(member).set({ userId: own.userId }).where(eq(member.id, memberId));
  const read = await pdf(own.token);
  expect(read.headers["content-type"]).toBe("application/pdf");
  expect(read.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await pdf(token)).headers["content-type"]).toBe("application/pdf");
  const bare = await staffWith(it, "member:certificate:list");
  expect((await pdf(bare.token)).json()).toMatchObject({ code: 404 });

  const asked = { id, reason: "会员更名，需要换发" };
  expect((await put("/certificate/revoke", { id, reason: "短" })).body.data).toEqual({
    reason: "请写明原因，5 到 200 个字",
  });
  const twice = await Promise.all([
    put("/certificate/revoke", asked),
    put("/certificate/revoke", asked),
  ]);
  expect(twice.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  expect((await pdf(own.token)).json()).toMatchObject({ msg: "这份证书已经撤销，不能下载" });
  expect(await it.db.$count(message, eq(message.userId, own.userId))).toBe(1);
  expect((await put("/certificate/reissue", asked)).body.code).toBe(200);
  const again = await put("/certificate/reissue", asked);
  expect(again.body.msg).toBe("这一期会籍已有新的证书，请在新证书上办理");
});

test("chosen certificates come in one ZIP, without those that were taken back", async () => {
  const { body } = await it.call("GET", `${BASE}/certificate/list?state=valid&pageSize=2`, {
    token,
  });
  const ids = (body as unknown as { rows: { id: number }[] }).rows.map(({ id }) => id);
  const answer = await it.app.inject({
    method: "GET",
    url: `/prod-api${BASE}/certificate/batch/${ids.join(",")}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(Object.keys(unzipSync(new Uint8Array(answer.rawPayload)))).toHaveLength(2);
});

const get = (path: string) =>
  it.app.inject({
    method: "GET",
    url: `/prod-api${BASE}${path}`,
    headers: { authorization: `Bearer ${token}` },
  });

test("certificates and labels of chosen members; who has no address is named", async () => {
  const { rows } = await list("?state=valid&memberType=02&pageSize=3");
  const ids = rows.map(({ id }) => id);
  const zip = await get(`/certificate/ofMembers/${ids.join(",")}`);
  expect(Object.keys(unzipSync(new Uint8Array(zip.rawPayload)))).toHaveLength(3);
  await it.db.execute(sql`update member set form = form || '{"address":"文三路 1 号"}'
    where id = any(${sql.param(ids)}::bigint[])`);
  const pdf = await get(`/papers/labels/${ids.join(",")}`);
  expect(pdf.headers["content-type"]).toBe("application/pdf");
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  await it.db.execute(sql`update member set form = form - 'address' where id = ${ids[1]}`);
  expect((await get(`/papers/labels/${ids.join(",")}`)).json()).toMatchObject({
    code: 500,
    msg: `${rows[1]?.name}会员没有通信地址，请先补充，或取消选择后再打印`,
  });
  const many = Array.from({ length: 501 }, (_, index) => index + 1).join(",");
  expect((await get(`/papers/labels/${many}`)).json()).toMatchObject({ code: 500 });
  expect((await get("/papers/labels/x")).json().code).not.toBe(200);
});

test("level, branch with those below, and chosen members narrow the list; the choices are what there is", async () => {
  const { data } = (await it.call("GET", `${BASE}/choices`, { token })).body as unknown as {
    data: { levels: { id: number }[]; branches: { id: number }[]; regions: { id: number }[] };
  };
  let sum = 0;
  for (const { id } of data.levels) sum += (await list(`?levelId=${id}&pageSize=1`)).total;
  const all = await list("?pageSize=2");
  expect(sum).toBe(all.total);
  const [root] = data.branches;
  const inBranches = await it.db.$count(
    member,
    sql`${member.deptId} is not null and ${member.mergedInto} is null`,
  );
  expect((await list(`?deptId=${root?.id}&pageSize=1`)).total).toBe(inBranches);
  expect(data.regions.length).toBeGreaterThan(30);
  const ids = all.rows.map(({ id }) => id);
  expect((await list(`?ids=${ids.join(",")}`)).total).toBe(2);
  expect((await list("?ids=x")).total).toBe(0);
  expect((await list("?levelId=x")).total).toBe(0);
});

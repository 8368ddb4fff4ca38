import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openIdentity } from "#src/app/system/sign/identity/service.server.ts";
import { toXlsx } from "#src/server/workbook/excel.ts";
import { readRecords, readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { newCreditCode, newIdentity } from "#src/test/membership.ts";
import { upload } from "#src/test/multipart.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { timeline } from "../../inbox/table.server.ts";
import { memberCertificate } from "../certificate/table.server.ts";
import { nextMemberNo } from "../service.server.ts";
import { member } from "../table.server.ts";
import { memberTerm } from "../term/table.server.ts";
import { COLUMNS, type ImportKey } from "./columns.ts";

const it = await startApp();
const { token } = await it.as("admin");
const BASE = "/api/bll/member";
const thisYear = new Date().getFullYear();

type Cells = Partial<Record<ImportKey, string | number>>;
const sheetOf = (rows: readonly Cells[]) => toXlsx("会员", COLUMNS, rows);

const send = (call: string, bytes: Buffer, bearer = token) =>
  upload(it, `${BASE}/${call}`, [{ field: "file", name: "会员.xlsx", bytes }], { token: bearer });

async function fileFrom(call: string, bytes?: Buffer): Promise<Buffer> {
  const form = new FormData();
  if (bytes) form.append("file", new File([Buffer.from(bytes)], "会员.xlsx"));
  const encoded = new Response(form);
  const answer = await it.app.inject({
    method: "POST",
    url: `/prod-api${BASE}/${call}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(bytes ? { "content-type": encoded.headers.get("content-type") ?? "" } : {}),
    },
    ...(bytes ? { payload: Buffer.from(await encoded.arrayBuffer()) } : {}),
  });
  expect(answer.headers["content-type"]).toContain("sheet");
  return answer.rawPayload;
}

let people = 0;
const person = (more: Cells = {}): Cells => ({
  memberType: "个人",
  name: `何${"青晓明安宁"[people % 5]}${"天地玄黄宇"[Math.trunc(people / 5) % 5]}`,
  levelName: "个人会员",
  terms: `${thisYear - 1}-${thisYear}`,
  idNo: newIdentity(),
  phone: `136${String(++people).padStart(8, "0")}`,
  ...more,
});
const unit = (more: Cells = {}): Cells => ({
  memberType: "单位",
  name: `某市第${++people}实验学校`,
  levelName: "团体会员",
  joinedOn: "2019-05-16",
  terms: String(thisYear),
  creditCode: newCreditCode(),
  contactName: "联系人",
  phone: `135${String(people).padStart(8, "0")}`,
  ...more,
});

const levels = await it.db.execute<{ member_type: string; level_name: string }>(
  sql`select member_type, level_name from member_level where status = '0' order by order_num, id`,
);
const levelFor = (type: string) =>
  levels.rows.find((row) => row.member_type === type)?.level_name ?? "";
const P = { levelName: levelFor("01") };
const D = { levelName: levelFor("02") };
const byPhone = async (phone: unknown) => {
  const [row] = await it.db
    .select()
    .from(member)
    .where(eq(member.phone, String(phone)));
  return row;
};

test("the template names all columns, what they take and the words that they know", async () => {
  const bytes = await fileFrom("importTemplate");
  const [head, ...rows] = readSheet(bytes, 5_000);
  expect(head?.cells).toEqual(COLUMNS.map(([header]) => header));
  expect(rows).toEqual([]);
  expect((await send("importPreview", bytes)).msg).toBe("文件中没有会员，请按模板填写后再导入");
});

test("a person goes in with terms, number, sealed identity, certificate and history", async () => {
  const row = person({
    ...P,
    memberNo: "p201900412",
    joinedOn: "2019-05-16",
    terms: `2019-2021；${thisYear - 1}-${thisYear}`,
    region: "浙江省杭州市西湖区",
    email: "He@Example.org",
    workUnit: "某小学",
    isPublic: "是",
  });
  const { msg, code } = await send("importData", await sheetOf([row]));
  expect([code, msg]).toEqual([200, "已导入 1 位会员"]);
  const there = await byPhone(row.phone);
  expect(there).toMatchObject({
    memberNo: "P201900412",
    memberType: "01",
    userId: null,
    joinedOn: "2019-05-16",
    validFrom: `${thisYear - 1}-01-01`,
    validTo: `${thisYear}-12-31`,
    region: "330106",
    email: "he@example.org",
    directoryVisible: true,
    form: { realName: row.name, workUnit: "某小学" },
  });
  expect(openIdentity(it.dataDir, there?.idSealed ?? null)).toBe(row.idNo);
  const id = there?.id ?? 0;
  expect(await it.db.$count(memberTerm, eq(memberTerm.memberId, id))).toBe(2);
  expect(await it.db.$count(memberCertificate, eq(memberCertificate.memberId, id))).toBe(1);
  expect(
    await it.db.$count(
      timeline,
      and(
        eq(timeline.subject, "member"),
        eq(timeline.subjectId, id),
        eq(timeline.action, "import"),
      ),
    ),
  ).toBe(1);
  // The next one who joins in that year gets a number above.
  const next = await it.db.transaction((tx) => nextMemberNo(tx, "01", 2019));
  expect(next).toBe("P201900413");
});

test("who brings no number gets one of the year of joining, above those that are kept", async () => {
  const rows = [
    person({ ...P, joinedOn: 2015, terms: "" }),
    person({ ...P, joinedOn: "2015-03-01", terms: "", memberNo: "P201500020" }),
    unit({ ...D, joinedOn: "2015/4/1" }),
  ];
  expect((await send("importData", await sheetOf(rows))).msg).toBe("已导入 3 位会员");
  expect((await byPhone(rows[0]?.phone))?.memberNo).toBe("P201500021");
  expect((await byPhone(rows[2]?.phone))?.memberNo).toBe("D201500001");
  expect((await byPhone(rows[0]?.phone))?.validTo).toBeNull();
});

test("each wrong row is refused with its reason, and no row of the file goes in", async () => {
  const taken = person(P);
  await send("importData", await sheetOf([taken]));
  const inBooks = await byPhone(taken.phone);
  const twin = person(P);
  const cases: [Cells, string][] = [
    [person({ ...P, memberType: "团体" }), "类别应为“个人”或“单位”"],
    [person({ ...P, name: "" }), "请填写名称"],
    [person({ ...P, name: "何123" }), "请输入真实姓名"],
    [person({ levelName: "钻石会员" }), "没有名为“钻石会员”的个人会员级别"],
    [person(D), `没有名为“${D.levelName}”的个人会员级别`],
    [person({ ...P, idNo: "110101198507160011" }), "身份证号码有误"],
    [
      person({ ...P, idNo: "110101198507160000" }),
      "身份证号码有误，请把这一列设为文本格式后重新填写",
    ],
    [person({ ...P, idNo: newIdentity("20200716") }), "须年满18周岁"],
    [person({ ...P, idType: "军官证" }), "没有“军官证”这种证件类型"],
    [person({ ...P, phone: "12345" }), "请输入正确的11位手机号码"],
    [person({ ...P, phone: "", idNo: "" }), "请填写手机号码或证件号码，至少一项"],
    [person({ ...P, email: "x" }), "请输入正确的邮箱地址"],
    [person({ ...P, memberNo: "D201900001" }), "个人会员的编号以 P 开头"],
    [person({ ...P, memberNo: "P2019" }), "会员编号应为 P 或 D 加四位年份和五位序号"],
    [person({ ...P, terms: "2024-2026;2026" }), "会籍期间重叠"],
    [person({ ...P, terms: "去年" }), "看不懂"],
    [person({ ...P, terms: `${thisYear}-${thisYear + 20}` }), "过早或过晚"],
    [person({ ...P, terms: "", joinedOn: "" }), "请填写入会日期或会籍期间"],
    [person({ ...P, joinedOn: `${thisYear + 1}-01-01` }), "入会日期过早，或晚于今天"],
    [person({ ...P, region: "某省" }), "没有找到地区“某省”"],
    [person({ ...P, branch: "没有的分会" }), "没有找到分支机构“没有的分会”"],
    [person({ ...P, isPublic: "也许" }), "公开名录应填“是”或“否”"],
    [person({ ...P, address: "长".repeat(201) }), "通信地址最多 200 个字"],
    [unit({ ...D, creditCode: "91330106MA27XXXX0Y" }), "统一社会信用代码有误"],
    [person({ ...P, phone: taken.phone ?? "" }), `手机号码与会员 ${inBooks?.memberNo} 相同`],
    [person({ ...P, idNo: taken.idNo ?? "" }), `证件号码与会员 ${inBooks?.memberNo} 相同`],
    [person({ ...P, memberNo: inBooks?.memberNo ?? "" }), "会员编号已被使用"],
    [person({ ...P, idNo: twin.idNo ?? "" }), "证件号码与文件第 2 行相同"],
  ];
  const before = await it.db.$count(member);
  const bytes = await sheetOf([twin, ...cases.map(([cells]) => cells)]);
  const { data } = await send("importPreview", bytes);
  const { failed, added, rows } = data as {
    failed: number;
    added: number;
    rows: { number: number; problem: string | null; idNo: string }[];
  };
  expect([failed, added]).toEqual([cases.length, 1]);
  for (const [index, [, text]] of cases.entries()) {
    const row = rows.find(({ number }) => number === index + 3);
    expect(row?.problem ?? "", text).toContain(text);
    expect(row?.idNo ?? "").not.toMatch(/^\d{15}/);
  }
  const refused = await send("importData", bytes);
  expect(refused.code).toBe(500);
  expect(refused.msg).toContain(`共 ${cases.length} 行有问题，没有写入任何数据`);
  expect(await it.db.$count(member)).toBe(before);
});

test("1,000 rows with 37 wrong: 963 go in, and the other 37 come back with reasons, are mended and go in", async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) =>
    index % 10 === 0 ? unit(D) : person(P),
  );
  const wrong = rows.map((row, index) => (index % 27 === 13 ? { ...row, phone: "1" } : row));
  expect(wrong.filter(({ phone }) => phone === "1")).toHaveLength(37);
  const bytes = await sheetOf(wrong);
  const before = await it.db.$count(member);
  const errors = await fileFrom("importErrors", bytes);
  const { msg } = await send("importData?validOnly=1", bytes);
  expect(msg).toContain("已导入 963 位会员，另有 37 行有问题，没有导入：");
  expect(await it.db.$count(member)).toBe(before + 963);

  const back = readRecords(errors, [...COLUMNS, ["错误原因", "problem"] as const], 5_000);
  expect(back).toHaveLength(37);
  expect(new Set(back.map(({ values }) => values.problem))).toEqual(
    new Set(["请输入正确的11位手机号码"]),
  );
  const mended = back.map(({ values: { problem: _said, ...values } }) => {
    const [name, idNo, creditCode] = [values.name, values.idNo, values.creditCode];
    const origin = rows.find(
      (row) =>
        row.name === name && (row.idNo ?? "") === idNo && (row.creditCode ?? "") === creditCode,
    );
    return { ...values, phone: String(origin?.phone ?? "") };
  });
  const again = await send("importData", await sheetOf(mended));
  expect(again.msg).toBe("已导入 37 位会员");
  expect(await it.db.$count(member)).toBe(before + 1_000);
  const numbers = await it.db.select({ no: member.memberNo }).from(member);
  expect(new Set(numbers.map(({ no }) => no)).size).toBe(numbers.length);
});

test("the same file twice at once: each member once", async () => {
  // A telephone alone: no index of the database would refuse the second.
  const rows = Array.from({ length: 60 }, () => person({ ...P, idNo: "" }));
  const bytes = await sheetOf(rows);
  // Each would have looked before the other one writes.
  const both = await heldAt(it, (text) => text.includes('insert into "number_series"'), [
    () => send("importData", bytes),
    () => send("importData", bytes),
  ]);
  const codes = both.map((each) => each.status === "fulfilled" && each.value.code);
  expect(codes.sort()).toEqual([200, 500]);
  const phones = rows.map(({ phone }) => String(phone));
  expect(await it.db.$count(member, inArray(member.phone, phones))).toBe(60);
});

test("5,000 rows go in within seconds, and others are served meanwhile", async () => {
  const rows = Array.from({ length: 5_000 }, () =>
    person({ ...P, joinedOn: 2012, terms: "2012-2014;2020" }),
  );
  const bytes = await sheetOf(rows);
  const heap = process.memoryUsage().heapUsed;
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  const began = performance.now();
  const { msg } = await send("importData", bytes);
  isOver = true;
  await watching;
  expect(msg).toBe("已导入 5000 位会员");
  // Nobody waits long: rows are read in a thread, and between some of them others have their turn.
  const took = performance.now() - began;
  expect(longest).toBeLessThan(Math.max(1_500, took / 4));
  expect(process.memoryUsage().heapUsed - heap).toBeLessThan(400e6);
  expect(took).toBeLessThan(60_000);
}, 90_000);

test("an import needs its right, and a branch's staff write for their branch alone", async () => {
  const bare = await staffWith(it, "member:member:list");
  expect((await send("importPreview", await sheetOf([person(P)]), bare.token)).code).toBe(403);
  const own = await staffWith(it, "member:member:import");
  const depts = await it.db.execute<{ id: string; name: string }>(
    sql`select dept_id as id, dept_name as name from sys_dept where del_flag = '0' and status = '0'
      and dept_name not in (select dept_name from sys_dept group by 1 having count(*) > 1)
      order by dept_id desc limit 2`,
  );
  const [mine, other] = depts.rows;
  await it.db.execute(
    sql`update sys_user set dept_id = ${Number(mine?.id)} where user_id = ${own.userId}`,
  );
  await it.db.execute(sql`update sys_role set data_scope = '3' where role_id in
    (select role_id from sys_user_role where user_id = ${own.userId})`);
  const rows = [
    person({ ...P, branch: mine?.name ?? "" }),
    person({ ...P, branch: other?.name ?? "" }),
    person(P),
  ];
  const { data } = await send("importPreview", await sheetOf(rows), own.token);
  const problems = (data as { rows: { number: number; problem: string | null }[] }).rows;
  expect(new Map(problems.map(({ number, problem }) => [number, problem]))).toEqual(
    new Map([
      [2, null],
      [3, `没有找到分支机构“${other?.name}”，或不在您的数据范围内`],
      [4, "请填写分支机构"],
    ]),
  );
});

import { eq, sql } from "drizzle-orm";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { lookUp } from "#src/app/verify/service.server.ts";
import type { Login } from "#src/test/app.ts";
import { startApp } from "#src/test/app.ts";
import { declareCalls, handedIn, itemRow, openBatch, UNIT_VALUES } from "#src/test/declare.ts";
import { readPdf } from "#src/test/pdf.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { interceptStatements, statementOf } from "#src/test/statements.ts";
import { leaveOpen, prove } from "#src/test/step-up.ts";
import { declareItem } from "../item/table.server.ts";
import { declareCertificate } from "./table.server.ts";
import type { CertificateBatch, CertificateRow } from "./wire.ts";

const it = await startApp();
const staff = await staffWith(
  it,
  "declare:certificate:list",
  "declare:certificate:add",
  "declare:certificate:revoke",
);
const packer = await staffWith(it, "declare:item:export", "declare:certificate:export");
const call = (method: string, path: string, body?: object) =>
  it.call(method, `/api/declaration/certificate${path}`, {
    token: staff.token,
    ...(body ? { body } : {}),
  });

/** A project that was approved. */
async function approved(batchId: number, change: object = {}) {
  const one = await handedIn(it, batchId, change);
  await it.db
    .update(declareItem)
    .set({ state: 7, forwardedAt: new Date(), decidedAt: new Date() })
    .where(eq(declareItem.id, one.id));
  return one;
}

/** A batch as the drawer shows it. */
const listed = async (batchId: number) =>
  ((await call("GET", "/batches")).body.data as CertificateBatch[]).filter(
    ({ id }) => id === batchId,
  );

const rowsOf = (itemId: number) =>
  it.db.select().from(declareCertificate).where(eq(declareCertificate.itemId, itemId));

const pdf = async (url: string, { token }: Pick<Login, "token">) => {
  const answer = await it.app.inject({
    url: `/prod-api/api/declaration/${url}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const isPdf = String(answer.headers["content-type"]).includes("pdf");
  return isPdf
    ? readPdf(answer.rawPayload)
        .map(({ text }) => text.replaceAll("\n", ""))
        .join("")
    : (answer.json() as { msg: string }).msg;
};

describe("certificates", () => {
  test("are issued by the batch, in the order of the declarations, each once", async () => {
    const batchId = await openBatch(it);
    const ones = [await approved(batchId), await approved(batchId)];
    const left = await handedIn(it, batchId);
    const results = await heldAt(it, (text) => /from "declare_batch".*for no key/.test(text), [
      () => call("POST", "/issue", { batchId }),
      () => call("POST", "/issue", { batchId }),
    ]);
    const said = results.map((each) => (each.status === "fulfilled" ? each.value.body : undefined));
    expect(said.find((each) => each?.code === 200)?.data).toEqual({ issued: 2 });
    expect(said.find((each) => each?.code === 500)?.msg).toBe("本批次没有需要制发的证书");
    const [[first], [second]] = [await rowsOf(ones[0]?.id ?? 0), await rowsOf(ones[1]?.id ?? 0)];
    expect(first?.certNo).toMatch(/^R\d{9}$/);
    expect(Number(second?.certNo.slice(1))).toBe(Number(first?.certNo.slice(1)) + 1);
    expect(first).toMatchObject({ kind: "project", name: "林晓、沈洁", level: "" });
    expect(await rowsOf(left.id)).toEqual([]);
    const twice = sql`insert into declare_certificate (code, cert_no, item_id, kind, item_no, title, name,
      unit_name, batch_name, issued_on) select repeat('x', 22), 'R209999999', item_id, kind, item_no, title,
      name, unit_name, batch_name, issued_on from declare_certificate where id = ${first?.id ?? 0}`;
    await expect(it.db.execute(twice)).rejects.toMatchObject({ cause: { code: "23505" } });
  });

  test("are drawn for who declared and for staff, and looked up by anybody, with masked names", async () => {
    const batchId = await openBatch(it);
    const one = await approved(batchId);
    await call("POST", "/issue", { batchId });
    const [row] = await rowsOf(one.id);
    const code = row?.code ?? "";
    const text = await pdf(`certificate/pdf/${code}`, one.login);
    for (const said of ["立项证书", "林晓、沈洁", row?.certNo ?? "", "准予立项"]) {
      expect(text).toContain(said);
    }
    expect(await pdf(`certificate/pdf/${code}`, staff)).toContain("立项证书");
    const stranger = await it.as("member");
    expect(await pdf(`certificate/pdf/${code}`, stranger)).toBe("访问资源不存在");
    const found = await lookUp(it.db, "203.0.113.7", { code });
    expect(found).toMatchObject({ heading: "立项证书", state: "valid", certNo: row?.certNo });
    expect(JSON.stringify(found)).not.toContain("林晓");
    const info = (await it.call("GET", `/api/declaration/item/getInfo?id=${one.id}`, one.login))
      .body.data as { certificates: { code: string; kindName: string }[]; hasLetter: boolean };
    expect(info.certificates).toMatchObject([{ code, kindName: "立项证书" }]);
    expect(info.hasLetter).toBe(true);
  });

  test("are revoked once with a reason; then another one is issued in their place", async () => {
    const batchId = await openBatch(it);
    const one = await approved(batchId);
    await call("POST", "/issue", { batchId });
    const [row] = await rowsOf(one.id);
    const id = row?.id ?? 0;
    expect((await call("PUT", "/revoke", { id, reason: "错" })).body.data).toEqual({
      reason: "请写明原因，5 到 200 个字",
    });
    expect((await call("PUT", "/revoke", { id, reason: "单位名称有误，重新制发" })).body.code).toBe(
      200,
    );
    expect((await call("PUT", "/revoke", { id, reason: "单位名称有误，重新制发" })).body.msg).toBe(
      "这份证书已经撤销",
    );
    expect(await pdf(`certificate/pdf/${row?.code}`, one.login)).toBe("这份证书已经撤销，不能下载");
    expect(await lookUp(it.db, "203.0.113.7", { code: row?.code ?? "" })).toMatchObject({
      state: "revoked",
    });
    expect((await call("POST", "/issue", { batchId })).body.data).toEqual({ issued: 1 });
    const rows = (await call("GET", `/list?keyword=${row?.itemNo}`)).body.rows as CertificateRow[];
    expect(rows.map(({ state }) => state)).toEqual(["valid", "revoked"]);
    for (const bad of [
      "title = '别的'",
      "name = '别人'",
      "unit_name = '别的单位'",
      "batch_name = '别的批次'",
      "item_no = 'D209900001'",
      "issued_by = '别人'",
      "create_time = now() - interval '1 day'",
      "revoked_by = '别人'",
      "revoked_at = null, revoke_reason = ''",
    ]) {
      const change = sql.raw(`update declare_certificate set ${bad} where id = ${id}`);
      await expect(it.db.execute(change), bad).rejects.toMatchObject({ cause: { code: "23514" } });
    }
  });
});

describe("what is terminated", () => {
  test("has no certificate that holds any more", async () => {
    const batchId = await openBatch(it);
    const one = await approved(batchId);
    await call("POST", "/issue", { batchId });
    const [row] = await rowsOf(one.id);
    const desk = declareCalls(it, await staffWith(it, "declare:item:stage"));
    const opinion = "负责人提出撤项，已核实";
    const ended = await desk.post("stage", { id: one.id, action: "terminate", opinion });
    expect(ended.body.code).toBe(200);
    const [after] = await rowsOf(one.id);
    expect(after).toMatchObject({ revokeReason: `终止或撤项：${opinion}` });
    expect(after?.revokedAt).not.toBeNull();
    expect(await lookUp(it.db, "203.0.113.8", { code: row?.code ?? "" })).toMatchObject({
      state: "revoked",
    });
  });

  test("at the moment of issuing either gets none or loses it", async () => {
    const batchId = await openBatch(it);
    const [one] = [await approved(batchId), await approved(batchId)];
    const desk = declareCalls(it, await staffWith(it, "declare:item:stage"));
    const opinion = "负责人提出撤项，已核实";
    // Issuing has read what is due; the end comes meanwhile.
    await heldAt(
      it,
      (text) => /insert into "declare_certificate"|update "declare_item"/.test(text),
      [
        () => call("POST", "/issue", { batchId }),
        () => desk.post("stage", { id: one.id, action: "terminate", opinion }),
      ],
    );
    expect((await itemRow(it, one.id)).state).toBe(13);
    expect((await rowsOf(one.id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
  });
});

describe("the letter of a result", () => {
  test("is dated on the day of that result: of what was completed, its completion", async () => {
    const one = await approved(await openBatch(it));
    const days = { decidedAt: new Date("2026-01-05T04:00:00Z") };
    const set = (values: Partial<typeof declareItem.$inferInsert>) =>
      it.db.update(declareItem).set(values).where(eq(declareItem.id, one.id));
    await set(days);
    expect(await pdf(`item/letter?id=${one.id}`, one.login)).toContain("2026年1月5日");
    await set({ state: 11, grade: "good", updateTime: new Date("2026-10-20T04:00:00Z") });
    const text = await pdf(`item/letter?id=${one.id}`, one.login);
    expect(text).toContain("结题通知书");
    expect(text).toContain("2026年10月20日");
  });

  test("is there once there is a result, for who declared", async () => {
    const batchId = await openBatch(it);
    const early = await handedIn(it, batchId);
    expect(await pdf(`item/letter?id=${early.id}`, early.login)).toBe(
      "这一件还没有结果，结果公布后可以下载通知书",
    );
    const one = await approved(batchId);
    const text = await pdf(`item/letter?id=${one.id}`, one.login);
    expect(text).toContain("立项通知书");
    expect(text).toContain("祖辈参与家庭教育的支持研究");
    expect(await pdf(`item/letter?id=${one.id}`, await it.as("member"))).toBe("访问资源不存在");
  });
});

describe("a unit that was declared", () => {
  test("is named itself, in its certificate, its letter, and to whoever looks it up", async () => {
    const batchId = await openBatch(it, { kind: "unit", batchName: "2026 年示范单位创建" });
    const one = await approved(batchId, UNIT_VALUES);
    expect((await call("POST", "/issue", { batchId })).body.data).toEqual({ issued: 1 });
    const [row] = await rowsOf(one.id);
    expect(row).toMatchObject({ kind: "unit", name: "云川师范大学", level: "" });
    const code = row?.code ?? "";
    const said = await pdf(`certificate/pdf/${code}`, one.login);
    for (const text of ["示范单位证书", "云川师范大学", "确定为示范单位"]) {
      expect(said).toContain(text);
    }
    const letter = await pdf(`item/letter?id=${one.id}`, one.login);
    for (const text of ["示范单位认定通知书", "云川师范大学：", "贵单位在", "确定为示范单位"]) {
      expect(letter).toContain(text);
    }
    for (const text of ["林晓", "沈洁", "准予立项", "开展研究"]) {
      expect(said).not.toContain(text);
      expect(letter).not.toContain(text);
    }
    expect(await lookUp(it.db, "203.0.113.7", { code })).toMatchObject({
      heading: "示范单位证书",
      isUnit: true,
      names: ["云川师范大学"],
    });
    const [info] = await listed(batchId);
    expect(info).toMatchObject({ issued: 1, due: 0, passed: 1, declined: 0 });
    // Neither another kind nor a level beside the program.
    for (const bad of ["'medal', ''", "'unit', '一等奖'", "'project', '一等奖'"]) {
      const forced =
        sql.raw(`insert into declare_certificate (kind, level, code, cert_no, item_id, item_no,
        title, name, unit_name, batch_name, issued_on) select ${bad}, repeat('y', 22), 'R209999998', item_id,
        item_no, title, name, unit_name, batch_name, issued_on from declare_certificate where id = ${row?.id}`);
      await expect(it.db.execute(forced), bad).rejects.toMatchObject({ cause: { code: "23514" } });
    }
  });

  test("hears in its own words that it was not chosen", async () => {
    const batchId = await openBatch(it, { kind: "unit" });
    const one = await approved(batchId, UNIT_VALUES);
    await it.db.update(declareItem).set({ state: 12 }).where(eq(declareItem.id, one.id));
    const letter = await pdf(`item/letter?id=${one.id}`, one.login);
    expect(letter).toContain("未能确定为示范单位");
    expect(await listed(batchId)).toMatchObject([{ due: 0, passed: 0, declined: 1 }]);
  });
});

test("what each batch has to issue is counted without reading its forms", async () => {
  const batchId = await openBatch(it);
  const ones = [await approved(batchId), await approved(batchId), await approved(batchId)];
  await call("POST", "/issue", { batchId });
  // One has completed since, another one's account was closed before it got a certificate.
  await it.db
    .update(declareItem)
    .set({ state: 11, grade: "good" })
    .where(eq(declareItem.id, ones[0]?.id ?? 0));
  const [row] = await rowsOf(ones[1]?.id ?? 0);
  await call("PUT", "/revoke", { id: row?.id, reason: "单位名称有误，重新制发" });
  await it.db
    .update(declareItem)
    .set({ values: {}, erasedAt: new Date() })
    .where(eq(declareItem.id, ones[1]?.id ?? 0));
  const texts: string[] = [];
  const heard = interceptStatements((given, run) => {
    texts.push(statementOf(given).text);
    return run();
  });
  const found = await listed(batchId);
  heard.mockRestore();
  expect(found).toMatchObject([{ issued: 2, due: 1, passed: 3, declined: 0 }]);
  const ofForms = texts.filter((text) => text.includes('"declare_item"'));
  expect(ofForms.length).toBe(1);
  expect(ofForms.join()).not.toContain('"values"');
});

describe("papers as a ZIP", () => {
  const zipOf = (url: string, { token }: Pick<Login, "token">) =>
    it.app.inject({
      url: `/prod-api/api/declaration/${url}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const msgOf = async (url: string) => ((await zipOf(url, packer)).json() as { msg: string }).msg;

  test("come once the packer has shown who it is, each by its number; what fits nothing is told", async () => {
    const batchId = await openBatch(it);
    const one = await approved(batchId);
    await call("POST", "/issue", { batchId });
    const { itemNo } = await itemRow(it, one.id);
    const [row] = await rowsOf(one.id);
    const papers = [
      ["item/forms", `${itemNo}.pdf`, "没有符合条件的申报，请调整筛选条件"],
      ["item/letters", `${itemNo}.pdf`, "没有符合条件的申报，请调整筛选条件"],
      ["certificate/batch", `${row?.certNo} ${itemNo}.pdf`, "本批次还没有制发证书"],
    ] as const;
    await leaveOpen(it, packer);
    for (const [path] of papers) {
      const answer = await zipOf(`${path}?batchId=${batchId}`, packer);
      expect(answer.json(), path).toMatchObject({ data: { stepUp: { method: "password" } } });
    }
    expect((await prove(it, packer)).body.code).toBe(200);
    for (const [path, name, none] of papers) {
      const answer = await zipOf(`${path}?batchId=${batchId}`, packer);
      expect(answer.headers["content-type"], path).toBe("application/zip");
      const packed = unzipSync(answer.rawPayload);
      expect(Object.keys(packed), path).toEqual([name]);
      expect(readPdf(Buffer.from(packed[name] ?? [])).length, path).toBeGreaterThan(0);
      expect(await msgOf(`${path}?batchId=999999`)).toBe(none);
    }
  });

  test("of passed and declined come apart; more than one ZIP takes are refused, none is left out", async () => {
    const batchId = await openBatch(it);
    const [one, other] = [await approved(batchId), await approved(batchId)];
    await it.db.update(declareItem).set({ state: 12 }).where(eq(declareItem.id, other.id));
    const declined = await zipOf(`item/letters?batchId=${batchId}&state=12`, packer);
    expect(Object.keys(unzipSync(declined.rawPayload))).toEqual([
      `${(await itemRow(it, other.id)).itemNo}.pdf`,
    ]);
    await it.db.execute(sql`insert into declare_item (item_no, batch_id, schema_id, user_id, title, state,
      submitted_at, forwarded_at) select 'D2999' || lpad(n::text, 5, '0'), batch_id, schema_id, user_id, title,
      14, submitted_at, forwarded_at from declare_item, generate_series(1, 5001) n where id = ${one.id}`);
    expect(await msgOf(`item/letters?batchId=${batchId}`)).toBe(
      "一次最多打包 5000 份，请按批次、类别或状态缩小范围",
    );
    await it.db.execute(sql`insert into declare_certificate (code, cert_no, item_id, kind, item_no, title, name,
      unit_name, batch_name, issued_on) select 'code-of-many-' || lpad(n::text, 9, '0'),
      'R2999' || lpad(n::text, 5, '0'), id, 'project', item_no, title, '林晓', '', '批次', now()
      from (select *, row_number() over () as n from declare_item where batch_id = ${batchId}
      and state = 14) each`);
    expect(await msgOf(`certificate/batch?batchId=${batchId}`)).toBe(
      "一次最多打包 5000 份，请在列表中逐份下载",
    );
  });
});

import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { lookUp } from "#src/app/verify/service.server.ts";
import type { Login } from "#src/test/app.ts";
import { startApp } from "#src/test/app.ts";
import { handedIn, openBatch } from "#src/test/declare.ts";
import { readPdf } from "#src/test/pdf.ts";
import { heldAt } from "#src/test/races.ts";
import { staffWith } from "#src/test/rights.ts";
import { declareItem } from "../item/table.server.ts";
import { declareCertificate } from "./table.server.ts";
import type { CertificateRow } from "./wire.ts";

const it = await startApp();
const staff = await staffWith(
  it,
  "declare:certificate:list",
  "declare:certificate:add",
  "declare:certificate:revoke",
);
const call = (method: string, path: string, body?: object) =>
  it.call(method, `/api/declaration/certificate${path}`, {
    token: staff.token,
    ...(body ? { body } : {}),
  });

/** A project that was approved. */
async function approved(batchId: number) {
  const one = await handedIn(it, batchId);
  await it.db
    .update(declareItem)
    .set({ state: 7, forwardedAt: new Date(), decidedAt: new Date() })
    .where(eq(declareItem.id, one.id));
  return one;
}

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
    const listed = (await call("GET", `/list?keyword=${row?.itemNo}`)).body
      .rows as CertificateRow[];
    expect(listed.map(({ state }) => state)).toEqual(["valid", "revoked"]);
    for (const bad of ["title = '别的'", "revoked_at = null, revoke_reason = ''"]) {
      const change = sql.raw(`update declare_certificate set ${bad} where id = ${id}`);
      await expect(it.db.execute(change), bad).rejects.toMatchObject({ cause: { code: "23514" } });
    }
  });
});

describe("the letter of a result", () => {
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

  test("forms come as a ZIP, each by its number; what fits nothing is told", async () => {
    const packer = await staffWith(it, "declare:item:export");
    const batchId = await openBatch(it);
    const one = await approved(batchId);
    const ask = (query: string) =>
      it.app.inject({
        url: `/prod-api/api/declaration/item/forms?${query}`,
        headers: { authorization: `Bearer ${packer.token}` },
      });
    const answer = await ask(`batchId=${batchId}`);
    if (String(answer.headers["content-type"]).includes("json")) {
      // Who takes personal data along shows who it is first.
      expect((answer.json() as { msg: string }).msg).toContain("验证");
      return;
    }
    const [row] = await it.db.select().from(declareItem).where(eq(declareItem.id, one.id));
    expect(answer.headers["content-type"]).toBe("application/zip");
    expect(answer.rawPayload.toString("latin1")).toContain(`${row?.itemNo}.pdf`);
    expect(((await ask("batchId=999999")).json() as { msg: string }).msg).toBe(
      "没有符合条件的申报，请调整筛选条件",
    );
  });
});

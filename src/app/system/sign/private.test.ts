import { desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { rotateKeysCommand } from "#src/app/fieldKeys/command.server.ts";
import { member } from "#src/app/member/table.server.ts";
import { operLog } from "#src/app/monitor/operlog/table.server.ts";
import { newestHead } from "#src/server/secrets/field-box.ts";
import { startApp } from "#src/test/app.ts";
import { personForm, signCalls, signRow, unitForm } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";

const it = await startApp();
const reviewer = await staffWith(it, "member:sign:list", "member:sign:query", "member:sign:check");
const revealer = await staffWith(it, "member:sign:list", "member:sign:query", "member:sign:reveal");
const reason = "电话核实本人资料";
const reveal = (token: string, body: object) => signCalls(it, token).post("reveal", body);

async function handedIn(path: "addMember" | "addOrg", submit = true) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form: Record<string, unknown> = await (path === "addOrg" ? unitForm : personForm)(
    it,
    login,
  );
  const { body } = await calls.post(path, { ...form, submit });
  expect(body.code).toBe(200);
  return { calls, form, id: (body.data as { id: number }).id };
}

test("an identity number is sealed in its column, masked in answers and in no row of a log", async () => {
  const { calls, form, id } = await handedIn("addMember");
  const idNo = String(form.idNo);
  const row = await signRow(it, id);
  expect(row.idSealed?.subarray(0, 5)).toEqual(newestHead(it.dataDir));
  expect(JSON.stringify(row)).not.toContain(idNo);
  const mask = `${idNo.slice(0, 4)}**********${idNo.slice(-4)}`;
  for (const answer of [
    await calls.get("getInfo"),
    await signCalls(it, reviewer.token).get(`getInfo?id=${id}`),
  ]) {
    expect(answer.text).toContain(mask);
    expect(answer.text).not.toContain(idNo);
  }
  expect(JSON.stringify(await it.db.select().from(operLog))).not.toContain(idNo);
});

test("one value at a time is shown to who may see it, for a reason that is kept", async () => {
  const { form, id } = await handedIn("addMember");
  const asked = { id, field: "idNo", reason };
  expect((await reveal(reviewer.token, asked)).body.code).toBe(403);
  expect((await reveal(revealer.token, { ...asked, reason: "看看" })).body.data).toEqual({
    reason: "请填写查看原因，5-200个字",
  });
  for (const field of ["idNo", "phone", "email"]) {
    const { body } = await reveal(revealer.token, { ...asked, field });
    expect(body.data).toEqual({ revealed: form[field] });
  }
  const rows = await it.db.select().from(operLog).orderBy(desc(operLog.operId)).limit(3);
  expect(rows.map(({ operName, status }) => [operName, status])).toEqual(
    Array(3).fill([revealer.userName, 0]),
  );
  for (const row of rows) expect(row.operParam).toContain(reason);
  for (const field of ["idNo", "phone", "email"])
    expect(JSON.stringify(rows)).not.toContain(String(form[field]));
});

test("of a unit the people who stand for it; of a draft nothing, nor of what is not there", async () => {
  const unit = await handedIn("addOrg");
  const contact = unit.form.contact as { phone: string; email: string };
  const asked = { id: unit.id, reason };
  for (const [field, value] of [
    ["contactPhone", contact.phone],
    ["contactEmail", contact.email],
    ["idNo", ""],
  ] as const) {
    const { body } = await reveal(revealer.token, { ...asked, field });
    expect(body.data).toEqual({ revealed: value });
  }
  const draft = await handedIn("addMember", false);
  for (const id of [draft.id, 987_654]) {
    const { body } = await reveal(revealer.token, { id, field: "phone", reason });
    expect(body).toMatchObject({ code: 404, msg: "访问资源不存在" });
  }
});

test("a new key: applications and members are sealed anew, and a number is still there once", async () => {
  const { calls, form, id } = await handedIn("addMember");
  const before = await signRow(it, id);
  await it.db.insert(member).values({
    memberNo: "P202600777",
    memberType: "01",
    name: "林晓",
    levelId: Number(before.levelId),
    idSealed: before.idSealed,
    idIndex: before.idIndex,
    idType: before.idType,
    joinedOn: "2026-11-22",
  });
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(await rotateKeysCommand(it.db, [], it.context.env)).toBe(0);
  expect(printed.mock.calls.flat().join("\n")).toMatch(/^已换用新密钥，重新加密 \d+ 项/);
  printed.mockRestore();
  const after = await signRow(it, id);
  const [person] = await it.db.select().from(member).where(eq(member.memberNo, "P202600777"));
  expect(after.idSealed?.equals(before.idSealed ?? Buffer.of())).toBe(false);
  for (const sealed of [after.idSealed, person?.idSealed])
    expect(sealed?.subarray(0, 5)).toEqual(newestHead(it.dataDir));
  expect([after.idIndex, after.version]).toEqual([before.idIndex, before.version]);
  const { body } = await reveal(revealer.token, { id, field: "idNo", reason });
  expect(body.data).toEqual({ revealed: form.idNo });
  expect((await calls.get("getInfo")).body.code).toBe(200);
  const other = await it.as("member");
  const again = await signCalls(it, other.token).post("addMember", {
    ...(await personForm(it, other)),
    idNo: form.idNo,
    submit: true,
  });
  expect(again.body.data).toHaveProperty("idNo");
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { member } from "#src/app/member/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { personForm, signCalls, signRow } from "#src/test/membership.ts";
import { staffWith } from "#src/test/rights.ts";

const it = await startApp();
const staff = signCalls(it, (await it.as("admin")).token);

const money = signCalls(it, (await staffWith(it, "member:finance:confirm")).token);

/** Hands in an application with this number on this paper. */
async function handIn(idType: string, idNo: string) {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = { ...(await personForm(it, login)), idType, idNo, birthday: "1985-07-16" };
  const { body } = await calls.post("addMember", { ...form, submit: true });
  return { body, calls, form, login, id: (body.data as { id?: number }).id ?? 0 };
}

test("one number on a passport and on a permit are of two persons; on two passports of one", async () => {
  const idNo = "H0123456789";
  const passport = await handIn("passport", idNo);
  const permit = await handIn("hongKongMacao", "h01234567(89)");
  expect([passport.body.code, permit.body.code]).toEqual([200, 200]);
  const rows = [await signRow(it, passport.id), await signRow(it, permit.id)];
  expect(rows[0]?.idIndex).toBe(rows[1]?.idIndex);
  expect(rows.map(({ idType }) => idType)).toEqual(["passport", "hongKongMacao"]);
  const again = await handIn("passport", idNo);
  expect(again.body).toMatchObject({ code: 500, data: { idNo: expect.stringContaining("已有") } });
  const seen = await staff.get(`getInfo?id=${passport.id}`);
  expect(seen.body.data).toMatchObject({ checks: { sameNumber: [] } });

  for (const { id } of [passport, permit]) {
    await staff.post("check", { id, action: "pass" });
    await money.put("financePass", {
      id,
      receivedAmount: "300",
      payTime: "2026-11-20 10:00:00",
      payerName: "林晓",
      bankSerial: `PAPER${id}`,
    });
  }
  const joined = await it.db
    .select()
    .from(member)
    .where(eq(member.idIndex, rows[0]?.idIndex ?? ""));
  expect(joined.map(({ idType }) => idType).sort()).toEqual(["hongKongMacao", "passport"]);
  expect((await handIn("passport", idNo)).body.code).toBe(500);
});

test("two at once: two papers go, one paper once", async () => {
  const all = async (idNo: string, ...papers: string[]) => {
    const answers = await Promise.all(papers.map((paper) => handIn(paper, idNo)));
    return answers.map(({ body }) => body.code).sort();
  };
  expect(await all("T0001234", "passport", "taiwan")).toEqual([200, 200]);
  expect(await all("T0005678", "taiwan", "taiwan")).toEqual([200, 500]);
});

test("a draft whose kind of paper is mended keeps its number under the new one", async () => {
  const login = await it.as("member");
  const calls = signCalls(it, login.token);
  const form = { ...(await personForm(it, login)), idNo: "E12345678", birthday: "1985-07-16" };
  const draft = await calls.post("addMember", form);
  const { id } = draft.body.data as { id: number };
  expect((await signRow(it, id)).idType).toBe("identity");
  await calls.post("addMember", { id, idType: "passport" });
  expect((await signRow(it, id)).idType).toBe("passport");
});

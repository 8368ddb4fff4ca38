import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { heldAt } from "#src/test/races.ts";
import { user } from "../../system/user/table.server.ts";
import { memberLevel } from "../level/table.server.ts";
import { member } from "../table.server.ts";

const it = await startApp();
const BASE = "/api/bll/member/own";
const levels = await it.db.select().from(memberLevel);

let people = 0;
async function newMember(phone: string, name = "何青", memberType = "01") {
  const letter = memberType === "01" ? "P" : "D";
  const [row] = await it.db
    .insert(member)
    .values({
      memberNo: `${letter}2017${String(++people).padStart(5, "0")}`,
      memberType,
      name,
      levelId: levels.find((each) => each.memberType === memberType)?.id ?? 0,
      joinedOn: "2017-01-01",
      phone,
    })
    .returning();
  if (!row) throw new Error("no member");
  return row;
}
const ownerOf = async (id: number) => {
  const [row] = await it.db.select().from(member).where(eq(member.id, id));
  return row?.userId;
};
const newPerson = (phonenumber: string, userType = "01") =>
  it.as("member", { phonenumber, userType });
const match = async (token: string) =>
  ((await it.call("GET", `${BASE}/match`, { token })).body.data as { memberNo: string }).memberNo;
const link = (token: string, name = "何青") =>
  it.call("POST", `${BASE}/link`, { token, body: { name } });

test("whose telephone is in the books has the membership after saying the name; nobody else has", async () => {
  const there = await newMember("13600020001");
  const stranger = await newPerson("13600020002");
  expect(await match(stranger.token)).toBe("");
  expect((await link(stranger.token)).body.msg).toBe("名册中没有可以核准的会籍，请联系会员部");
  const unit = await newPerson("13600020011", "02");
  await newMember("13600020011");
  expect(await match(unit.token)).toBe("");

  const owner = await newPerson("13600020001");
  expect(await match(owner.token)).toBe("P2017*****");
  expect((await link(owner.token, "")).body.data).toEqual({ name: "请填写登记的姓名或单位名称" });
  expect((await link(owner.token, "何清")).body.data).toHaveProperty("name");
  expect(await ownerOf(there.id)).toBeNull();
  expect((await link(owner.token, " 何 青 ")).body.code).toBe(200);
  expect(await ownerOf(there.id)).toBe(owner.userId);
  expect(await match(owner.token)).toBe("");
  const info = await it.call("GET", "/api/system/sign/getInfo", { token: owner.token });
  expect((info.body.data as { member: { memberNo: string } }).member.memberNo).toBe(there.memberNo);
  expect((await link(owner.token)).body.code).toBe(500);
});

test("two members of one telephone, a merged one and a taken one are nobody's to take", async () => {
  await newMember("13600020003");
  const second = await newMember("13600020003");
  const owner = await newPerson("13600020003");
  expect(await match(owner.token)).toBe("");
  await it.db.execute(sql`update member set merged_into =
    (select min(id) from member where phone = '13600020003') where id = ${second.id}`);
  expect(await match(owner.token)).toBe("P2017*****");
  expect((await link(owner.token)).body.code).toBe(200);
  await it.db.execute(sql`update sys_user set phonenumber = '' where user_id = ${owner.userId}`);
  const late = await newPerson("13600020003");
  expect(await match(late.token)).toBe("");
});

test("a name is tried five times an hour", async () => {
  await newMember("13600020004");
  const owner = await newPerson("13600020004");
  for (let nth = 0; nth < 5; nth++) {
    expect((await link(owner.token, "何绿")).body.data).toHaveProperty("name");
  }
  expect((await link(owner.token)).body.msg).toBe("核对次数过多，请一小时后再试，或联系会员部");
});

test("two clicks at once link once", async () => {
  const there = await newMember("13600020005");
  const owner = await newPerson("13600020005");
  const both = await heldAt(it, (text) => text.includes('update "member" set "user_id"'), [
    () => link(owner.token),
    () => link(owner.token),
  ]);
  const codes = both.map((each) => each.status === "fulfilled" && each.value.body.code);
  expect(codes.sort()).toEqual([200, 500]);
  expect(await ownerOf(there.id)).toBe(owner.userId);
  expect(await it.db.$count(user, eq(user.phonenumber, "13600020005"))).toBe(1);
});

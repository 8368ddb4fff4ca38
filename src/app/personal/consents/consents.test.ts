import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { agreement, consent } from "#src/app/agreement/table.server.ts";
import { directoryPage } from "#src/app/Membership/directory/found.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import { startApp } from "#src/test/app.ts";
import { applicantWhoPays, signCalls } from "#src/test/membership.ts";

const it = await startApp();
const URL = "/api/bll/personal/consents";
const admin = signCalls(it, (await it.as("admin")).token);

test("who is shown in the directory is taken out of it at once, and put back", async () => {
  const { id, login } = await applicantWhoPays(it, {});
  const { userId } = await it.as("staff");
  await it.db.update(sign).set({ checkedBy: userId }).where(eq(sign.id, id));
  await admin.put("financePass", { id, receivedAmount: "300.00", bankSerial: "88001" });
  const { token } = login;
  const page = async () =>
    JSON.stringify(
      await directoryPage(it.context, {
        name: "",
        region: "",
        kind: "person",
        pageNum: 1,
        pageSize: 20,
      }),
    ).includes("林晓");
  const put = async (isVisible: unknown) =>
    (await it.call("PUT", `${URL}/directory`, { token, body: { isVisible } })).body;
  expect((await it.call("GET", URL, { token })).body).toMatchObject({ isInDirectory: true });
  expect(await page()).toBe(true);
  expect(await put(false)).toMatchObject({ msg: "已从会员名录中移除" });
  expect(await page()).toBe(false);
  expect((await it.call("GET", URL, { token })).body).toMatchObject({ isInDirectory: false });
  expect((await put("x")).code).toBe(500);
  expect(await put(true)).toMatchObject({ msg: "已在会员名录中展示" });
  expect(await page()).toBe(true);
  const [step] = await it.db
    .execute<{ action: string }>(
      `select action from timeline where subject = 'member' order by id desc limit 1`,
    )
    .then(({ rows }) => rows);
  expect(step?.action).toBe("shown");
});

test("an application that is under way does not bring back what was taken back", async () => {
  const { login, id } = await applicantWhoPays(it, {});
  const { token } = login;
  const body = { isVisible: false };
  const none = await it.call("PUT", `${URL}/directory`, { token, body });
  expect(none.body.msg).toBe("个人会员才可以设置名录展示");
  const rows = (await it.call("GET", URL, { token })).body.rows as { doc: string }[];
  expect(rows.map(({ doc }) => doc)).toEqual(["user", "privacy", "identity"]);
  expect((await it.db.select().from(sign).where(eq(sign.id, id)))[0]?.directoryVisible).toBe(true);
});

test("a new version of a text is shown, and agreed to as it was read", async () => {
  const { token, userId } = await it.as("member");
  expect((await it.call("GET", URL, { token })).body.rows).toMatchObject([
    { doc: "user", version: "", agreedAt: null, newVersion: "2026-11" },
    { doc: "privacy", newVersion: "2026-11" },
  ]);
  const agree = async (versions: unknown) =>
    (await it.call("POST", URL, { token, body: { versions } })).body;
  const read = { user: "2026-11", privacy: "2026-11" };
  expect(await agree(read)).toMatchObject({ msg: "已记录您的同意" });
  const effectiveAt = new Date(Date.now() - 1_000);
  const text = { title: "隐私政策", content: "<p>新</p>", effectiveAt };
  await it.db.insert(agreement).values({ ...text, doc: "privacy", version: "2026-12" });
  expect((await it.call("GET", URL, { token })).body.rows).toMatchObject([
    { doc: "user", version: "2026-11", newVersion: null },
    { doc: "privacy", version: "2026-11", newVersion: "2026-12" },
  ]);
  expect((await agree(read)).msg).toBe("协议又有更新，请刷新页面，阅读后再同意");
  expect((await agree({})).msg).toBe("协议又有更新，请刷新页面，阅读后再同意");
  expect((await agree("x")).code).toBe(500);
  expect((await agree({ ...read, privacy: "2026-12" })).code).toBe(200);
  expect(await it.db.$count(consent, eq(consent.userId, userId))).toBe(4);
  expect((await it.call("GET", URL)).body.code).toBe(401);
});

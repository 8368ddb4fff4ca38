import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { roleMenu } from "../menu/table.server.ts";
import { role, userRole } from "../role/table.server.ts";
import { notice, noticeRead } from "./table.server.ts";

const it = await startApp();

type Bell = {
  data: { noticeId: number; isRead: boolean; noticeContent?: string }[];
  unreadCount: number;
};

test("the bell lists the newest five without content, and counts the unread", async () => {
  const { token } = await it.as("staff");
  const bell = (await it.call("GET", "/system/notice/listTop", { token })).body as unknown as Bell;
  expect(bell.data.map((row) => row.noticeId)).toEqual([3, 2, 1]);
  expect(bell.unreadCount).toBe(3);
  expect(bell.data[0]?.noticeContent).toBeUndefined();

  await it.call("POST", "/system/notice/markRead?noticeId=3", { token });
  const one = (await it.call("GET", "/system/notice/listTop", { token })).body as unknown as Bell;
  expect(one.data.map((row) => row.isRead)).toEqual([true, false, false]);
  await it.call("POST", "/system/notice/markRead?noticeId=3", { token });
  await it.call("POST", "/system/notice/markReadAll?ids=1,2,999", { token });
  const after = (await it.call("GET", "/system/notice/listTop", { token })).body as unknown as Bell;
  expect(after.unreadCount).toBe(0);
  expect((await it.call("GET", "/system/notice/3", { token })).body.data).toMatchObject({
    noticeId: 3,
    noticeContent: expect.stringContaining("会员的手机号") as string,
  });
});

test("strangers and members are refused", async () => {
  const { token } = await it.as("member");
  expect((await it.call("GET", "/system/notice/listTop")).body.code).toBe(401);
  expect((await it.call("GET", "/system/notice/listTop", { token })).body.code).toBe(403);
});

test("bad ids are refused", async () => {
  const { token } = await it.as("staff");
  expect((await it.call("GET", "/system/notice/x", { token })).body.code).toBe(500);
  expect((await it.call("GET", "/system/notice/9999", { token })).body.code).toBe(404);
  const bad = await it.call("POST", "/system/notice/markReadAll?ids=1;drop", { token });
  expect(bad.body).toMatchObject({ code: 500, msg: "公告编号格式不正确" });
});

const good = { noticeTitle: "端午节放假安排", noticeType: "1", noticeContent: "<p>放假三天。</p>" };
type Row = typeof notice.$inferSelect;

/** A staff member who holds these menu rows and nothing else; 107 is the list. */
async function holder(menuIds: number[]) {
  const login = await it.as("staff");
  const roleKey = `notice-${login.userId}`;
  const [made] = await it.db
    .insert(role)
    .values({ roleName: roleKey, roleKey })
    .returning({ roleId: role.roleId });
  const roleId = made?.roleId ?? 0;
  await it.db.insert(roleMenu).values(menuIds.map((menuId) => ({ roleId, menuId })));
  await it.db.insert(userRole).values({ userId: login.userId, roleId });
  return login;
}

const rowOf = async (noticeId: number): Promise<Row | undefined> =>
  (await it.db.select().from(notice).where(eq(notice.noticeId, noticeId)))[0];

async function made(fields: Partial<typeof notice.$inferInsert> = {}): Promise<number> {
  const [row] = await it.db
    .insert(notice)
    .values({ ...good, createBy: "somebody", ...fields })
    .returning({ noticeId: notice.noticeId });
  return row?.noticeId ?? 0;
}

test("a notice is written, listed with its text, changed, closed and removed with its marks", async () => {
  const { token } = await it.as("admin");
  const added = await it.call("POST", "/system/notice", { token, body: good });
  const { noticeId } = added.body.data as { noticeId: number };
  expect(await rowOf(noticeId)).toMatchObject({ ...good, status: "0", createBy: "admin" });

  const listed = await it.call(
    "GET",
    "/system/notice/list?pageNum=1&pageSize=10&noticeTitle=端午&createBy=ADM&noticeType=1",
    { token },
  );
  expect(listed.body).toMatchObject({
    total: 1,
    rows: [{ noticeId, noticeContent: good.noticeContent }],
  });
  const all = (await it.call("GET", "/system/notice/list?pageNum=99&pageSize=2", { token })).body;
  expect((all.rows as Row[]).length).toBeGreaterThan(0);
  for (const none of ["noticeTitle=100%25", "noticeType=2&noticeTitle=端午", "createBy=_"]) {
    const { body } = await it.call("GET", `/system/notice/list?${none}`, { token });
    expect([none, body.total]).toEqual([none, 0]);
  }

  // The whole object comes back, as the contract's edit forms send it.
  const { data } = (await it.call("GET", `/system/notice/${noticeId}`, { token })).body;
  const body = { ...(data as object), noticeTitle: " 端午放假 ", status: "1", isRead: false };
  expect((await it.call("PUT", "/system/notice", { token, body })).body.code).toBe(200);
  const changed = await rowOf(noticeId);
  expect(changed).toMatchObject({
    noticeTitle: "端午放假",
    status: "1",
    noticeContent: good.noticeContent,
    updateBy: "admin",
  });
  expect(changed?.updateTime).toBeInstanceOf(Date);

  await it.call("POST", `/system/notice/markRead?noticeId=${noticeId}`, { token });
  const second = await made();
  const gone = await it.call("DELETE", `/system/notice/${noticeId},${second}`, { token });
  expect(gone.body.code).toBe(200);
  expect([await rowOf(noticeId), await rowOf(second)]).toEqual([undefined, undefined]);
  const marks = await it.db.select().from(noticeRead).where(eq(noticeRead.noticeId, noticeId));
  expect(marks).toEqual([]);
});

test("a closed notice is there for its editors only", async () => {
  const closed = await made({ status: "1", remark: "内部" });
  const reader = await it.as("staff");
  const editor = await holder([1035]);
  const path = `/system/notice/${closed}`;
  expect((await it.call("GET", path, { token: reader.token })).body.code).toBe(404);
  expect((await it.call("GET", path, { token: editor.token })).body.data).toMatchObject({
    remark: "内部",
  });
  const bellOf = await it.call("GET", "/system/notice/listTop", { token: reader.token });
  expect((bellOf.body as unknown as Bell).data.map((row) => row.noticeId)).not.toContain(closed);
  const open = await made({ remark: "内部" });
  const seen = (await it.call("GET", `/system/notice/${open}`, { token: reader.token })).body;
  expect(seen.data).toMatchObject({ remark: "" });
});

test("each verb needs its own permission", async () => {
  const lister = await holder([107]);
  const noticeId = await made();
  const calls: [string, string, object?][] = [
    ["POST", "/system/notice", good],
    ["PUT", "/system/notice", { ...good, noticeId }],
    ["DELETE", `/system/notice/${noticeId}`],
  ];
  for (const [method, path, body] of calls) {
    const call = { token: lister.token, ...(body ? { body } : {}) };
    expect((await it.call(method, path, call)).body.code).toBe(403);
    expect((await it.call(method, path, body ? { body } : {})).body.code).toBe(401);
  }
  expect(await rowOf(noticeId)).toMatchObject({ noticeTitle: good.noticeTitle });
  expect((await it.call("GET", "/system/notice/list", { token: lister.token })).body.code).toBe(
    200,
  );
  const { token } = await it.as("staff");
  for (const path of ["/system/notice/list", "/system/notice/readUsers/list?noticeId=1"]) {
    expect((await it.call("GET", path, { token })).body.code).toBe(403);
  }
});

test.each([
  [{ noticeTitle: "" }, "公告标题不能为空"],
  [{ noticeTitle: "  " }, "公告标题不能为空"],
  [{ noticeTitle: "长".repeat(51) }, "公告标题不能超过50个字符"],
  [{ noticeTitle: "<script>alert(1)</script>" }, "公告标题不能包含脚本字符"],
  [{ noticeTitle: "<img src=x onerror=alert(1)" }, "公告标题不能包含脚本字符"],
])("a wrong title is refused on its field: %j", async (wrong, text) => {
  const { token } = await it.as("admin");
  const before = await it.db.$count(notice);
  const { body } = await it.call("POST", "/system/notice", { token, body: { ...good, ...wrong } });
  expect(body).toMatchObject({ code: 500, msg: text, data: { noticeTitle: text } });
  expect(await it.db.$count(notice)).toBe(before);
});

test("fifty characters are a title, whatever they are made of; a sum with < is one too", async () => {
  const { token } = await it.as("admin");
  for (const noticeTitle of ["😀".repeat(50), "人数 < 50 时顺延"]) {
    const { body } = await it.call("POST", "/system/notice", {
      token,
      body: { ...good, noticeTitle },
    });
    expect(body.code).toBe(200);
  }
});

test("type, state, length and ids of the wrong kind are refused", async () => {
  const { token } = await it.as("admin");
  const noticeId = await made();
  for (const wrong of [
    { noticeType: "3" },
    { noticeType: undefined },
    { status: "2" },
    { remark: "长".repeat(256) },
    { noticeContent: "x".repeat(400_001) },
  ]) {
    const { body } = await it.call("POST", "/system/notice", {
      token,
      body: { ...good, ...wrong },
    });
    expect([wrong, body.code]).toEqual([wrong, 500]);
  }
  const missing = { ...good, noticeId: 987_654 };
  expect((await it.call("PUT", "/system/notice", { token, body: missing })).body.code).toBe(404);
  expect((await it.call("PUT", "/system/notice", { token, body: good })).body.code).toBe(500);
  expect((await it.call("DELETE", "/system/notice/987654", { token })).body.code).toBe(404);
  expect((await it.call("DELETE", `/system/notice/${noticeId};1`, { token })).body.code).toBe(500);
  expect(await rowOf(noticeId)).toBeDefined();
});

test("the longest text comes in whole, also of Chinese characters and escaped", async () => {
  const { token } = await it.as("admin");
  const noticeContent = `<p>${"学".repeat(399_993)}</p>`;
  expect(noticeContent).toHaveLength(400_000);
  const added = await it.call("POST", "/system/notice", {
    token,
    body: { ...good, noticeContent },
  });
  expect(added.body).toMatchObject({ code: 200 });
  const { noticeId } = added.body.data as { noticeId: number };
  expect((await rowOf(noticeId))?.noticeContent).toBe(noticeContent);
  const body = { ...good, noticeId, noticeContent: `${noticeContent}长` };
  expect((await it.call("PUT", "/system/notice", { token, body })).body.msg).toBe(
    "公告内容过长，请精简后再保存",
  );
});

test("alignment, indent, size, colours and targets of the family's clients come through", async () => {
  const { token } = await it.as("admin");
  const noticeContent = [
    '<h1 class="ql-align-center">标题</h1>',
    '<p class="ql-align-right ql-indent-2 evil">甲<span class="ql-size-large" style="color: rgb(230, 0, 0); position: fixed;">乙</span></p>',
    '<p><strong class="ql-size-huge" style="background-color: #ff0;">丙</strong><a href="https://a.example.org/" rel="noopener noreferrer" target="_blank">丁</a></p>',
    '<ol><li data-list="bullet" class="ql-indent-1">戊</li><li data-list="ordered">己</li></ol>',
    '<p style="color: url(https://evil.example)" class="ql-video">庚</p>',
  ].join("");
  const added = await it.call("POST", "/system/notice", {
    token,
    body: { ...good, noticeContent },
  });
  const { noticeId } = added.body.data as { noticeId: number };
  const stored = (await rowOf(noticeId))?.noticeContent ?? "";
  expect(stored).toBe(
    [
      '<h2 class="ql-align-center" style="text-align:center">标题</h2>',
      '<p class="ql-align-right ql-indent-2" style="text-align:right;padding-left:6em">甲<span class="ql-size-large" style="color:rgb(230, 0, 0);font-size:1.5em">乙</span></p>',
      '<p><strong class="ql-size-huge" style="background-color:#ff0;font-size:2.5em">丙</strong><a href="https://a.example.org/" rel="noopener nofollow" target="_blank">丁</a></p>',
      '<ol><li data-list="bullet" class="ql-indent-1" style="padding-left:3em;list-style-type:disc">戊</li><li data-list="ordered">己</li></ol>',
      "<p>庚</p>",
    ].join(""),
  );
  // Read back and saved again as it is, nothing changes.
  const body = { ...good, noticeId, noticeContent: stored };
  await it.call("PUT", "/system/notice", { token, body });
  expect((await rowOf(noticeId))?.noticeContent).toBe(stored);
});

test("what could run is taken out of the text, whoever wrote it", async () => {
  const { token } = await it.as("admin");
  const noticeContent =
    '<p onclick="alert(1)">甲<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">乙</a></p><iframe src="//evil.example"></iframe>';
  const added = await it.call("POST", "/system/notice", {
    token,
    body: { ...good, noticeContent },
  });
  const { noticeId } = added.body.data as { noticeId: number };
  expect((await rowOf(noticeId))?.noticeContent).toBe("<p>甲<a>乙</a></p>");
  const body = { ...good, noticeId, noticeContent: "<p>丙</p><svg onload=alert(1)>" };
  await it.call("PUT", "/system/notice", { token, body });
  expect((await rowOf(noticeId))?.noticeContent).toBe("<p>丙</p>");
});

test("nobody writes who wrote it, when, or under which number", async () => {
  const { token } = await it.as("admin");
  const forged = {
    noticeId: 777_777,
    createBy: "president",
    createTime: "2001-01-01 00:00:00",
    updateBy: "president",
  };
  const added = await it.call("POST", "/system/notice", { token, body: { ...good, ...forged } });
  const { noticeId } = added.body.data as { noticeId: number };
  expect(noticeId).not.toBe(forged.noticeId);
  await it.call("PUT", "/system/notice", { token, body: { ...good, ...forged, noticeId } });
  const row = await rowOf(noticeId);
  expect(row).toMatchObject({ createBy: "admin", updateBy: "admin" });
  expect(row?.createTime.getFullYear()).toBeGreaterThan(2020);
  expect(await rowOf(forged.noticeId)).toBeUndefined();
});

test("who has read it: newest first, found by name, phones masked", async () => {
  const { token } = await it.as("admin");
  const noticeId = await made();
  const early = await it.as("staff", {
    nickName: "早读人",
    phonenumber: "13900001234",
    deptId: 101,
  });
  const late = await it.as("staff", { nickName: "晚读人" });
  await it.db.insert(noticeRead).values([
    { noticeId, userId: late.userId, readTime: new Date("2026-05-02T00:00:00Z") },
    { noticeId, userId: early.userId, readTime: new Date("2026-05-01T00:00:00Z") },
  ]);
  const path = `/system/notice/readUsers/list?pageNum=1&pageSize=10&noticeId=${noticeId}`;
  const { body } = await it.call("GET", path, { token });
  expect(body.total).toBe(2);
  expect(body.rows).toMatchObject([
    { userId: late.userId, deptName: null, phonenumber: "" },
    {
      userId: early.userId,
      nickName: "早读人",
      deptName: expect.any(String),
      phonenumber: "139****1234",
      readTime: "2026-05-01 08:00:00",
    },
  ]);
  const found = (await it.call("GET", `${path}&searchValue=早读`, { token })).body;
  expect(found.rows).toMatchObject([{ userId: early.userId }]);
  const bad = await it.call("GET", "/system/notice/readUsers/list", { token });
  expect(bad.body).toMatchObject({ code: 500, msg: "公告编号不能为空" });
});

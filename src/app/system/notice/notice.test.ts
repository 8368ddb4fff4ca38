import { expect, test } from "vitest";
import { startApp } from "../../../test/app.ts";

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

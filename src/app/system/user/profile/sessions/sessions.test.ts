import { expect, test } from "vitest";
import { openSession } from "#src/app/login/session.server.ts";
import { startApp } from "#src/test/app.ts";

const it = await startApp();
const URL = "/system/user/profile/sessions";

type Row = { id: number; isCurrent: boolean; browser: string };

test("one sees one's own sessions and ends one at once", async () => {
  const me = await it.as("member");
  const client = { ipaddr: "10.0.0.9", browser: "Firefox", os: "Linux" };
  const other = await openSession(it.db, {
    userId: me.userId,
    isStaff: false,
    isRemembered: true,
    client,
  });
  const stranger = await it.as("member");
  const rows = (await it.call("GET", URL, { token: me.token })).body.data as Row[];
  expect(rows).toHaveLength(2);
  expect(rows.filter((row) => row.isCurrent)).toHaveLength(1);
  const elsewhere = rows.find((row) => row.browser === "Firefox");

  const byStranger = await it.call("DELETE", `${URL}/${elsewhere?.id}`, { token: stranger.token });
  const ofNobody = await it.call("DELETE", `${URL}/99999999`, { token: stranger.token });
  expect(byStranger.body).toEqual(ofNobody.body);
  expect((await it.call("GET", "/getInfo", { token: other })).body.code).toBe(200);

  expect((await it.call("DELETE", `${URL}/${elsewhere?.id}`, { token: me.token })).body.code).toBe(
    200,
  );
  expect((await it.call("GET", "/getInfo", { token: other })).body.code).toBe(401);
  expect((await it.call("GET", "/getInfo", { token: me.token })).body.code).toBe(200);
});

test("nobody sees nothing, and an id is a number", async () => {
  expect((await it.call("GET", URL)).body.code).toBe(401);
  const { token } = await it.as("member");
  for (const id of ["x", "-1", "1.0", "1e0", "%201"]) {
    const { body } = await it.call("DELETE", `${URL}/${id}`, { token });
    expect(body).toMatchObject({ code: 500, msg: "编号格式不正确" });
  }
});

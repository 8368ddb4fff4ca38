import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readSheet } from "#src/server/workbook/excel-read.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { HIDDEN } from "./rules.ts";
import { config } from "./table.server.ts";

const it = await startApp();
const PATH = "/system/config";
const FIRST = "sys.user.initPassword";
const OWN = "mail.relayToken";

const rowOf = async (key: string) =>
  (await it.db.select().from(config).where(eq(config.configKey, key)))[0];

const keeper = await staffWith(
  it,
  ..."list query edit add export".split(" ").map((verb) => `system:config:${verb}`),
);
const call = async (method: string, url: string, body?: object) =>
  it.call(method, `${PATH}${url}`, { token: keeper.token, ...(body ? { body } : {}) });

test("a secret setting can be set and is read nowhere", async () => {
  const made = { configName: "邮件密钥", configKey: OWN, configValue: "relay-1234567" };
  expect((await call("POST", "", made)).body.code).toBe(200);
  const secrets = [(await rowOf(FIRST))?.configValue ?? "", "relay-1234567"];
  const row = await rowOf(FIRST);
  const answers = [
    (await call("GET", "/list?pageSize=100")).text,
    (await call("GET", `/list?configKey=${FIRST}`)).text,
    (await call("GET", `/${row?.configId}`)).text,
    (await call("GET", `/configKey/${FIRST}`)).text,
    (await call("GET", `/configKey/${OWN}`)).text,
  ];
  const file = await it.app.inject({
    method: "POST",
    url: "/prod-api/system/config/export",
    headers: { authorization: `Bearer ${keeper.token}` },
  });
  answers.push(JSON.stringify(await readSheet(file.rawPayload, 1_000)));
  expect(answers.at(-1)).toContain(FIRST);
  for (const answer of answers) {
    for (const secret of secrets) expect(answer).not.toContain(secret);
  }
  expect((await call("GET", `/${row?.configId}`)).body.data).toMatchObject({ configValue: HIDDEN });
  // Nor can it be told by the order of values.
  expect((await call("GET", "/list?orderByColumn=configValue&isAsc=asc")).body.code).toBe(500);

  // The shown mask comes back, and changes nothing; a new one takes its place.
  const shown = (await call("GET", `/${row?.configId}`)).body.data as object;
  expect((await call("PUT", "", { ...shown, remark: "改" })).body.code).toBe(200);
  expect((await call("PUT", "/values", { values: { [FIRST]: HIDDEN } })).body.msg).toBe(
    "请先修改参数",
  );
  expect(await rowOf(FIRST)).toMatchObject({ configValue: secrets[0], remark: "改" });
  expect((await call("PUT", "", { ...shown, configValue: "Bridge-2027-x" })).body.code).toBe(200);
  expect((await rowOf(FIRST))?.configValue).toBe("Bridge-2027-x");
  expect((await call("PUT", "", { ...shown, configValue: "weak" })).body.code).toBe(500);

  // Under a name that is shown, or to everybody, it would be bared.
  const own = await rowOf(OWN);
  const bared = { configId: own?.configId, configKey: "mail.relay", configValue: HIDDEN };
  expect((await call("PUT", "", bared)).body).toMatchObject({
    code: 500,
    data: { configValue: "修改键名后请重新填写参数键值" },
  });
  const open = { configId: own?.configId, isPublic: true };
  expect((await call("PUT", "", open)).body).toMatchObject({
    data: { isPublic: "该参数不能公开" },
  });
  expect(
    (await call("POST", "", { ...made, configKey: "x.token", configValue: HIDDEN })).body,
  ).toMatchObject({
    data: { configValue: "参数键值不能为空" },
  });
});

test("those who set passwords are offered the first one", async () => {
  const registrar = await staffWith(it, "system:user:add");
  const { body } = await it.call("GET", `${PATH}/configKey/${FIRST}`, { token: registrar.token });
  expect(body.msg).toBe((await rowOf(FIRST))?.configValue);
});

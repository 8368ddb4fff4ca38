import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishTags } from "#src/server/cache/tags.ts";
import { startApp } from "#src/test/app.ts";
import { staffWith } from "#src/test/rights.ts";
import { menu } from "../../system/menu/table.server.ts";
import { type ApiDocument, type Operation, operationsOf } from "./document.ts";

const it = await startApp();
const { token } = await it.as("admin");
const DOCS = "/v3/api-docs";
const read = async (bearer = token) =>
  JSON.parse((await it.call("GET", DOCS, { token: bearer })).text) as ApiDocument;
const all = operationsOf(await read());
const find = (method: string, path: string): Operation => {
  const found = all.find((each) => each.method === method && each.path === path);
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
};

test("only for holders of tool:swagger:list; strangers get an empty frame", async () => {
  const holder = await staffWith(it, "tool:swagger:list");
  expect((await read(holder.token)).openapi).toBe("3.1.0");
  const other = await staffWith(it, "system:post:list");
  const member = await it.as("member");
  for (const bearer of [other.token, member.token]) {
    expect((await it.call("GET", DOCS, { token: bearer })).body.code).toBe(403);
  }
  const nobody = await it.call("GET", DOCS);
  expect(nobody.body).toMatchObject({ code: 401 });
  expect(nobody.text).not.toContain("paths");
  for (const path of ["/v3/api-docs/swagger-config", "/swagger-ui/", "/doc.html"]) {
    expect((await it.call("GET", path)).body.code).toBe(404);
  }
  const frame = await it.call("GET", "/swagger-ui/index.html");
  expect([frame.status, frame.headers["x-frame-options"]]).toEqual([200, "SAMEORIGIN"]);
  expect(frame.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(frame.text).toContain("请从本系统登录页登录管理后台");
  expect(frame.text).toMatch(/href="[^"]+\/tool\/swagger"/);
  expect(frame.text).not.toMatch(/<script|openapi|paths/);
});

test("every route below /prod-api is in it, with what it demands and what it leaves in the log", async () => {
  const routes = it.app.routeTable.filter(
    ({ method, url }) => method !== "HEAD" && url.startsWith("/prod-api/"),
  );
  const plain = (url: string) =>
    url
      .replace("/prod-api", "")
      .replace(/:(\w+)(\([^)]*\))?/g, "{$1}")
      .replace("*", "{*}");
  expect(all.length).toBe(routes.length);
  for (const { method, url, access, log } of routes) {
    const operation = find(method, plain(url));
    expect([operation.path, operation.access, operation.log]).toEqual([
      plain(url),
      access,
      log && [...log],
    ]);
    expect([operation.path, operation.group]).toEqual([
      operation.path,
      expect.stringMatching(/\p{Script=Han}/u),
    ]);
    expect(operation.summary).toMatch(/\p{Script=Han}/u);
  }
});

test("it is a sound document: unique ids, parameters of the path, nothing that points nowhere", async () => {
  const document = await read();
  expect(document.info.title).toBe("学会网站与后台接口");
  expect(document.servers).toEqual([{ url: "/prod-api" }]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { path, parameters, answer } of all) {
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
    const declared = parameters.filter((each) => each.in === "path").map(({ name }) => name);
    expect([path, declared]).toEqual([path, named]);
    expect([path, answer !== undefined]).toEqual([path, true]);
  }
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(Object.keys(document.components?.schemas ?? {})).toContain(name);
  }
  expect(text).not.toMatch(/"x-shape"|"~kind"|Default Response/);
  // A call takes about a kilobyte: what many of them share stands once.
  expect(text.length / all.length).toBeLessThan(1_050);
});

test("fields tell their labels and bounds, lists their filters, groups their menu names", async () => {
  const add = find("POST", "/system/post");
  expect(add).toMatchObject({ group: "岗位管理", summary: "新增", access: "system:post:add" });
  expect(add.body?.properties?.postName).toEqual({
    title: "岗位名称",
    type: "string",
    maxLength: 50,
    "x-required": true,
  });
  expect(add.body?.properties?.status).toMatchObject({ enum: ["0", "1"] });
  const list = find("GET", "/system/post/list");
  expect(list.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["postCode", "postName", "status", "pageNum", "orderByColumn"]),
  );
  const words = find("GET", "/system/user/list").parameters.find(({ name }) => name === "userName");
  expect(words?.description).toBe("登录名称，含有即可");
  expect(find("GET", "/captchaImage").access).toBe("public");
  await it.db.update(menu).set({ menuName: "职务管理" }).where(eq(menu.menuId, 104));
  await publishTags(it.db, ["menu"]);
  await expect
    .poll(async () => operationsOf(await read()).find(({ id }) => id === add.id)?.group)
    .toBe("职务管理");
});

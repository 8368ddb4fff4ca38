import { expect, test } from "vitest";
import type { Operation } from "./document.ts";
import { curlOf, exampleOf, pathOf, rowsOf } from "./schema.ts";

const operation = (path: string, parameters: Operation["parameters"] = []) => ({
  path,
  parameters,
});

test("a schema becomes lines: nested fields below their parent, unions by what they may be", () => {
  const rows = rowsOf({
    type: "object",
    required: ["rows"],
    properties: {
      total: { type: "integer", minimum: 0 },
      rows: {
        type: "array",
        items: {
          type: "object",
          properties: {
            name: { anyOf: [{ type: "string", title: "名称" }, { type: "null" }] },
            status: { type: "string", enum: ["0", "1"], "x-required": true },
          },
        },
      },
    },
  });
  expect(rows.map(({ key, depth, type }) => [key, depth, type])).toEqual([
    ["total", 0, "整数"],
    ["rows", 0, "对象的列表"],
    ["rows.name", 1, "文本，可空"],
    ["rows.status", 1, "文本"],
  ]);
  expect(rows[1]).toMatchObject({ isRequired: true });
  expect(rows[2]).toMatchObject({ note: "名称", isRequired: false });
  expect(rows[3]).toMatchObject({ note: '可取 "0"、"1"', isRequired: true });
});

test("a schema that contains itself ends", () => {
  const schemas = {
    "def-0": {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/components/schemas/def-0" } } },
    },
  };
  const tree = { $ref: "#/components/schemas/def-0" };
  expect(rowsOf(tree, schemas).length).toBe(6);
  expect(JSON.stringify(exampleOf(tree, schemas)).length).toBeLessThan(200);
});

test("a path takes its values encoded, and keeps what is missing in braces", () => {
  const ids = operation("/system/post/{ids}", [{ name: "ids", in: "path" }]);
  expect(pathOf(ids, {})).toBe("/system/post/{ids}");
  expect(pathOf(ids, { "path ids": "1,2" })).toBe("/system/post/1,2");
  expect(pathOf(ids, { "path ids": "?a=b&c#d 中" })).toBe(
    "/system/post/%3Fa%3Db%26c%23d%20%E4%B8%AD",
  );
  const list = operation("/x/list", [
    { name: "userName", in: "query" },
    { name: "status", in: "query" },
  ]);
  expect(pathOf(list, { "query userName": "a b" }, "?pageNum=2")).toBe(
    "/x/list?pageNum=2&userName=a+b",
  );
});

test("the line for a shell is one command, whatever stands in the body", () => {
  const body = `{"a":"it's; rm -rf $HOME"}`;
  const line = curlOf({ method: "POST", access: "login" }, "https://x.example", {
    path: "/a",
    body,
  });
  expect(line).toBe(
    [
      "curl -X POST 'https://x.example/prod-api/a'",
      "-H 'Authorization: Bearer 您的令牌'",
      "-H 'Content-Type: application/json'",
      `--data-raw '{"a":"it'\\''s; rm -rf $HOME"}'`,
    ].join(" \\\n  "),
  );
  expect(
    curlOf({ method: "GET", access: "public" }, "https://x.example", {
      path: "/",
      body: undefined,
    }),
  ).toBe("curl -X GET 'https://x.example/prod-api/'");
});

test("an example fits its schema", () => {
  expect(
    exampleOf({
      type: "object",
      properties: {
        name: { type: "string", title: "名称" },
        status: { enum: ["0", "1"] },
        ids: { type: "array", items: { type: "integer" } },
        isOn: { type: "boolean" },
      },
    }),
  ).toEqual({ name: "名称", status: "0", ids: [1], isOn: true });
});

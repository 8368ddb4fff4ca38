import { expect, test } from "vitest";
import { parseQuery } from "./query.ts";

test("nested parameters become one object", () => {
  expect(parseQuery("a=1&params%5BbeginTime%5D=2026-01-01&params[endTime]=x")).toEqual({
    a: "1",
    params: { beginTime: "2026-01-01", endTime: "x" },
  });
});

test("no key reaches a prototype", () => {
  const result = parseQuery("__proto__[x]=1&constructor=2&params[__proto__]=3&__proto__=4");
  expect(Object.getPrototypeOf(result)).toBeNull();
  expect(Object.keys(result)).toEqual([]);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test("keys past the hundredth are dropped", () => {
  const text = Array.from({ length: 150 }, (_, index) => `k${index}=1`).join("&");
  expect(Object.keys(parseQuery(text))).toHaveLength(100);
});

test("an empty value is as good as none", () => {
  expect(parseQuery("typeId=&pageNum=2&pageNum=&params[a]=&b")).toEqual({ params: { a: "" } });
});

import { expect, test } from "vitest";
import { addressProblem, isSitePath, isWebAddress } from "./site-address.ts";

test("a path of this site, with its query; nothing that leaves it", () => {
  for (const good of ["/", "/article?articleId=1", "/areaxList?parentId=1&tabIndex=2", "/中文"]) {
    expect([good, isSitePath(good)]).toEqual([good, true]);
  }
  for (const bad of [
    "",
    "a",
    "//host",
    "/\\host",
    "/\t/host",
    "/.//host",
    "/a b",
    '/a"b',
    "/<b>",
  ]) {
    expect([bad, isSitePath(bad)]).toEqual([bad, false]);
  }
});

test("an http(s) address with a host and no password", () => {
  for (const good of ["https://a.example.org/", "HTTP://a.example.org/x?y=1#z"]) {
    expect([good, isWebAddress(good)]).toEqual([good, true]);
  }
  const wrong = ["javascript:alert(1)", "data:text/html,x", "ftp://a", "https://", "https:///x"];
  for (const bad of [
    ...wrong,
    "https://u:p@a.example.org/",
    "https://a b/",
    " https://a.example/",
  ]) {
    expect([bad, isWebAddress(bad)]).toEqual([bad, false]);
    expect(addressProblem("地址", bad)).toBe("地址应为 / 开头的站内路径，或 http(s):// 开头的地址");
  }
});

import { expect, test } from "vitest";
import { isSafePath, joinPath, matchPath } from "./route-path.ts";

test("digits in a parameter are part of the match", () => {
  const pattern = "/system/dict-data/index/:dictId(\\d+)";
  expect(matchPath(pattern, "/system/dict-data/index/12")).toEqual({ dictId: "12" });
  expect(matchPath(pattern, "/system/dict-data/index/12/")).toEqual({ dictId: "12" });
  for (const path of ["/system/dict-data/index/x", "/system/dict-data/index/", "/1"]) {
    expect(matchPath(pattern, path)).toBeUndefined();
  }
});

test("optional parameters, rests and readable paths", () => {
  expect(matchPath("/user/profile/:tab?", "/user/profile")).toEqual({ tab: "" });
  expect(matchPath("/user/profile/:tab?", "/user/profile/resetPwd")).toEqual({ tab: "resetPwd" });
  expect(matchPath("/redirect/:path(.*)", "/redirect/a/b")).toEqual({ path: "a/b" });
  expect(matchPath("/*", "/a/b")).toEqual({ rest: "a/b" });
  expect(matchPath("/会员", encodeURI("/会员"))).toEqual({});
  expect(matchPath("/a.b", "/axb")).toBeUndefined();
  expect(matchPath("/a", "/%E0%A4%A")).toBeUndefined();
});

test("an expression of somebody's own is never run", () => {
  expect(matchPath("/x/:a((x+x+)+y)", `/x/${"x".repeat(60)}`)).toBeUndefined();
});

test("children join their parents", () => {
  expect(joinPath("/system", "user")).toBe("/system/user");
  expect(joinPath("/", "notes")).toBe("/notes");
  expect(joinPath("/system", "/alone/")).toBe("/alone");
  expect(joinPath("", "//host/x")).toBe("/host/x");
});

test("other schemes are no paths", () => {
  for (const path of ["user", "/a/b", "https://www.example.org/x?y", "a/:id(\\d+)".slice(0, 5)]) {
    expect(isSafePath(path), path).toBe(true);
  }
  for (const path of ["javascript:alert(1)", " JaVaScript:x", "data:text/html,x", "a\\b", "a b"]) {
    expect(isSafePath(path), path).toBe(false);
  }
});

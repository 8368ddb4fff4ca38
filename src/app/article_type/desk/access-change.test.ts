import { expect, test } from "vitest";
import { accessChange, type DeskCategory } from "./category.ts";

const category = (access: DeskCategory["access"], asksFor = access) => ({ access, asksFor });

test("a move says who may read from then on, where that changes", () => {
  const open = category("public");
  const members = category("member");
  expect(accessChange(open, members)).toBe(
    "阅读权限将由“所有人”变为“会员”，下级栏目和里面的文章一起变，单独设置得更严的不变。",
  );
  // What it asked for came from above only: on top it is open to all.
  expect(accessChange(category("public", "member"), undefined)).toMatch(/由“会员”变为“所有人”/);
  expect(accessChange(category("login", "member"), open)).toMatch(/由“会员”变为“登录用户”/);
  expect(accessChange(members, open)).toBeUndefined();
  expect(accessChange(members, category("login"))).toBeUndefined();
  expect(accessChange(open, undefined)).toBeUndefined();
});

test("its own word counts as it is in the form", () => {
  expect(accessChange(category("public"), undefined, "login")).toMatch(/变为“登录用户”/);
  expect(accessChange(category("public"), category("member"), "login")).toMatch(/变为“会员”/);
});

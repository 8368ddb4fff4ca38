import { expect, test } from "vitest";
import { hasPermi, hasRole } from "./can.tsx";

const editor = { roles: ["editor"], permissions: ["content:article:list"] };
const admin = { roles: ["admin"], permissions: ["*:*:*"] };

test("one of the listed values is enough", () => {
  expect(hasPermi(editor, ["system:user:list", "content:article:list"])).toBe(true);
  expect(hasPermi(editor, ["system:user:list"])).toBe(false);
  expect(hasRole(editor, ["editor"])).toBe(true);
  expect(hasRole(editor, ["finance"])).toBe(false);
});

test("the administrator and the super permission pass everything", () => {
  expect(hasPermi(admin, ["anything:at:all"])).toBe(true);
  expect(hasRole(admin, ["finance"])).toBe(true);
  expect(hasRole({ roles: ["x"], permissions: ["*:*:*"] }, ["finance"])).toBe(false);
});

test("an empty or missing value throws", () => {
  for (const values of [undefined, [], [""], "system:user:list" as unknown as string[]]) {
    expect(() => hasPermi(admin, values)).toThrow("请设置操作权限标签值");
    expect(() => hasRole(admin, values)).toThrow("请设置角色权限标签值");
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { keepRedirect, redirectTarget } from "./redirect.ts";

const given = (target: string) => redirectTarget(`?redirect=${encodeURIComponent(target)}`);

test("paths of this site pass with their query", () => {
  expect(given("/personal")).toBe("/personal");
  expect(given("/article?articleId=42#top")).toBe("/article?articleId=42#top");
  expect(keepRedirect("/register", "?redirect=%2Farticle%3FarticleId%3D42")).toBe(
    "/register?redirect=%2Farticle%3FarticleId%3D42",
  );
});

test.each([
  "",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  "evil",
  "/login",
  "/login?redirect=/login",
  "/./login",
  "/register",
])("%j leads nowhere", (target) => {
  expect(given(target)).toBeUndefined();
  expect(keepRedirect("/register", `?redirect=${encodeURIComponent(target)}`)).toBe("/register");
});

test("whatever is given, one stays on the site", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl(), fc.webPath()),
      fc.constantFrom("", "/", "//", "/\\"),
      (text, head) => {
        const target = given(head + text);
        return target === undefined || new URL(target, "https://a.example").host === "a.example";
      },
    ),
  );
});

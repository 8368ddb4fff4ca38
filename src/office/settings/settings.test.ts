import { afterEach, expect, test, vi } from "vitest";
import { recallSettings } from "./settings.ts";

const store = (value: string | null) =>
  vi.stubGlobal("window", { sessionStorage: { getItem: () => value } });

afterEach(() => vi.unstubAllGlobals());

test("the specification's defaults, and the side theme of the site's setting", () => {
  store(null);
  expect(recallSettings()).toEqual({
    topNav: false,
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: true,
    dynamicTitle: false,
    sideTheme: "theme-dark",
    theme: "#409EFF",
  });
  expect(recallSettings("theme-light").sideTheme).toBe("theme-light");
});

test("what was saved counts where it has the right form", () => {
  store(JSON.stringify({ topNav: true, tagsView: "no", theme: "red", sideTheme: "theme-light" }));
  const settings = recallSettings();
  expect(settings).toMatchObject({ topNav: true, tagsView: true, sideTheme: "theme-light" });
  expect(settings.theme).toBe("#409EFF");
  store("{");
  expect(recallSettings().topNav).toBe(false);
});

test("a forbidden storage is no obstacle", () => {
  vi.stubGlobal("window", {
    get sessionStorage(): Storage {
      throw new Error("forbidden");
    },
  });
  expect(recallSettings().tagsView).toBe(true);
});

import { expect, test } from "vitest";
import {
  alive,
  changed,
  closing,
  MAX_ALIVE,
  neighbour,
  refreshed,
  type Tab,
  visited,
} from "./tabs.ts";

const open = (...paths: string[]): Tab[] =>
  paths.reduce<Tab[]>((tabs, path) => visited(tabs, path, ""), []);
const isPinned = (path: string) => path === "/home";
const paths = (tabs: Tab[]) => tabs.map((tab) => tab.path);

test("a page visited twice has one tab, with the latest query", () => {
  const tabs = visited(open("/home", "/a", "/b"), "/a", "?page=2");
  expect(paths(tabs)).toEqual(["/home", "/a", "/b"]);
  expect(tabs[1]?.search).toBe("?page=2");
});

test("what the context menu closes; the pinned tab stays", () => {
  const tabs = open("/home", "/a", "/b", "/c");
  expect(closing(tabs, "/b", "current", isPinned)).toEqual(["/b"]);
  expect(closing(tabs, "/b", "others", isPinned)).toEqual(["/a", "/c"]);
  expect(closing(tabs, "/b", "right", isPinned)).toEqual(["/c"]);
  expect(closing(tabs, "/b", "all", isPinned)).toEqual(["/a", "/b", "/c"]);
  expect(closing(tabs, "/home", "current", isPinned)).toEqual([]);
});

test("the right neighbour follows, else the left one", () => {
  const tabs = open("/home", "/a", "/b");
  expect(neighbour(tabs, "/a", ["/a"])?.path).toBe("/b");
  expect(neighbour(tabs, "/b", ["/b"])?.path).toBe("/a");
  expect(neighbour(tabs, "/b", ["/a", "/b"])?.path).toBe("/home");
});

test("a thousand tabs keep fifteen pages alive, and every one with unsaved work", () => {
  const many = open(...Array.from({ length: 1_000 }, (_, index) => `/p${index}`));
  const isKept = (path: string) => path !== "/p998";
  expect(alive(many, "/p999", isKept).size).toBe(MAX_ALIVE);
  expect(alive(many, "/p3", isKept).has("/p3")).toBe(true);
  expect(alive(many, "/p999", isKept).has("/p998")).toBe(false);
  const dirty = changed(many, "/p5", { isDirty: true });
  const kept = alive(dirty, "/p999", isKept);
  expect(kept.has("/p5")).toBe(true);
  expect(kept.size).toBe(MAX_ALIVE);
});

test("a refreshed tab forgets what its page said of itself", () => {
  const tabs = changed(open("/a"), "/a", { isDirty: true, title: "草稿" });
  expect(refreshed(tabs, "/a")[0]).toMatchObject({ stamp: 1, isDirty: false, title: undefined });
});

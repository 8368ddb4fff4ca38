import { expect, test } from "vitest";
import { oldAddress } from "./old-address.ts";

test("the same address, however it is written", () => {
  for (const [given, kept] of [
    ["/news/show.asp?id=12", "/news/show.asp?id=12"],
    ["/news/show.asp?b=2&a=1#top", "/news/show.asp?a=1&b=2"],
    ["/news/", "/news"],
    ["/", "/"],
    ["/%E6%96%B0%E9%97%BB.html", "/新闻.html"],
    ["/a?q=%E6%96%B0", "/a?q=新"],
    ["/%B9%AB.htm", "/%B9%AB.htm"],
    ["/list.aspx?", "/list.aspx"],
  ] as const) {
    expect([given, oldAddress(given)]).toEqual([given, kept]);
  }
});

test("what is no path of a site", () => {
  for (const bad of [
    "",
    "news",
    "//host/x",
    "/\\host",
    "https://a.example.org/",
    "/a\nb",
    "/a\0",
  ]) {
    expect([bad, oldAddress(bad)]).toEqual([bad, undefined]);
  }
});

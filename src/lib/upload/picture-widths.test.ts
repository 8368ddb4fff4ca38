import { expect, test } from "vitest";
import { dressPictures } from "../article/article-pictures.ts";
import { pictureSources } from "./picture-widths.ts";

const BASE = `/prod-api/profile/upload/2026/11/20/${"a1".repeat(16)}`;

test("a wide picture is offered in three widths, AVIF before WebP", () => {
  expect(pictureSources(`${BASE}.jpg`, 4000)).toEqual([
    {
      type: "image/avif",
      srcSet: `${BASE}.480.avif 480w, ${BASE}.960.avif 960w, ${BASE}.1440.avif 1440w`,
    },
    {
      type: "image/webp",
      srcSet: `${BASE}.480.webp 480w, ${BASE}.960.webp 960w, ${BASE}.1440.webp 1440w`,
    },
  ]);
});

test("nothing is promised wider than the picture is", () => {
  expect(pictureSources(`${BASE}.png`, 700)[1]?.srcSet).toBe(
    `${BASE}.480.webp 480w, ${BASE}.960.webp 700w`,
  );
  expect(pictureSources(`${BASE}.png`, 480)[1]?.srcSet).toBe(`${BASE}.480.webp 480w`);
  expect(pictureSources(`${BASE}.png`, 100)[1]?.srcSet).toBe(`${BASE}.480.webp 100w`);
  // Where the size is the place's own.
  expect(pictureSources(`${BASE}.jpeg`)[0]?.srcSet).toContain("1440.avif 1440w");
});

test("other pictures stay as they are", () => {
  for (const src of [
    `${BASE}.gif`,
    `${BASE}.pdf`,
    "/art/cover/rings-blue-3.svg",
    "/demo/a.jpg",
    `/profile/avatar/2026/11/20/${"a1".repeat(16)}.png`,
    `https://other.example${BASE}.jpg`,
    `${BASE}.jpg" onerror="x`,
    "",
  ]) {
    expect(pictureSources(src, 1000)).toEqual([]);
  }
});

test("an article's pictures keep their place, lazy as they are", () => {
  const img = `<img src="${BASE}.jpg" alt="合影" width="1600" height="900">`;
  const html = dressPictures(`<figure>${img}<figcaption>合影</figcaption></figure>`);
  expect(html).toMatch(/^<figure><picture><source type="image\/avif" srcset="[^"<>]+" sizes="/);
  expect(html).toContain(`${img}</picture><figcaption>`);
  for (const plain of [
    `<img src="${BASE}.jpg" alt="">`,
    `<img src="${BASE}.gif" alt="" width="100" height="100">`,
    '<img alt="">',
  ]) {
    expect(dressPictures(plain)).toBe(plain);
  }
});

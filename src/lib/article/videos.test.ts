import { expect, test } from "vitest";
import { videoOf, videoOfPlayer } from "./videos.ts";

const BILIBILI = "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD";

test.each([
  ["https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333", BILIBILI],
  ["m.bilibili.com/video/BV1xx411c7mD", BILIBILI],
  [
    '<iframe src="//player.bilibili.com/player.html?aid=1&amp;bvid=BV1xx411c7mD&amp;p=1"></iframe>',
    BILIBILI,
  ],
  [
    "https://v.qq.com/x/page/a1234567890.html",
    "https://v.qq.com/txp/iframe/player.html?vid=a1234567890",
  ],
  [
    "https://v.qq.com/x/cover/abc/a1234567890.html?ptag=1",
    "https://v.qq.com/txp/iframe/player.html?vid=a1234567890",
  ],
  [
    "https://v.youku.com/v_show/id_XMTIzNDU2Nzg5MA==.html",
    "https://player.youku.com/embed/XMTIzNDU2Nzg5MA==",
  ],
  [
    "https://tv.cctv.com/2026/01/02/VIDEabcdefghij260102.shtml",
    "https://tv.cctv.com/v/v1/VIDEabcdefghij260102.html",
  ],
])("%s", (pasted, player) => {
  expect(videoOf(pasted)?.player).toBe(player);
  expect(videoOfPlayer(player)?.player).toBe(player);
});

test("other sites, and sites that look like them, are none", () => {
  for (const pasted of [
    "https://evil.example/video/BV1xx411c7mD",
    "https://www.bilibili.com.evil.example/video/BV1xx411c7mD",
    "https://evil.example/?x=https://www.bilibili.com/video/BV1xx411c7mD",
    "javascript:alert(1)//www.bilibili.com/video/BV1xx411c7mD",
    "https://www.bilibili.com/video/",
    "",
  ]) {
    expect([pasted, videoOf(pasted)]).toEqual([pasted, undefined]);
  }
  expect(videoOfPlayer(`${BILIBILI}&autoplay=1`)).toBeUndefined();
  expect(videoOfPlayer("https://www.bilibili.com/video/BV1xx411c7mD")).toBeUndefined();
});

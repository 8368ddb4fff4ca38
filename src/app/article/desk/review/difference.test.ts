import { expect, test } from "vitest";
import { blocksOf, compareBlocks } from "./difference.ts";

test("a text is read as headings, paragraphs, items, table rows and named pictures", () => {
  const html = `<h2>一、对象</h2><p>面向&nbsp;全体<strong>会员</strong>。</p>
    <ul><li><p>甲</p></li><li><p>乙</p></li></ul>
    <table><caption>费用</caption><tbody><tr><th><p>项目</p></th><th><p>金额</p></th></tr>
    <tr><td><p>会费</p></td><td><p>&lt;300&gt;</p></td></tr></tbody></table>
    <figure><img src="/profile/upload/a.jpg" alt="会场"><figcaption>上一期</figcaption></figure>`;
  expect(blocksOf(html)).toEqual([
    { kind: "标题", text: "一、对象" },
    { kind: "", text: "面向 全体会员。" },
    { kind: "列表", text: "甲" },
    { kind: "列表", text: "乙" },
    { kind: "表题", text: "费用" },
    { kind: "表格", text: "项目 | 金额" },
    { kind: "表格", text: "会费 | <300>" },
    { kind: "图片", text: "图片：会场（/profile/upload/a.jpg）" },
    { kind: "图注", text: "上一期" },
  ]);
});

test("a changed paragraph shows its characters, other ones come and go whole", () => {
  const before = blocksOf("<p>定于九月举办研修班。</p><p>请于八月报名。</p><p>不变</p>");
  const after = blocksOf("<p>定于十月举办研修班。</p><p>不变</p><p>联系秘书处。</p>");
  expect(compareBlocks(before, after)).toEqual([
    {
      state: "changed",
      kind: "",
      parts: [
        { text: "定于", state: "same" },
        { text: "九", state: "removed" },
        { text: "十", state: "added" },
        { text: "月举办研修班。", state: "same" },
      ],
    },
    { state: "removed", kind: "", text: "请于八月报名。" },
    { state: "same", kind: "", text: "不变" },
    { state: "added", kind: "", text: "联系秘书处。" },
  ]);
});

test("texts that have nothing in common are two paragraphs, and a long rewrite ends", () => {
  const one = "春夏秋冬".repeat(2_000);
  const other = "东南西北".repeat(2_000);
  const changes = compareBlocks(blocksOf(`<p>${one}</p>`), blocksOf(`<p>${other}</p>`));
  expect(changes.map((each) => each.state)).toEqual(["removed", "added"]);
});

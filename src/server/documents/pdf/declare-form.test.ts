import { expect, test } from "vitest";
import { readPdf } from "../../../test/pdf.ts";
import { declareForm } from "./declare-form.ts";
import { FontShelf } from "./font-shelf.ts";

const shelf = new FontShelf();

const FORM = {
  society: "全国家庭教育学会",
  title: "课题申报书",
  batchName: "2027 年度规划课题",
  itemNo: "D202600021",
  isDraft: true,
  filledOn: "2026年11月23日",
  sections: [
    {
      title: "基本信息",
      fields: [{ kind: "short", label: "课题名称", text: "祖辈参与家庭教育的支持研究" }],
    },
    {
      title: "经费预算",
      fields: [
        {
          kind: "table",
          label: "经费预算",
          heads: ["支出项目", "金额（元）"],
          rows: [["资料费", "1200.50"]],
          sum: "合计 1,200.50 元",
        },
        { kind: "long", label: "研究背景", text: "家长需要具体的帮助。".repeat(400) },
      ],
    },
  ],
} as const;

const drawn = async (change: object = {}) =>
  readPdf(await declareForm(shelf, { ...FORM, ...change })).map(({ text }) =>
    text.replaceAll("\n", ""),
  );

test("a declaration is printed whole, over as many pages as it needs", async () => {
  const pages = await drawn();
  expect(pages.length).toBeGreaterThan(1);
  const text = pages.join("");
  for (const said of [
    "课题申报书",
    "申报编号：D202600021",
    "祖辈参与家庭教育的支持研究",
    "1200.50",
    "合计 1,200.50 元",
    "（单位公章）",
  ]) {
    expect(text).toContain(said);
  }
  expect(text.split("家长需要具体的帮助。").length).toBeGreaterThan(390);
});

test("草稿 stands across each page until it is handed in", async () => {
  for (const page of await drawn()) expect(page).toContain("草稿");
  for (const page of await drawn({ isDraft: false })) expect(page).not.toContain("草稿");
});

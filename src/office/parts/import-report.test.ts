import { expect, test } from "vitest";
import { fileProblem, reportLines } from "./import-report.ts";
import { enabledOnly } from "./tree-select.tsx";

test("a report is lines of text, whatever is in it", () => {
  expect(
    reportLines(
      "恭喜您，数据已全部导入成功！共 2 条，数据如下：<br/>1、账号 a&amp;b 导入成功<br />2、账号 &lt;img src=x&gt; 导入成功&#39;",
    ),
  ).toEqual([
    "恭喜您，数据已全部导入成功！共 2 条，数据如下：",
    "1、账号 a&b 导入成功",
    "2、账号 <img src=x> 导入成功'",
  ]);
  expect(reportLines("<script>alert(1)</script>")).toEqual(["<script>alert(1)</script>"]);
  expect(reportLines("")).toEqual([]);
});

test("only workbooks are taken", () => {
  for (const name of ["a.xls", "b.XLSX"]) expect(fileProblem(name)).toBeUndefined();
  for (const name of ["a.csv", "xlsx", "a.xlsx.exe"]) {
    expect(fileProblem(name)).toBe("文件格式不正确, 请上传xls/xlsx格式文件!");
  }
});

test("a switched off node is not offered, nor what is below it", () => {
  const tree = [
    { id: 1, label: "总", children: [{ id: 2, label: "停", disabled: true, children: [] }] },
    { id: 3, label: "停", disabled: true, children: [{ id: 4, label: "下" }] },
  ];
  expect(enabledOnly(tree)).toEqual([{ id: 1, label: "总", children: [] }]);
});

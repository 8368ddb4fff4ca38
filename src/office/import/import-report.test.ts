import { expect, test } from "vitest";
import { enabledOnly } from "#src/office/tree/tree-select.tsx";
import { fileProblem, linesOf } from "./import-report.ts";

test("a report is lines of text, whatever is in it", () => {
  expect(
    linesOf(
      "恭喜您，数据已全部导入成功！共 2 条，数据如下：<br/>1、账号 a&amp;b 导入成功<br />2、账号 &lt;img src=x&gt; 导入成功&#39;",
    ),
  ).toEqual([
    "恭喜您，数据已全部导入成功！共 2 条，数据如下：",
    "1、账号 a&b 导入成功",
    "2、账号 <img src=x> 导入成功'",
  ]);
  expect(linesOf("<script>alert(1)</script>")).toEqual(["<script>alert(1)</script>"]);
  expect(linesOf("")).toEqual([]);
});

test("only workbooks are taken, and the old format is told how to become one", () => {
  const problem = (name: string, size = 1) => fileProblem({ name, size });
  for (const name of ["a.xlsx", "b.XLSX"]) expect(problem(name)).toBeUndefined();
  expect(problem("a.XLS")).toBe("不支持旧版 xls 文件，请先在 Excel 中另存为 xlsx 格式");
  for (const name of ["a.csv", "xlsx", "a.xlsx.exe"]) {
    expect(problem(name)).toBe("文件格式不正确，请选择 xlsx 格式的文件");
  }
  expect(problem("a.xlsx", 5 * 1024 * 1024)).toBeUndefined();
  expect(problem("a.xlsx", 5 * 1024 * 1024 + 1)).toBe("文件不能超过 5 MB，请拆分成几个文件");
});

test("a switched off node is not offered, nor what is below it", () => {
  const tree = [
    { id: 1, label: "总", children: [{ id: 2, label: "停", disabled: true, children: [] }] },
    { id: 3, label: "停", disabled: true, children: [{ id: 4, label: "下" }] },
  ];
  expect(enabledOnly(tree)).toEqual([{ id: 1, label: "总", children: [] }]);
});

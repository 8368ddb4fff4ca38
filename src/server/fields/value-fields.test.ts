import { expect, test } from "vitest";
import { decimal, html, idOf, moment } from "./value-fields.ts";

test("decimals: digits are kept as they are, an emptied one is null", () => {
  const price = decimal("价格", { digits: 4, scale: 2 });
  for (const [given, value] of [
    ["12.50", "12.50"],
    [-3, "-3"],
    [" 0.1 ", "0.1"],
    ["", null],
  ] as const) {
    expect(price.read(given)).toEqual({ value });
  }
  for (const bad of ["12345", "1.234", "1e3", "x", "１", ".5", [1], {}, true, "1;2", Number.NaN]) {
    expect(price.read(bad)).toEqual({ error: "价格应为数字，最多 4 位整数、2 位小数" });
  }
  expect(decimal("价格", { digits: 4, scale: 2, isRequired: true }).missing).toBe("价格不能为空");
});

test("moments: Shanghai time, an emptied one is null", () => {
  const day = moment("日期");
  expect(day.read("2026-03-05")).toEqual({ value: new Date("2026-03-05T00:00:00+08:00") });
  expect(day.read("2026-03-05 23:59:59")).toEqual({ value: new Date("2026-03-05T23:59:59+08:00") });
  expect(day.read(" ")).toEqual({ value: null });
  for (const bad of ["2026-02-30", "gestern", 5, {}, "2026-03-05 25:00:00"]) {
    expect(day.read(bad)).toEqual({ error: "日期格式不正确，应为 yyyy-MM-dd HH:mm" });
  }
});

test("formatted text is cleaned, ids are whole numbers", () => {
  const content = html("内容", { max: 60 });
  expect(content.read('<p onclick="x()">好<script>x()</script></p>')).toEqual({
    value: "<p>好</p>",
  });
  expect(content.read("x".repeat(61))).toEqual({ error: "内容过长，请精简后再保存" });
  expect(content.read(5)).toEqual({ error: "内容格式不正确" });
  const parent = idOf("上级");
  expect(parent.read("12")).toEqual({ value: 12 });
  expect(parent.read(0)).toEqual({ value: 0 });
  for (const bad of [-1, 1.5, "x", 2 ** 53, null, []]) {
    expect(parent.read(bad)).toEqual({ error: "上级不正确" });
  }
});

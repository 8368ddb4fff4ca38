import { expect, test } from "vitest";
import { readDay, readTerms } from "./term-text.ts";

test("a day is read as people write it and as a spreadsheet counts it", () => {
  expect(readDay("2019-5-6")).toBe("2019-05-06");
  expect(readDay("2019年5月16日")).toBe("2019-05-16");
  expect(readDay("2019/05/16")).toBe("2019-05-16");
  expect(readDay("2019")).toBe("2019-01-01");
  expect(readDay("43601")).toBe("2019-05-16");
  for (const text of ["", "2019-02-30", "2019-13-01", "去年", "16.5.2019"]) {
    expect(readDay(text), text).toBeUndefined();
  }
});

test("terms are years, spans of years or days, in their order", () => {
  expect(readTerms("2026")).toEqual([{ fromOn: "2026-01-01", toOn: "2026-12-31" }]);
  expect(readTerms("2027-01-01至2027-06-30； 2024-2026")).toEqual([
    { fromOn: "2024-01-01", toOn: "2026-12-31" },
    { fromOn: "2027-01-01", toOn: "2027-06-30" },
  ]);
  expect(readTerms("2025/10/8～2026.12.31")).toEqual([
    { fromOn: "2025-10-08", toOn: "2026-12-31" },
  ]);
  expect(readTerms("")).toEqual([]);
  expect(readTerms("明年")).toContain("看不懂");
  expect(readTerms("2026-2024")).toContain("开始晚于结束");
  expect(readTerms("2024-2026;2026")).toContain("重叠");
  expect(readTerms("2026-02-29至2026-12-31")).toContain("看不懂");
});

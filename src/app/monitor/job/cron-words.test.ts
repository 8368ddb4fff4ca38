import { expect, test } from "vitest";
import { cronWords } from "./cron-words.ts";

test("the usual lines in words, the unusual ones in none", () => {
  const words: [string, string][] = [
    ["* * * * * ?", "每秒"],
    ["0/10 * * * * ?", "每 10 秒"],
    ["0 * * * * ?", "每分钟"],
    ["0 0/5 * * * ?", "每 5 分钟"],
    ["0 0 0/2 * * ?", "每 2 小时"],
    ["0 0 * * * ?", "每小时"],
    ["0 0 2 * * ?", "每天 02:00"],
    ["30 15 2,14 * * ?", "每天 02:15:30、14:15:30"],
    ["0 0 9 ? * 2-6", "每周一至周五 09:00"],
    ["0 0 9 ? * 1", "每周日 09:00"],
    ["0 0 2 1,15 * ?", "每月 1、15 日 02:00"],
    ["0/7 * * * * ?", ""],
    ["5/10 * * * * ?", ""],
    ["0 15 10 ? * 6L", ""],
    ["0 0 0 1 1 ? 2027", ""],
    ["x", ""],
  ];
  for (const [line, text] of words) expect(cronWords(line), line).toBe(text);
});

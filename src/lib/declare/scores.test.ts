import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Mark, normalised, ranked } from "./ranking.ts";
import {
  readSheet,
  STANDARD_SHEETS,
  scoreProblems,
  sheetProblems,
  totalOf,
} from "./score-sheet.ts";

describe("the sheet", () => {
  test.each(Object.entries(STANDARD_SHEETS))(
    "the one of %s is right and is read as it stands",
    (_kind, sheet) => {
      expect(sheetProblems(sheet)).toEqual({});
      expect(readSheet(JSON.parse(JSON.stringify(sheet)))).toEqual(sheet);
    },
  );

  test("what is wrong with one is told in its place", () => {
    const wrong = readSheet({
      least: "x",
      criteria: [{ label: "", max: 0, weight: 101 }, { label: "方法", max: "10", weight: "5" }, 7],
    });
    expect(Object.keys(sheetProblems(wrong)).sort()).toEqual(
      [
        "criteria.0.label",
        "criteria.0.max",
        "criteria.0.weight",
        "criteria.2.label",
        "criteria.2.max",
        "criteria.2.weight",
        "least",
      ].sort(),
    );
    const light = { least: 0, criteria: [{ label: "方法", max: 10, weight: 99 }] };
    expect(sheetProblems(readSheet(light))).toEqual({
      criteria: "各项权重之和应为 100，现在是 99",
    });
    expect(sheetProblems(readSheet(undefined))).toMatchObject({ criteria: "请至少写一项评分指标" });
  });

  test("scores out of their bounds and comments that are asked for are told in their places", () => {
    const sheet = STANDARD_SHEETS.paper;
    const problems = scoreProblems(sheet, {
      scores: { topic: "100.5", argument: "-1", novelty: "80" },
      comments: { argument: "  " },
      comment: "好",
    });
    expect(problems).toEqual({
      "scores.topic": "选题请填 0 到 100 的分数，最多一位小数",
      "scores.argument": "论证请填 0 到 100 的分数，最多一位小数",
      "scores.writing": "请给“写作规范”打分",
      "comments.argument": "请写明对“论证”的意见",
      comment: "请写总评，至少 20 个字，现在 1 个字",
    });
  });

  test("the total is the weighted sum, rounded once, whatever the order of its lines", () => {
    const line = (name: string, max: number, weight: number) => ({
      name,
      label: name,
      hint: "",
      max,
      weight,
      needsComment: false,
    });
    const criteria = [line("a", 3, 34), line("b", 7, 33), line("c", 9, 33)];
    const scores = { a: "1", b: "2.5", c: "8.9" };
    expect(totalOf({ criteria, least: 0 }, scores)).toBe(
      Math.round((34 / 3 + (2.5 / 7) * 33 + (8.9 / 9) * 33) * 100),
    );
    expect(totalOf({ criteria: criteria.toReversed(), least: 0 }, scores)).toBe(
      totalOf({ criteria, least: 0 }, scores),
    );
    expect(totalOf({ criteria, least: 0 }, { a: "3", b: "7", c: "9" })).toBe(10_000);
    expect(totalOf({ criteria, least: 0 }, { a: "3", b: "7" })).toBeUndefined();
  });
});

const mark = (itemId: number, expertId: number, total: number, lead = total): Mark => ({
  itemId,
  expertId,
  total,
  lead,
});

const marks = fc.array(
  fc.record({
    itemId: fc.nat(5),
    expertId: fc.nat(4),
    total: fc.integer({ min: 0, max: 100 }),
    lead: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 30 },
);

describe("the ranking", () => {
  test("one who is strict and one who is mild count the same", () => {
    const given = [90, 80, 70].flatMap((total, itemId) => [
      mark(itemId, 1, total),
      mark(itemId, 2, total - 50),
    ]);
    const counted = normalised(given);
    for (const itemId of [0, 1, 2]) {
      expect(counted[itemId * 2]).toBeCloseTo(counted[itemId * 2 + 1] ?? 0, 6);
    }
    expect(ranked([0, 1, 2], given, 2).map(({ itemId, place }) => [itemId, place])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  test("who judged fewer than three keeps the points; who gave all the same gave the mean", () => {
    expect(normalised([mark(1, 1, 90), mark(2, 1, 60)])).toEqual([90, 60]);
    const same = [mark(1, 1, 80), mark(2, 1, 80), mark(3, 1, 80), mark(1, 2, 20)];
    expect(normalised(same)).toEqual([65, 65, 65, 20]);
  });

  test("points stay within their bounds, and the order of what comes in makes no difference", () => {
    fc.assert(
      fc.property(marks, (given) => {
        for (const value of normalised(given)) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        const items = [0, 1, 2, 3, 4, 5];
        const unique = [
          ...new Map(given.map((each) => [`${each.itemId}-${each.expertId}`, each])).values(),
        ];
        expect(ranked(items, unique.toReversed(), 2)).toEqual(ranked(items, unique, 2));
      }),
    );
  });

  test("ties: the plain mean, then agreement, then the heaviest line; who is equal in all shares a place", () => {
    const at = (itemId: number, ...totals: number[]) =>
      totals.map((total, n) => mark(itemId, itemId * 10 + n, total, 50));
    const given = [
      ...at(1, 70, 90),
      ...at(2, 80, 80),
      ...at(3, 80, 80),
      ...at(4, 60, 60),
      ...at(5, 99),
    ];
    const rows = ranked([1, 2, 3, 4, 5], given, 2);
    expect(rows.map(({ itemId, place }) => [itemId, place])).toEqual([
      [2, 1],
      [3, 1],
      [1, 3],
      [4, 4],
      [5, 0],
    ]);
    const lead = given.map((each) => (each.itemId === 3 ? { ...each, lead: 60 } : each));
    expect(ranked([1, 2, 3], lead, 2).map(({ itemId, place }) => [itemId, place])).toEqual([
      [3, 1],
      [2, 2],
      [1, 3],
    ]);
  });
});

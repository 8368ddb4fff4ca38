import fc from "fast-check";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { excerpt, highlight, type Segment } from "./excerpt.server.ts";
import { MAX_LETTERS, parseQuery } from "./query.server.ts";
import { searchVector } from "./vector.server.ts";
import { fold, foldWithOrigin, queryWords, titleGrams, wordsOf } from "./words.server.ts";

const maintenance = new URL(inject("adminUrl"));
maintenance.pathname = "/postgres";
const client = new pg.Client({ connectionString: maintenance.href });
await client.connect();
afterAll(() => client.end());

const shown = (segments: Segment[]) =>
  segments.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("");

/** Any UTF-16, halves of pairs and control characters too, much of it Chinese. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(..."家庭教育銘學ＡＢ㎡㈱é𠮷İﬁ 'ab\\:*&|!%_$^()\u0000\ud800\udc00\n"),
  }),
);

it("folds width, case, accents and traditional characters", () => {
  expect(fold("ＡＢＣ１２ 陋室銘 ㎡ E\u0301")).toBe("abc12 陋室铭 m2 é");
  expect(fold("乾隆 乾淨 頭髮 發展")).toBe("乾隆 干净 头发 发展");
});

it("knows where each folded character came from", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { shown: kept, folded, origin } = foldWithOrigin(text);
      expect(kept).toBe(text.normalize("NFC"));
      expect(origin.length).toBe(folded.length + 1);
      expect(origin[folded.length]).toBe(kept.length);
      for (let index = 1; index < origin.length; index++) {
        expect(origin[index]).toBeGreaterThanOrEqual(origin[index - 1] ?? 0);
      }
    }),
  );
});

it("cuts words of the dictionary and keeps words of letters and digits", () => {
  expect(wordsOf("家庭教育促进法")).toEqual(
    expect.arrayContaining(["家庭", "教育", "家庭教育", "促进", "促进法"]),
  );
  expect(queryWords(fold("在 A4 纸上的 Family 教育，2025 年")).words).toEqual([
    "a4",
    "纸",
    "上",
    "family",
    "教育",
    "2025",
    "年",
  ]);
  expect(queryWords("，。！？ 的 了").words).toEqual([]);
});

it("finds every part of a title by its pairs", () => {
  const grams = titleGrams(fold("《家庭》A 教育"));
  expect(grams).toEqual(["_^家", "_家庭", "_庭a", "_a教", "_教育", "_育$"]);
});

it("makes a tsvector of any text", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (title, text) => {
      const vector = searchVector({ title, keywords: title, summary: text, text });
      await client.query("select $1::tsvector", [vector]);
    }),
    { numRuns: 200 },
  );
});

it("makes a tsquery of any query", async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const query = parseQuery(text);
      const asked = [
        query.title,
        query.sameTitle,
        query.titleStart,
        query.titleWords,
        query.rank,
        ...query.steps.map((step) => step.match),
      ].filter((each) => each !== undefined);
      await client.query("select unnest($1::text[])::tsquery", [asked]);
    }),
    { numRuns: 200 },
  );
});

it("weighs title, keywords, summary and text", async () => {
  const vector = searchVector({
    title: "苹果",
    keywords: "香蕉",
    summary: "葡萄",
    text: "西瓜 西瓜",
  });
  const rank = async (word: string) => {
    const { rows } = await client.query("select ts_rank($1::tsvector, $2::tsquery) as rank", [
      vector,
      word,
    ]);
    return rows[0].rank as number;
  };
  const ranks = [await rank("苹果"), await rank("香蕉"), await rank("葡萄"), await rank("西瓜")];
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  expect(new Set(ranks).size).toBe(4);
});

it("holds a text of 100,000 characters in a tsvector, and one that is all different", async () => {
  const long = "家庭教育是父母的第一课，".repeat(8_400);
  const { rows } = await client.query("select length($1::tsvector) as n", [
    searchVector({ title: "长文", keywords: "", summary: "", text: long }),
  ]);
  expect(rows[0].n).toBeGreaterThan(5);
  const all = Array.from({ length: 20_902 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const different = `${all.join("")}${[...all].reverse().join(" ")}${all.join("x")}${"z".repeat(5_000)}`;
  await client.query("select $1::tsvector", [
    searchVector({ title: "字典", keywords: "", summary: "", text: different }),
  ]);
});

it("marks hits through every conversion", () => {
  expect(shown(highlight("劉禹錫《陋室銘》與教育", [fold("陋室铭"), "教育"]))).toBe(
    "劉禹錫《[陋室銘]》與[教育]",
  );
  expect(shown(highlight("面积㎡的Ｆａｍｉｌｙ", ["m2", "family"]))).toBe(
    "面积[㎡]的[Ｆａｍｉｌｙ]",
  );
  expect(shown(highlight("A4 纸与 AA4 纸", ["a4"]))).toBe("[A4] 纸与 AA4 纸");
  expect(shown(highlight("家庭教育", ["家庭教", "庭教育"]))).toBe("[家庭教育]");
});

it("changes no text by marking it", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText, { maxLength: 3 }), (text, terms) => {
      const usable = terms.map(fold).filter(Boolean);
      const segments = highlight(text, usable);
      expect(segments.map((each) => each.text).join("")).toBe(text.normalize("NFC"));
      expect(segments.every((each) => each.text !== "")).toBe(true);
    }),
  );
});

it("cuts an excerpt of about 90 letters where the words stand together", () => {
  const filler = "这一句与所问无关，只是为了把文章写长。".repeat(20);
  const text = `教育。${filler}说到家庭教育，父母是第一任老师。${filler}`;
  const cut = shown(excerpt(text, ["家庭", "教育", "老师"]));
  expect(cut).toMatch(/^……说到\[家庭教育\]，父母是第一任\[老师\]。/);
  expect(cut).toMatch(/……$/);
  expect(cut.length).toBeLessThan(110);
  // A marked word is whole, wherever the excerpt ends or begins.
  for (let before = 40; before < 120; before++) {
    const long = `${"前".repeat(before)}家庭教育促进法${"中".repeat(80 - (before % 30))}家庭教育促进法${"后".repeat(99)}`;
    for (const { text: piece, hit } of excerpt(long, ["家庭教育促进法", "后后"])) {
      if (hit) expect(piece.replace(/后/g, "")).toMatch(/^(家庭教育促进法)?$/);
    }
  }
  expect(shown(excerpt("没有词的短文。", ["家庭"]))).toBe("没有词的短文。");
  expect(excerpt("", ["家庭"])).toEqual([]);
});

it("cuts long queries", () => {
  expect(parseQuery("家".repeat(MAX_LETTERS)).isCut).toBe(false);
  const query = parseQuery(" 教育".repeat(10_000));
  expect(query.isCut).toBe(true);
  expect([...query.text].length).toBeLessThanOrEqual(MAX_LETTERS);
  expect(parseQuery("\u0000 \n\t ").steps).toEqual([]);
});

import { child, type Element, elements, isOn, settingOf } from "./docx-xml.ts";

/** The mark before a numbered paragraph. */
export type Marker = {
  /** As it reads: `一、`, `（二）`, `1.`; "" for a bullet or a level without one. */
  text: string;
  kind: "bullet" | "number" | "text";
  level: number;
  /** Its place among its like, from 1. */
  number: number;
};

type Level = { format: string; text: string; start: number; isLegal: boolean };
type List = { key: string; levels: Map<number, Level>; starts: Map<number, number> };

export type Numbering = (id: string, level: number) => Marker | undefined;

const readLevel = (each: Element): Level => ({
  format: settingOf(each, "w:numFmt") ?? "decimal",
  text: settingOf(each, "w:lvlText") ?? "",
  start: Number(settingOf(each, "w:start") ?? 1) || 0,
  isLegal: isOn(each, "w:isLgl") ?? false,
});

/** Counts through the lists of a document: call it once a numbered paragraph, in their order. */
export function readNumbering(root: Element | undefined): Numbering {
  const abstract = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  for (const each of elements(root)) {
    if (each.name !== "w:abstractNum") continue;
    const levels = elements(each).filter((level) => level.name === "w:lvl");
    abstract.set(
      each.attributes["w:abstractNumId"] ?? "",
      new Map(levels.map((level) => [Number(level.attributes["w:ilvl"]), readLevel(level)])),
    );
  }
  for (const each of elements(root)) {
    if (each.name !== "w:num") continue;
    const key = settingOf(each, "w:abstractNumId") ?? "";
    const levels = new Map(abstract.get(key));
    const starts = new Map<number, number>();
    for (const override of elements(each)) {
      if (override.name !== "w:lvlOverride") continue;
      const index = Number(override.attributes["w:ilvl"]);
      const level = child(override, "w:lvl");
      if (level) levels.set(index, readLevel(level));
      const start = settingOf(override, "w:startOverride");
      if (start !== undefined) starts.set(index, Number(start) || 0);
    }
    lists.set(each.attributes["w:numId"] ?? "", { key, levels, starts });
  }

  /** Lists of one abstract list count on from each other; a start of their own begins at one. */
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (id, index) => {
    const list = lists.get(id);
    const level = list?.levels.get(index);
    if (!list || !level) return undefined;
    const count = counts.get(list.key) ?? [];
    counts.set(list.key, count);
    const start = list.starts.get(index);
    const isFirst = start !== undefined && !begun.has(`${id} ${index}`);
    begun.add(`${id} ${index}`);
    const before = count[index];
    count[index] = isFirst ? start : before === undefined ? level.start : before + 1;
    count.length = index + 1;
    for (let above = 0; above < index; above++) count[above] ??= list.levels.get(above)?.start ?? 1;

    const number = count[index] ?? 1;
    if (level.format === "bullet") return { text: "", kind: "bullet", level: index, number };
    if (level.format === "none") {
      return { text: level.text.replace(/%\d/g, ""), kind: "text", level: index, number };
    }
    const text = level.text.replace(/%([1-9])/g, (_all, digit) => {
      const at = Number(digit) - 1;
      const format = level.isLegal ? "decimal" : (list.levels.get(at)?.format ?? "decimal");
      return numeral(count[at] ?? 1, format);
    });
    const isPlain = level.format === "decimal" && /^%\d[.．]?$/.test(level.text);
    return { text, kind: isPlain ? "number" : "text", level: index, number };
  };
}

const DIGITS = "〇一二三四五六七八九";
const FORMAL = "零壹贰叁肆伍陆柒捌玖";

/** Chinese counting up to 9999: 十一, 二十, 一百零五. */
function chinese(number: number, digits: string, units: readonly string[], zero: string): string {
  if (number <= 0 || number > 9_999) return String(number);
  let text = "";
  let isGap = false;
  for (const [index, letter] of [...String(number)].entries()) {
    const unit = units[String(number).length - 1 - index] ?? "";
    if (letter === "0") isGap = text !== "";
    else {
      text += `${isGap ? zero : ""}${digits[Number(letter)]}${unit}`;
      isGap = false;
    }
  }
  return text;
}

const UNITS = ["", "十", "百", "千"];
const counting = (number: number) => chinese(number, DIGITS, UNITS, "零").replace(/^一十/, "十");

const ROMAN: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(number: number): string {
  if (number <= 0 || number > 4_999) return String(number);
  let left = number;
  return ROMAN.map(([value, letters]) => {
    const times = Math.floor(left / value);
    left -= times * value;
    return letters.repeat(times);
  }).join("");
}

/** a … z, aa, bb …: as Word counts. */
const letter = (number: number): string =>
  number > 0 && number < 1_000
    ? String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
    : String(number);

const wide = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

const STEMS = "甲乙丙丁戊己庚辛壬癸";
const BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
const among = (letters: string) => (number: number) => letters[number - 1] ?? String(number);

const FORMATS: Readonly<Record<string, (number: number) => string>> = {
  decimalZero: (number) => String(number).padStart(2, "0"),
  lowerLetter: letter,
  upperLetter: (number) => letter(number).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (number) => roman(number).toUpperCase(),
  chineseCounting: counting,
  chineseCountingThousand: counting,
  japaneseCounting: counting,
  taiwaneseCounting: counting,
  taiwaneseCountingThousand: counting,
  ideographDigital: (number) =>
    [...String(number)].map((digit) => DIGITS[Number(digit)] ?? digit).join(""),
  chineseLegalSimplified: (number) => chinese(number, FORMAL, ["", "拾", "佰", "仟"], "零"),
  ideographLegalTraditional: (number) => chinese(number, FORMAL, ["", "拾", "佰", "仟"], "零"),
  ideographTraditional: among(STEMS),
  ideographZodiac: among(BRANCHES),
  decimalFullWidth: (number) => wide(String(number)),
  decimalFullWidth2: (number) => wide(String(number)),
  decimalEnclosedCircle: (number) => circled(number),
  decimalEnclosedCircleChinese: (number) => circled(number),
  decimalEnclosedParen: (number) => `(${number})`,
  decimalEnclosedFullstop: (number) => `${number}.`,
  ideographEnclosedCircle: (number) =>
    number >= 1 && number <= 10 ? String.fromCharCode(0x3280 + number - 1) : counting(number),
};

const circled = (number: number): string =>
  number >= 1 && number <= 20 ? String.fromCharCode(0x2460 + number - 1) : String(number);

const numeral = (number: number, format: string): string =>
  FORMATS[format]?.(number) ?? String(number);

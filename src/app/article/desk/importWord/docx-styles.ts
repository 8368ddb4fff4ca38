import { child, type Element, elements, isOn, settingOf } from "./docx-xml.ts";

/** Properties of paragraphs and runs from their style and the styles below it. */
type Style = {
  /** Lower case, as Word names it in English or Chinese: `heading 1`, `caption`. */
  name: string;
  paragraph: Element | undefined;
  run: Element | undefined;
  basedOn: string | undefined;
};

export type Styles = {
  /** The style and those it is based on, nearest first. */
  chain: (id: string | undefined) => Style[];
  defaultParagraph: string | undefined;
};

const MAX_CHAIN = 12;

export function readStyles(root: Element | undefined): Styles {
  const styles = new Map<string, Style>();
  let defaultParagraph: string | undefined;
  for (const each of elements(root)) {
    if (each.name !== "w:style") continue;
    const { "w:styleId": id = "", "w:type": type, "w:default": standard } = each.attributes;
    styles.set(id, {
      name: (settingOf(each, "w:name") ?? "").toLowerCase(),
      paragraph: child(each, "w:pPr"),
      run: child(each, "w:rPr"),
      basedOn: settingOf(each, "w:basedOn"),
    });
    if (type === "paragraph" && /^(1|true)$/.test(standard ?? "")) defaultParagraph = id;
  }
  return {
    defaultParagraph,
    chain(id) {
      const chain: Style[] = [];
      let next = id;
      while (next !== undefined && chain.length < MAX_CHAIN) {
        const style = styles.get(next);
        if (!style) break;
        chain.push(style);
        next = style.basedOn;
      }
      return chain;
    },
  };
}

/** The settings of a paragraph, its own before those of its styles. */
export type ParagraphFacts = {
  /** 0 the highest; undefined: text. */
  level: number | undefined;
  isTitle: boolean;
  isCaption: boolean;
  align: "center" | "right" | undefined;
  /** The first line begins further in. */
  isIndented: boolean;
  numbering: { id: string; level: number } | undefined;
  /** Run settings of the styles, nearest first. */
  runs: (Element | undefined)[];
};

const LEVEL_NAME = /^(?:heading|标题)\s*([1-9])$/;

export function paragraphFacts(own: Element | undefined, styles: Styles): ParagraphFacts {
  const chain = styles.chain(settingOf(own, "w:pStyle") ?? styles.defaultParagraph);
  const places = [own, ...chain.map((style) => style.paragraph)];
  const first = <T>(read: (place: Element) => T | undefined): T | undefined => {
    for (const place of places) {
      const value = place && read(place);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const names = chain.map((style) => style.name);
  const byName = names.map((name) => LEVEL_NAME.exec(name)?.[1]).find(Boolean);
  const outline = first((place) => settingOf(place, "w:outlineLvl"));
  const level = outline === undefined ? (byName ? Number(byName) - 1 : undefined) : Number(outline);
  const jc = first((place) => settingOf(place, "w:jc"));
  const list = first((place) => settingOf(child(place, "w:numPr"), "w:numId"));
  const listLevel = first((place) => settingOf(child(place, "w:numPr"), "w:ilvl"));
  return {
    level: level !== undefined && level >= 0 && level < 9 ? level : undefined,
    isTitle: names.some((name) => name === "title" || name === "标题"),
    isCaption: names.some((name) => /^(caption|题注|figure|table|illustration)$/.test(name)),
    align: jc === "center" ? "center" : jc === "right" || jc === "end" ? "right" : undefined,
    isIndented:
      (first((place) => firstLine(place, "w:firstLineChars")) ?? 0) >= 100 ||
      (first((place) => firstLine(place, "w:firstLine")) ?? 0) >= 200,
    numbering:
      list !== undefined && list !== "0" ? { id: list, level: Number(listLevel) || 0 } : undefined,
    runs: chain.map((style) => style.run),
  };
}

function firstLine(place: Element, name: string): number | undefined {
  const value = child(place, "w:ind")?.attributes[name];
  return value === undefined ? undefined : Number(value) || 0;
}

/** Whether a switch is on for a run: its own setting, its character style's, its paragraph's. */
export function isRunOn(
  own: Element | undefined,
  styles: Styles,
  paragraph: readonly (Element | undefined)[],
  name: string,
): boolean {
  const character = styles.chain(settingOf(own, "w:rStyle")).map((style) => style.run);
  for (const place of [own, ...character, ...paragraph]) {
    const value = isOn(place, name);
    if (value !== undefined) return value;
  }
  return false;
}

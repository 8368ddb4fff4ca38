import {
  FAMILY_BLOCK_STYLES,
  FAMILY_BLOCKS,
  FAMILY_CLASS,
  FAMILY_PART_STYLES,
  FAMILY_PARTS,
  stylesIn,
  styleText,
} from "../../lib/article/family-styles.ts";

/**
 * What the rich-text editor of the family's own clients (Quill) writes, as what we keep: its closed set
 * of classes becomes styles, which every reader shows. The classes stay beside them, so that its editor
 * reads the text back as it was written.
 */

/** Widths of that editor's own style sheet, so that the text looks as it did there. */
const SIZES: Readonly<Record<string, string>> = { small: "0.75em", large: "1.5em", huge: "2.5em" };
const INDENT_EM = 3;

export const FAMILY_CLASSES = Object.fromEntries(
  [...FAMILY_BLOCKS, ...FAMILY_PARTS].map((tag) => [tag, [FAMILY_CLASS]]),
);

/** Bullets of a list that it writes as numbered, told by an attribute. */
export const FAMILY_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries([...FAMILY_BLOCKS, ...FAMILY_PARTS].map((tag) => [tag, ["style"]])),
  a: ["style", "target"],
  li: ["style", "data-list"],
};

const allOf = (tags: readonly string[], styles: Readonly<Record<string, RegExp>>) =>
  Object.fromEntries(
    tags.map((tag) => [
      tag,
      Object.fromEntries(Object.entries(styles).map(([name, value]) => [name, [value]])),
    ]),
  );

export const FAMILY_STYLES: Readonly<Record<string, Record<string, RegExp[]>>> = {
  ...allOf(FAMILY_BLOCKS, FAMILY_BLOCK_STYLES),
  ...allOf(FAMILY_PARTS, FAMILY_PART_STYLES),
};

/** The attributes of a tag with the styles that its classes stand for; a second time changes nothing. */
export function familyAttributes(given: Record<string, string>): Record<string, string> {
  const styles = new Map(stylesIn(given.style ?? ""));
  const classes = (given.class ?? "").split(/\s+/).filter((each) => FAMILY_CLASS.test(each));
  for (const name of classes) {
    const [, kind = "", value = ""] = name.split("-");
    if (kind === "align") styles.set("text-align", value);
    else if (kind === "indent") styles.set("padding-left", `${Number(value) * INDENT_EM}em`);
    else styles.set("font-size", SIZES[value] ?? "");
  }
  if (given["data-list"] === "bullet") styles.set("list-style-type", "disc");
  const style = styleText(styles);
  const { style: _old, ...attribs } = given;
  return style ? { ...attribs, style } : attribs;
}

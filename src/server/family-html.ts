/**
 * What the rich-text editor of the family's own clients (Quill) writes, as what we keep: its closed set
 * of classes becomes styles, which every reader shows. The classes stay beside them, so that its editor
 * reads the text back as it was written.
 */

const CLASS = /^ql-(?:align-(?:center|right|justify)|indent-[1-8]|size-(?:small|large|huge))$/;

/** Widths of that editor's own style sheet, so that the text looks as it did there. */
const SIZES: Readonly<Record<string, string>> = { small: "0.75em", large: "1.5em", huge: "2.5em" };
const INDENT_EM = 3;

const COLOUR =
  /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|[a-z]{3,20})$/i;

/** Lines and the parts of lines that its classes and colours stand on. */
const BLOCKS = "p h2 h3 h4 li blockquote pre".split(" ");
const PARTS = "span strong em b i u s a sub sup code".split(" ");

export const FAMILY_CLASSES = Object.fromEntries(
  [...BLOCKS, ...PARTS].map((tag) => [tag, [CLASS]]),
);

/** Bullets of a list that it writes as numbered, told by an attribute. */
export const FAMILY_ATTRIBUTES: Readonly<Record<string, string[]>> = {
  ...Object.fromEntries([...BLOCKS, ...PARTS].map((tag) => [tag, ["style"]])),
  a: ["style", "target"],
  li: ["style", "data-list"],
};

export const FAMILY_STYLES: Readonly<Record<string, Record<string, RegExp[]>>> = {
  ...Object.fromEntries(
    BLOCKS.map((tag) => [
      tag,
      { "padding-left": [/^(?:3|6|9|12|15|18|21|24)em$/], "list-style-type": [/^disc$/] },
    ]),
  ),
  ...Object.fromEntries(
    PARTS.map((tag) => [
      tag,
      {
        color: [COLOUR],
        "background-color": [COLOUR],
        "font-size": [/^(?:0\.75|1\.5|2\.5)em$/],
      },
    ]),
  ),
};

/** The attributes of a tag with the styles that its classes stand for; a second time changes nothing. */
export function familyAttributes(given: Record<string, string>): Record<string, string> {
  const styles = new Map(
    (given.style ?? "").split(";").flatMap((line): [string, string][] => {
      const at = line.indexOf(":");
      return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
  for (const name of (given.class ?? "").split(/\s+/).filter((each) => CLASS.test(each))) {
    const [, kind = "", value = ""] = name.split("-");
    if (kind === "align") styles.set("text-align", value);
    else if (kind === "indent") styles.set("padding-left", `${Number(value) * INDENT_EM}em`);
    else styles.set("font-size", SIZES[value] ?? "");
  }
  if (given["data-list"] === "bullet") styles.set("list-style-type", "disc");
  const style = [...styles].map(([name, value]) => `${name}:${value}`).join(";");
  const { style: _old, ...attribs } = given;
  return style ? { ...attribs, style } : attribs;
}

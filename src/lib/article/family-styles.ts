/**
 * The closed set of looks that the rich-text editor of the family's own clients (Quill) writes and that we
 * keep: server/fields/family-html.ts lets it through, our own editor carries it along.
 */
export const FAMILY_CLASS =
  /^ql-(?:align-(?:center|right|justify)|indent-[1-8]|size-(?:small|large|huge))$/;

const COLOUR =
  /^(?:#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)|[a-z]{3,20})$/i;

/** Lines and the parts of lines that its classes and colours stand on. */
export const FAMILY_BLOCKS = "p h2 h3 h4 li blockquote pre".split(" ");
export const FAMILY_PARTS = "span strong em b i u s a sub sup code".split(" ");

type Styles = Readonly<Record<string, RegExp>>;

export const FAMILY_BLOCK_STYLES: Styles = {
  "padding-left": /^(?:3|6|9|12|15|18|21|24)em$/,
  "list-style-type": /^disc$/,
};

export const FAMILY_PART_STYLES: Styles = {
  color: COLOUR,
  "background-color": COLOUR,
  "font-size": /^(?:0\.75|1\.5|2\.5)em$/,
};

/** Declarations of a `style` attribute, names in lower case, in its order. */
export const stylesIn = (text: string): [name: string, value: string][] =>
  text.split(";").flatMap((line): [string, string][] => {
    const at = line.indexOf(":");
    return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
  });

/** The same as the text of an attribute. */
export const styleText = (styles: Iterable<readonly [string, string]>): string =>
  [...styles].map(([name, value]) => `${name}:${value}`).join(";");

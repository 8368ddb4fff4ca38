import { array, indent, object as objectOf, tallArray } from "#src/lib/generator/print.ts";

// Pieces of a form's code: plain text that `npm run fix` shapes; texts of the form are literals in it.

/** A text as a literal of the language, whatever stands in it. */
export const literal = (text: string): string =>
  JSON.stringify(text)
    .replace(/\u2028/g, String.raw`\u2028`)
    .replace(/\u2029/g, String.raw`\u2029`)
    // Harmless in a literal, but the linter takes it for a template that lost its ticks.
    .replaceAll("${", String.raw`\u0024{`);

/** `{ a: 1, b: 2 }` */
export const object = (entries: readonly (readonly [key: string, value: string])[]): string =>
  objectOf(entries.map(([key, value]) => `${key}: ${value}`));

/** A list of objects: several take a line each. */
export const list = (items: readonly string[]): string =>
  items.length > 1 ? tallArray(items) : array(items);

/** Code that is no text. */
export type Code = { code: string };

/** An attribute: a text, code in braces, or `true` for its name alone. */
export type Attribute = readonly [name: string, value: Code | string | true];

const attribute = ([name, value]: Attribute): string => {
  if (value === true) return name;
  return `${name}=${typeof value === "string" ? attributeText(value) : `{${value.code}}`}`;
};

/** Of an attribute without braces nothing is ever code, but only harmless texts may stand so. */
const attributeText = (text: string) =>
  /^[^"'\\&<>{}\p{Cc}\u2028\u2029]*$/u.test(text) ? `"${text}"` : `{${literal(text)}}`;

/** A text between tags. */
export const child = (text: string): string =>
  /^[^"'\\&<>{}\p{Cc}\p{Z}\u2028\u2029]+$/u.test(text) ? text : `{${literal(text)}}`;

/** An element around what is code already: a text of `child`, or elements. */
export function element(tag: string, attributes: readonly Attribute[], children = ""): string {
  const head = [`<${tag}`, ...attributes.map(attribute)].join(" ");
  if (children === "") return `${head} />`;
  // The end tag has no type argument.
  return `${head}>${indent(`\n${children}`)}\n</${tag.replace(/<.*/, "")}>`;
}

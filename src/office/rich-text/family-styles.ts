import { Extension, type JSONContent, Mark } from "@tiptap/react";
import {
  FAMILY_BLOCK_STYLES,
  FAMILY_CLASS,
  FAMILY_PART_STYLES,
  FAMILY_PARTS,
  stylesIn,
  styleText,
} from "../../lib/article/family-styles.ts";

// Looks that clients of the family write and our own editor has no tools for: alignment, indent, size and
// colours (lib/article/family-styles.ts). They are carried along, so that a text that was opened and saved here is
// what it was.

/** The mark of ours that a tag stands for; a `span` stands for none. */
const MARK_OF: Readonly<Record<string, string>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underline",
  s: "strike",
  a: "link",
  sub: "subscript",
  sup: "superscript",
  code: "code",
};

const ALIGNED = { "text-align": /^(?:left|center|right|justify)$/ };

const classesOf = (element: HTMLElement): string =>
  [...element.classList].filter((each) => FAMILY_CLASS.test(each)).join(" ");

const stylesOf = (element: HTMLElement, allowed: Readonly<Record<string, RegExp>>): string =>
  styleText(
    stylesIn(element.getAttribute("style") ?? "").filter(
      ([name, value]) => allowed[name]?.test(value) === true,
    ),
  );

/** A look of words, with the tag that has it: a size on a `sub` is not that of a `span` within it. */
export const Dress = Mark.create({
  name: "dress",
  // One within another, each with its own.
  excludes: "",
  addAttributes: () => ({
    on: {
      default: "",
      parseHTML: (element: HTMLElement) => MARK_OF[element.localName] ?? "",
      renderHTML: () => ({}),
    },
    class: { default: "", parseHTML: classesOf },
    style: {
      default: "",
      parseHTML: (element: HTMLElement) => stylesOf(element, FAMILY_PART_STYLES),
    },
  }),
  parseHTML: () => [
    {
      tag: FAMILY_PARTS.join(", "),
      // Before the marks that the tags themselves stand for, which still have their turn.
      priority: 70,
      consuming: false,
      getAttrs: (element: HTMLElement) =>
        classesOf(element) || stylesOf(element, FAMILY_PART_STYLES) ? null : false,
    },
  ],
  renderHTML: ({ HTMLAttributes: { class: classes, style } }) => [
    "span",
    { ...(classes ? { class: classes } : {}), ...(style ? { style } : {}) },
    0,
  ],
});

const carried = (allowed: Readonly<Record<string, RegExp>>) => ({
  familyClass: {
    default: "",
    parseHTML: classesOf,
    renderHTML: ({ familyClass }: Record<string, unknown>) =>
      familyClass ? { class: familyClass } : {},
  },
  familyStyle: {
    default: "",
    parseHTML: (element: HTMLElement) => stylesOf(element, allowed),
    renderHTML: ({ familyStyle }: Record<string, unknown>) =>
      familyStyle ? { style: familyStyle } : {},
  },
});

/** Looks of lines. A paragraph's and a heading's alignment is changed by our own tools. */
export const FamilyLines = Extension.create({
  name: "familyLines",
  addGlobalAttributes: () => [
    { types: ["paragraph", "heading"], attributes: carried(FAMILY_BLOCK_STYLES) },
    {
      types: ["listItem", "blockquote", "codeBlock"],
      attributes: carried({ ...FAMILY_BLOCK_STYLES, ...ALIGNED }),
    },
    {
      types: ["listItem"],
      attributes: {
        familyList: {
          default: "",
          parseHTML: (element: HTMLElement) => element.getAttribute("data-list") ?? "",
          renderHTML: ({ familyList }: Record<string, unknown>) =>
            familyList ? { "data-list": familyList } : {},
        },
      },
    },
    {
      types: ["link"],
      attributes: {
        opensNew: {
          default: false,
          parseHTML: (element: HTMLElement) => element.getAttribute("target") === "_blank",
          renderHTML: () => ({}),
        },
      },
    },
  ],
});

type Attributes = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** `class`, `style` and `data-list` of a line as they are stored; `own` are the styles our tools have set. */
export function lineLook(attrs: Attributes = {}, own: string): Look {
  const { familyClass, familyStyle, familyList, textAlign } = attrs;
  const align = /^(?:center|right|justify)$/.test(String(textAlign)) ? `ql-align-${textAlign}` : "";
  // What our own tool says of the alignment holds; lines without it are those that it cannot change.
  const classes = textOf(familyClass)
    .split(" ")
    .map((each) => ("textAlign" in attrs && each.startsWith("ql-align-") ? align : each))
    .filter(Boolean)
    .join(" ");
  const style = [own, textOf(familyStyle)].filter(Boolean).join(";");
  const all: [string, string][] = [
    ["data-list", textOf(familyList)],
    ["class", classes],
    ["style", style],
  ];
  return all.filter(([, value]) => value !== "");
}

type Look = readonly (readonly [string, string])[];

const dressesOf = ({ marks = [] }: JSONContent) => marks.filter(({ type }) => type === "dress");

const lookOf = (dresses: ReturnType<typeof dressesOf>): Look => {
  const joined = (name: "class" | "style", by: string) =>
    dresses
      .map(({ attrs }) => textOf(attrs?.[name]))
      .filter(Boolean)
      .join(by);
  const all: [string, string][] = [
    ["class", joined("class", " ")],
    ["style", joined("style", ";")],
  ];
  return all.filter(([, value]) => value !== "");
};

/** The look that the tag of a mark has. */
export const markLook = (node: JSONContent, mark: string): Look =>
  lookOf(dressesOf(node).filter(({ attrs }) => attrs?.on === mark));

/** The looks that stand on spans, the outermost first: also those whose mark was taken away here. */
export function spanLooks(node: JSONContent): Look[] {
  const has = (name: string) => node.marks?.some(({ type }) => type === name) === true;
  return dressesOf(node)
    .filter(({ attrs }) => !has(textOf(attrs?.on)))
    .map((each) => lookOf([each]));
}

import { Image } from "@tiptap/extension-image";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { TextAlign } from "@tiptap/extension-text-align";
import { type AnyExtension, Extension, Mark } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { FirstLineIndent, Note, Video } from "./article-nodes.ts";
import { Dress, FamilyLines } from "./family-styles.ts";
import { Find } from "./find.ts";
import { isSafeLink } from "./link-rule.ts";
import { isOwnPicture } from "./to-html.ts";

const pictureIn = (element: HTMLElement): HTMLImageElement | null =>
  element instanceof HTMLImageElement ? element : element.querySelector("img");

const fromPicture = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => pictureIn(element)?.getAttribute(name) ?? null,
});

/** An alignment that came with the text; our tools set none here. Without one the page centres. */
const given = (part: (element: HTMLElement) => HTMLElement | null) => ({
  default: null,
  parseHTML: (element: HTMLElement) => part(element)?.style.textAlign || null,
  renderHTML: () => ({}),
});
const styled = (align: unknown) => (align ? { style: `text-align:${align}` } : {});

/** Foreign pictures are not taken over: the sanitiser would drop them, the reader would be tracked. */
const isTaken = (element: HTMLElement) => {
  const picture = pictureIn(element);
  const isComing = picture?.hasAttribute("data-waiting");
  return isComing || isOwnPicture(picture?.getAttribute("src")) ? null : false;
};

/** A picture with alternative text and caption: `<figure><img><figcaption>`. */
const Figure = Image.extend({
  addAttributes: () => ({
    src: fromPicture("src"),
    alt: fromPicture("alt"),
    width: fromPicture("width"),
    height: fromPicture("height"),
    /** Mark of a pasted picture that is under way; it has no address yet and is not stored. */
    waiting: fromPicture("data-waiting"),
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) =>
        element.querySelector("figcaption")?.textContent?.trim() || null,
    },
    align: given((element) => (element.localName === "figure" ? element : null)),
    captionAlign: given((element) => element.querySelector("figcaption")),
  }),
  parseHTML: () => [
    { tag: "figure", getAttrs: isTaken },
    { tag: "img", getAttrs: isTaken },
  ],
  renderHTML: ({ node }) => {
    const { src, alt, width, height, caption, waiting, align, captionAlign } = node.attrs;
    if (waiting && !src) {
      return [
        "figure",
        { class: "rt-coming" },
        ["img", { "data-waiting": waiting, alt: "图片正在上传" }],
      ];
    }
    const image = ["img", { src, alt: alt ?? "", width, height }];
    const outer = styled(align);
    return caption
      ? ["figure", outer, image, ["figcaption", styled(captionAlign), caption]]
      : ["figure", outer, image];
  },
  addInputRules: () => [],
});

/** A table with its caption; the editor leaves widths to the page. */
const CaptionedTable = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      parseHTML: (element: HTMLElement) =>
        element.querySelector(":scope > caption")?.textContent?.trim() || null,
      renderHTML: () => ({}),
    },
    captionAlign: given((element) => element.querySelector(":scope > caption")),
  }),
  parseHTML: () => [{ tag: "table" }, { tag: "caption", ignore: true }],
  renderHTML: ({ node }) => {
    const { caption, captionAlign } = node.attrs;
    return caption
      ? ["table", ["caption", styled(captionAlign), caption], ["tbody", 0]]
      : ["table", ["tbody", 0]];
  },
}).configure({ resizable: false, View: null });

/** Alignment of cells goes by `textAlign`, as that of paragraphs does. */
const cellAttributes = (parent: (() => Record<string, object>) | undefined) => {
  const { align: _replaced, ...rest } = parent?.() ?? {};
  return rest;
};

const Cell = TableCell.extend({
  addAttributes() {
    return cellAttributes(this.parent);
  },
});

const HeadCell = TableHeader.extend({
  addAttributes() {
    return cellAttributes(this.parent);
  },
});

const script = (name: "subscript" | "superscript", tag: "sub" | "sup") =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

/**
 * Tiptap gives the text the focus a frame later and with it the cursor it had: whoever has pressed
 * Home or End in between is put back. Here it has it at once.
 */
const FocusAtOnce = Extension.create({
  name: "focusAtOnce",
  addCommands: () => ({
    focus:
      () =>
      ({ view, dispatch }) => {
        if (dispatch) view.focus();
        return true;
      },
  }),
});

/** The formatting of a text, no more than server/fields/rich-text.ts keeps. */
export const EXTENSIONS: AnyExtension[] = [
  FocusAtOnce,
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Enter leads out of these; below a table or a picture one needs a line to click on.
    trailingNode: { notAfter: ["heading", "bulletList", "orderedList", "blockquote"] },
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      defaultProtocol: "https",
      isAllowedUri: (url) => isSafeLink(url),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TextAlign.configure({
    types: ["heading", "paragraph", "tableCell", "tableHeader"],
    alignments: ["left", "center", "right", "justify"],
  }),
  FirstLineIndent,
  Video,
  Note,
  Find,
  Figure,
  CaptionedTable,
  TableRow,
  Cell,
  HeadCell,
  script("subscript", "sub"),
  script("superscript", "sup"),
];

/** Code that is dressed as well, like any other words. */
const DressedCode = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((each) => {
      if (each.name === "code") return each.extend({ excludes: "" });
      return each.name === "codeBlock" ? each.extend({ marks: "_" }) : each;
    });
  },
});

/** The same with what server/fields/rich-text.ts keeps of a notice beside: looks that other clients have written. */
export const STYLED_EXTENSIONS: AnyExtension[] = [
  ...EXTENSIONS.map((each) =>
    each.name === "starterKit" ? DressedCode.configure(each.options) : each,
  ),
  FamilyLines,
  Dress,
];

import { escapeHtml, textOf } from "./docx-inline.ts";
import type { PictureShelf } from "./docx-pictures.ts";
import { child, descendants, type Element, elements } from "./docx-xml.ts";
import type { ReportNotes } from "./word-report.ts";

/** Where a part's references lead: `r:id` to the name of a part, or an address outside. */
export type Relations = ReadonlyMap<string, { target: string; isOutside: boolean }>;

export type DrawingContext = {
  relations: Relations;
  shelf: PictureShelf;
  notes: ReportNotes;
  /** Number of the paragraph that is read, for the report. */
  place: () => number;
  /** What a text box holds. */
  boxHtml: (content: Element) => string;
  onPicture: () => void;
};

/** Word's units a pixel. */
const EMU = 9_525;

/** Figures and texts of a `w:drawing`, `w:pict` or `w:object`, in the order they are drawn. */
export function drawingBlocks(drawing: Element, context: DrawingContext): string[] {
  const { notes, place } = context;
  const lose = (kind: string, say: (count: number) => string) =>
    notes.add("lost", kind, say, place());
  const blocks: string[] = [];
  const words = child(child(drawing, "wp:inline") ?? child(drawing, "wp:anchor"), "wp:docPr");
  const extent = child(child(drawing, "wp:inline") ?? child(drawing, "wp:anchor"), "wp:extent");
  const alt = words?.attributes.descr ?? "";

  const walk = (parent: Element) => {
    for (const each of elements(parent)) {
      switch (each.name) {
        case "w:txbxContent": {
          const html = context.boxHtml(each);
          if (!html) break;
          notes.add(
            "changed",
            "文本框",
            (count) => `${count} 个文本框已转为普通段落，位置可能变化`,
            place(),
          );
          blocks.push(html);
          break;
        }
        case "a:blip":
          picture(each.attributes["r:embed"], each.attributes["r:link"], alt, sizeOf(extent));
          break;
        case "v:imagedata":
          picture(each.attributes["r:id"], undefined, each.attributes["o:title"] ?? alt, "");
          break;
        case "c:chart":
          lose("图表", (count) => `${count} 个图表没有带入，请截图后插入`);
          break;
        case "dgm:relIds":
          lose("图形", (count) => `${count} 个 SmartArt 图形没有带入，请截图后插入`);
          break;
        // The same text or picture again, for programs that do not know the first form.
        case "mc:AlternateContent": {
          const first = elements(each).find((choice) => elements(choice).length > 0);
          if (first) walk(first);
          break;
        }
        default:
          walk(each);
      }
    }
  };

  const picture = (
    id: string | undefined,
    link: string | undefined,
    description: string,
    size: string,
  ) => {
    const relation = context.relations.get(id ?? link ?? "");
    if (!relation || relation.isOutside) {
      lose("图片", (count) => `${count} 张图片只是链接，不在文件里，没有带入`);
      return;
    }
    const found = context.shelf.take(relation.target);
    if (typeof found !== "number") {
      lose("图片", found);
      return;
    }
    context.onPicture();
    const alt = escapeHtml(description.slice(0, 400));
    blocks.push(`<figure><img src="picture:${found}" alt="${alt}"${size} /></figure>`);
  };

  // A formula of the old editor is an object with a picture of itself.
  const object = descendants(drawing, "o:OLEObject")[0];
  if (object) {
    const isFormula = /^(Equation|MathType)/i.test(object.attributes.ProgID ?? "");
    if (isFormula) {
      lose("公式", (count) => `${count} 个公式无法识别，已留占位`);
      return ["［公式］"];
    }
    lose("嵌入对象", (count) => `${count} 个嵌入的文件没有带入，请作为附件上传`);
  }
  walk(drawing);
  return blocks;
}

function sizeOf(extent: Element | undefined): string {
  const pixels = ["cx", "cy"].map((name) => Math.round(Number(extent?.attributes[name]) / EMU));
  const [width = 0, height = 0] = pixels;
  const isKnown = width > 0 && height > 0 && width < 10_000 && height < 10_000;
  return isKnown ? ` width="${width}" height="${height}"` : "";
}

/** What a formula says, letter after letter: its layout is lost. */
export const formulaText = (formula: Element): string =>
  descendants(formula, "m:t").map(textOf).join("");

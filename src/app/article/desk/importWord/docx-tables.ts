import { child, type Element, elements, isOn, settingOf } from "./docx-xml.ts";

type Cell = { html: string; align: string; colspan: number; rowspan: number };
type Row = { cells: Cell[]; isHead: boolean };

/** Contents of the cells of a table: HTML, and the alignment of a cell with one paragraph. */
export type ReadCell = (cell: Element) => { html: string; align: string };

/** Rows may stand within content controls and accepted revisions. */
function within(parent: Element, name: string): Element[] {
  return elements(parent).flatMap((each) => {
    if (each.name === name) return [each];
    if (each.name === "w:sdt") return within(child(each, "w:sdtContent") ?? each, name);
    return /^w:(ins|moveTo|customXml|smartTag)$/.test(each.name) ? within(each, name) : [];
  });
}

/**
 * A table with its merged cells. Word says of a cell that it goes on from the one above; HTML says of
 * the one above how far it goes. Rows that are repeated on every sheet become the head.
 */
export function tableHtml(table: Element, read: ReadCell): string {
  const rows: Row[] = [];
  /** Cells that may go on below, by the column they begin in. */
  let above = new Map<number, Cell>();
  for (const row of within(table, "w:tr")) {
    const settings = child(row, "w:trPr");
    if (child(settings, "w:del")) continue;
    const cells: Cell[] = [];
    const next = new Map<number, Cell>();
    let column = 0;
    const skip = (count: number) => {
      if (count > 0) cells.push({ html: "", align: "", colspan: count, rowspan: 1 });
      column += count;
    };
    skip(Number(settingOf(settings, "w:gridBefore")) || 0);
    for (const each of within(row, "w:tc")) {
      const own = child(each, "w:tcPr");
      const colspan = Math.min(99, Math.max(1, Number(settingOf(own, "w:gridSpan")) || 1));
      const merge = child(own, "w:vMerge");
      const isBelow = merge && merge.attributes["w:val"] !== "restart";
      const top = isBelow ? above.get(column) : undefined;
      const { html, align } = read(each);
      const before = settingOf(own, "w:hMerge") === "continue" ? cells.at(-1) : undefined;
      if (before) {
        before.colspan += colspan;
        before.html += html;
      } else if (top && top.colspan === colspan) {
        top.rowspan++;
        top.html += html;
        next.set(column, top);
      } else {
        const cell = { html, align, colspan, rowspan: 1 };
        cells.push(cell);
        if (merge) next.set(column, cell);
      }
      column += colspan;
    }
    skip(Number(settingOf(settings, "w:gridAfter")) || 0);
    above = next;
    rows.push({ cells, isHead: isOn(settings, "w:tblHeader") ?? false });
  }
  if (rows.length === 0) return "";
  const depth = headDepth(rows);
  const head = rows.slice(0, depth).map((row) => rowHtml(row, "th"));
  const body = rows.slice(depth).map((row) => rowHtml(row, "td"));
  return `<table>${head.length > 0 ? `<thead>${head.join("")}</thead>` : ""}<tbody>${body.join("")}</tbody></table>`;
}

/** Rows of the head: not all there are, and none that reaches into the body. */
function headDepth(rows: readonly Row[]): number {
  const first = rows.findIndex((row) => !row.isHead);
  const depth = Math.max(0, first);
  const reaches = rows
    .slice(0, depth)
    .some((row, index) => row.cells.some((cell) => index + cell.rowspan > depth));
  return reaches ? 0 : depth;
}

function rowHtml({ cells }: Row, tag: "th" | "td"): string {
  const inside = cells.map(({ html, align, colspan, rowspan }) => {
    const spans = [
      colspan > 1 ? ` colspan="${Math.min(99, colspan)}"` : "",
      rowspan > 1 ? ` rowspan="${Math.min(99, rowspan)}"` : "",
      tag === "th" ? ' scope="col"' : "",
      align,
    ];
    return `<${tag}${spans.join("")}>${html}</${tag}>`;
  });
  return `<tr>${inside.join("")}</tr>`;
}

/** A loss of an import. */
export type ImportItem = {
  /** lost: something is missing; changed: it reads otherwise; ignored: looks that the site has its own of. */
  level: "lost" | "changed" | "ignored";
  /** 图片, 公式, 文本框 … */
  kind: string;
  text: string;
  /** 第 3、7 段: paragraphs with text, counted from 1. */
  place?: string;
};

export type ImportReport = {
  kept: { paragraphs: number; pictures: number; tables: number; footnotes: number };
  items: ImportItem[];
};

type Level = ImportItem["level"];

const ORDER: readonly Level[] = ["lost", "changed", "ignored"];
const MAX_PLACES = 12;

/** Collects what happened; the same kind of thing becomes one row with its count and its places. */
export class ReportNotes {
  private readonly notes = new Map<
    string,
    { level: Level; kind: string; say: (count: number) => string; count: number; places: number[] }
  >();

  add(level: Level, kind: string, say: (count: number) => string, place?: number): void {
    const key = `${level} ${kind} ${say(0)}`;
    const note = this.notes.get(key) ?? { level, kind, say, count: 0, places: [] };
    note.count++;
    if (place !== undefined && note.places.at(-1) !== place) note.places.push(place);
    this.notes.set(key, note);
  }

  items(): ImportItem[] {
    return [...this.notes.values()]
      .toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level))
      .map(({ level, kind, say, count, places }) => ({
        level,
        kind,
        text: say(count),
        ...(places.length > 0 ? { place: placesText(places) } : {}),
      }));
  }
}

const placesText = (places: readonly number[]): string =>
  places.length > MAX_PLACES
    ? `第 ${places.slice(0, MAX_PLACES).join("、")} 段等 ${places.length} 处`
    : `第 ${places.join("、")} 段`;

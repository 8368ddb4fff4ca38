import type { Db } from "../../db/client.ts";
import type { Context } from "../../server/start/context.ts";
import {
  type CategoryNode,
  categoryTree,
  flatten,
  withDescendants,
} from "../article_type/service.server.ts";
import {
  allNewest,
  byWords,
  type Facet,
  type Filter,
  type Found,
  findMatches,
  findTitles,
  MAX_COUNTED,
  MAX_LISTED,
  MAX_RANKED,
  nearMatches,
  rankFirst,
} from "./find.server.ts";
import { parseQuery, type Query, type Strictness } from "./query.server.ts";
import { readRows, type SearchRow } from "./rows.server.ts";

export type { Segment } from "./excerpt.server.ts";
export type { SearchRow } from "./rows.server.ts";
export { suggestArticles } from "./suggest.server.ts";
export { isSearchedWhole, searchVector, searchVectorSql } from "./vector.server.ts";
export { type Folded, foldWithOrigin } from "./words.server.ts";

export type SearchOptions = {
  q: string;
  /** Categories and all below them; empty or missing: all. */
  typeIds?: number[] | undefined;
  /** Published from this moment on, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
  sort: "relevance" | "newest";
  pageNum: number;
  pageSize: number;
};

type AgeCounts = Record<"all" | "month" | "year" | "older", number>;

export type SearchResult = {
  /** The query as it was searched, and whether it had to be cut at MAX_LETTERS. */
  q: string;
  isCut: boolean;
  /** `any`: no article has all words, these have some. */
  strictness: Strictness;
  rows: SearchRow[];
  /** At most MAX_COUNTED; `isMore`: there are more than that. */
  total: number;
  isMore: boolean;
  /** How many of them can be paged through. */
  listed: number;
  /** The page these rows are: a page past the last one is the last one. */
  pageNum: number;
  /**
   * Top categories with matches, the other filters applied, and those chosen. Without counts, and
   * all of them, where the matches are too many to count.
   */
  types: { id: number; name: string; count: number | undefined }[];
  /** Matches by age, within the categories chosen. */
  ages: AgeCounts | undefined;
};

/**
 * Full-text search over the published articles. Titles that contain the query come first, the same
 * title before longer ones; then what weighs most by its words; then the newest.
 */
export async function searchArticles(
  context: Pick<Context, "db" | "memo">,
  options: SearchOptions,
): Promise<SearchResult> {
  const { db } = context;
  const query = parseQuery(options.q);
  const tree = await categoryTree(context);
  const filter: Filter = {
    typeIds: options.typeIds?.length ? within(tree, options.typeIds) : undefined,
    from: options.from,
    to: options.to,
  };
  const { found, ids, pageNum } = await byWords(db, (tx) => findPage(tx, query, filter, options));
  return {
    q: query.text,
    isCut: query.isCut,
    strictness: found.strictness,
    rows: await readRows(db, ids, query.terms),
    total: Math.min(found.total, MAX_COUNTED),
    isMore: found.total > MAX_COUNTED,
    listed: Math.min(found.total, MAX_LISTED),
    pageNum,
    ...facetsOf(tree, found.facets, options.typeIds ?? [], filter.typeIds),
  };
}

type Matches = Found & { strictness: Strictness; match: string };

async function findPage(
  db: Db,
  query: Query,
  filter: Filter,
  { sort, pageNum, pageSize }: SearchOptions,
): Promise<{ found: Matches; ids: number[]; pageNum: number }> {
  const wanted = Math.min(Math.max(1, pageNum) * pageSize, MAX_LISTED);
  const titled = sort === "relevance" ? await findTitles(db, query, filter) : [];
  // Titles may fill the page: then nothing else has to be put in order.
  const limit = titled.length >= wanted ? 0 : Math.min(wanted + MAX_RANKED, MAX_LISTED);
  let found: Matches = NOTHING;
  for (const { strictness, match } of query.steps) {
    found = { ...(await findMatches(db, match, filter, limit)), strictness, match };
    // With a filter that leaves nothing, the words are found all the same: no laxer search.
    if (found.total > 0 || !found.facets || found.facets.length > 0) break;
  }
  const listed = Math.min(found.total, MAX_LISTED);
  const page = Math.max(1, Math.min(pageNum, Math.ceil(listed / pageSize)));
  const ordered = await (sort === "newest"
    ? byTime(db, filter, found, wanted)
    : byRelevance(db, query, filter, found, titled, wanted));
  return { found, ids: ordered.slice((page - 1) * pageSize, page * pageSize), pageNum: page };
}

const NOTHING: Matches = {
  total: 0,
  facets: [],
  newest: [],
  isSample: false,
  strictness: "all",
  match: "",
};

async function byTime(db: Db, filter: Filter, found: Matches, wanted: number): Promise<number[]> {
  if (!found.isSample) return found.newest;
  const near = await nearMatches(db, found.match, filter);
  return near.length >= wanted ? near : allNewest(db, found.match, filter, wanted);
}

async function byRelevance(
  db: Db,
  query: Query,
  filter: Filter,
  found: Matches,
  titled: number[],
  wanted: number,
): Promise<number[]> {
  if (titled.length >= wanted) return titled;
  const near = found.isSample ? await nearMatches(db, found.match, filter) : [];
  const isTitled = new Set(titled);
  const rest = [...new Set([...near, ...found.newest])].filter((id) => !isTitled.has(id));
  return [...titled, ...(query.rank ? await rankFirst(db, rest, query.rank) : rest)];
}

const within = (tree: CategoryNode[], ids: number[]): number[] => {
  const chosen = (nodes: CategoryNode[]): number[] =>
    nodes.flatMap((node) =>
      ids.includes(node.id) ? withDescendants(node) : chosen(node.children),
    );
  return chosen(tree);
};

/** `chosen`: categories of the address; `typeIds`: these and all below them. */
function facetsOf(
  tree: CategoryNode[],
  facets: Facet[] | undefined,
  chosen: number[],
  typeIds: number[] | undefined,
): Pick<SearchResult, "types" | "ages"> {
  const sum = (test: (facet: Facet) => boolean) =>
    facets?.reduce((total, facet) => (test(facet) ? total + facet.n : total), 0);
  const isTop = new Set(tree.map((node) => node.id));
  const lower = flatten(tree).filter((node) => chosen.includes(node.id) && !isTop.has(node.id));
  const types = [...tree, ...lower].flatMap((node) => {
    const ids = new Set(withDescendants(node));
    const count = sum((facet) => facet.inRange && ids.has(facet.typeId));
    const isShown = count === undefined ? node.bllType === "1" : count > 0;
    const isChosen = chosen.includes(node.id);
    return isShown || isChosen ? [{ id: node.id, name: node.bllName, count }] : [];
  });
  const isInType = (facet: Facet) => typeIds?.includes(facet.typeId) ?? true;
  const count = (test: (facet: Facet) => boolean) =>
    sum((facet) => isInType(facet) && test(facet)) ?? 0;
  const ages = facets && {
    all: count(() => true),
    month: count(({ age }) => age === "month"),
    year: count(({ age }) => age !== "older"),
    older: count(({ age }) => age === "older"),
  };
  return { types, ages };
}

/** tsquery of the articles that have every word of a text; undefined where there is no word in it. */
export const wordsMatch = (text: string): string | undefined => parseQuery(text).steps[0]?.match;

/** Where a word stands in a text: indices of UTF-16 units, `end` behind the last. */
type Match = { word: number; start: number; end: number };

/** Finds all of many words in one walk over a text (Aho-Corasick, 1975). */
export type Finder = (text: string) => Match[];

const UNITS = 0x10000;

/**
 * `words` as they are compared; empty ones are never found. The cost of a search grows with the text
 * and its matches alone, not with the words. Of one word, matches that overlap count once.
 */
export function finderOf(words: readonly string[]): Finder {
  // Edges of the tree by node and unit; nodes are numbers from 0, the root.
  const edges = new Map<number, number>();
  /** Words that end at a node. */
  const ends: number[][] = [[]];
  for (const [index, word] of words.entries()) {
    let node = 0;
    for (let at = 0; at < word.length; at++) {
      const key = node * UNITS + word.charCodeAt(at);
      let next = edges.get(key);
      if (next === undefined) {
        next = ends.push([]) - 1;
        edges.set(key, next);
      }
      node = next;
    }
    if (node > 0) ends[node]?.push(index);
  }
  const { fail, order } = linksOf(edges, ends.length);
  // A word that ends at the node of a shorter suffix ends here as well.
  for (const node of order) ends[node] = [...(ends[node] ?? []), ...(ends[fail[node] ?? 0] ?? [])];

  // Most of a text is at the root, or goes back to it: that step costs no look into the map.
  const first = new Int32Array(UNITS);
  for (const [key, node] of edges) if (key < UNITS) first[key] = node;
  const hasEnds = Uint8Array.from(ends, (here) => (here.length > 0 ? 1 : 0));

  return (text) => {
    const matches: Match[] = [];
    const last = new Map<number, number>();
    let node = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next: number | undefined;
      while (node > 0) {
        next = edges.get(node * UNITS + unit);
        if (next !== undefined) break;
        node = fail[node] ?? 0;
      }
      node = next ?? first[unit] ?? 0;
      if (!hasEnds[node]) continue;
      for (const word of ends[node] ?? []) {
        const end = at + 1;
        const start = end - (words[word]?.length ?? 0);
        if (start < (last.get(word) ?? 0)) continue;
        last.set(word, end);
        matches.push({ word, start, end });
      }
    }
    return matches;
  };
}

/** For each node the one of its longest proper suffix, and all nodes but the root, shallow first. */
function linksOf(edges: ReadonlyMap<number, number>, nodes: number) {
  const below: [unit: number, node: number][][] = Array.from({ length: nodes }, () => []);
  for (const [key, node] of edges) below[Math.floor(key / UNITS)]?.push([key % UNITS, node]);
  const fail = new Int32Array(nodes);
  const order = (below[0] ?? []).map(([, node]) => node);
  for (let at = 0; at < order.length; at++) {
    const node = order[at] ?? 0;
    for (const [unit, child] of below[node] ?? []) {
      let back = fail[node] ?? 0;
      while (back > 0 && !edges.has(back * UNITS + unit)) back = fail[back] ?? 0;
      fail[child] = edges.get(back * UNITS + unit) ?? 0;
      order.push(child);
    }
  }
  return { fail, order };
}

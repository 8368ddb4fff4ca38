import { eq } from "drizzle-orm";
import type { LookedThrough, WordingHit } from "../../lib/article/wording-hits.ts";
import type { Context } from "../../server/start/context.ts";
import { type Folded, foldWithOrigin } from "../search/service.server.ts";
import { type Finder, finderOf } from "./finder.ts";
import { wording } from "./table.server.ts";

const AROUND = 20;

/**
 * What people put between the characters of a word to hide it: blanks, marks that are not seen, and
 * ornaments. A new line parts two sentences.
 */
const BETWEEN = /[^\S\n]|[\p{Cf}·•・*_|~-]/u;

/** By unit: asking the pattern for each character would cost as much as all the rest. */
const isBetween = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  BETWEEN.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** A text without the characters between; `origin` leads back to the units of `shown`. */
function squeezed(text: string): Folded {
  const { shown, folded, origin } = foldWithOrigin(text);
  const units = new Uint16Array(folded.length);
  const places = new Uint32Array(folded.length + 1);
  let length = 0;
  for (let at = 0; at < folded.length; at++) {
    const unit = folded.charCodeAt(at);
    if (isBetween[unit]) continue;
    units[length] = unit;
    places[length] = origin[at] ?? 0;
    length++;
  }
  places[length] = shown.length;
  const kept = Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
  return { shown, folded: kept, origin: places.subarray(0, length + 1) };
}

type Word = typeof wording.$inferSelect;
type Guard = { words: Word[]; find: Finder };

/** The enabled words, ready to be looked for: kept per process under the tag `wording`. */
const guardOf = ({ db, memo }: Pick<Context, "db" | "memo">): Promise<Guard> =>
  memo.get("wording", ["wording"], async () => {
    const words = await db.select().from(wording).where(eq(wording.status, "0"));
    return { words, find: finderOf(words.map(({ word }) => squeezed(word).folded)) };
  });

const isLatin = (char: string | undefined) => char !== undefined && /[a-z\d]/i.test(char);

/** Of a word in Latin letters only a whole one counts: `ad` does not stand in `head`. */
function isWhole(shown: string, start: number, end: number): boolean {
  const isBegun = isLatin(shown[start - 1]) && isLatin(shown[start]);
  return !isBegun && !(isLatin(shown[end - 1]) && isLatin(shown[end]));
}

/**
 * Words of the list that stand in the texts, blocking ones first, else in the order of the texts.
 * Found through blanks, full-width and half-width forms and traditional characters.
 */
export async function findWordingHits(
  context: Pick<Context, "db" | "memo">,
  texts: readonly LookedThrough[],
): Promise<WordingHit[]> {
  const { words, find } = await guardOf(context);
  const hits = texts.flatMap((each) => hitsIn(each, words, find));
  return hits.sort((a, b) => Number(a.level === "warn") - Number(b.level === "warn"));
}

function hitsIn(
  { field, label, text }: LookedThrough,
  words: readonly Word[],
  find: Finder,
): WordingHit[] {
  const { shown, folded, origin } = squeezed(text);
  const hits = new Map<number, WordingHit>();
  for (const match of find(folded)) {
    const word = words[match.word];
    if (!word) continue;
    const start = origin[match.start] ?? 0;
    const end = (origin[match.end - 1] ?? 0) + 1;
    if (!isWhole(shown, start, end)) continue;
    const found = hits.get(word.id);
    if (found) found.count++;
    else {
      hits.set(word.id, {
        wordId: word.id,
        word: word.word,
        level: word.level === "block" ? "block" : "warn",
        kind: word.kind,
        suggestion: word.suggestion,
        field,
        label,
        count: 1,
        context: shown.slice(Math.max(0, start - AROUND), end + AROUND),
      });
    }
  }
  return [...hits.values()];
}

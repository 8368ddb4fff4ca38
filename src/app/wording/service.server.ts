import { eq } from "drizzle-orm";
import type { Context } from "../../server/context.ts";
import type { LookedThrough, WordingHit } from "./hits.ts";
import { wording } from "./table.server.ts";

const AROUND = 20;

/** Words of the list that stand in the texts, in the order of the texts; blocking ones first. */
export async function findWordingHits(
  { db, memo }: Pick<Context, "db" | "memo">,
  texts: readonly LookedThrough[],
): Promise<WordingHit[]> {
  const words = await memo.get("wording", ["wording"], () =>
    db.select().from(wording).where(eq(wording.status, "0")),
  );
  const hits: WordingHit[] = [];
  for (const { field, label, text } of texts) {
    for (const { id, word, level, kind, suggestion } of words) {
      const at = text.indexOf(word);
      if (at < 0) continue;
      hits.push({
        wordId: id,
        word,
        level: level === "block" ? "block" : "warn",
        kind,
        suggestion,
        field,
        label,
        count: text.split(word).length - 1,
        context: text.slice(Math.max(0, at - AROUND), at + word.length + AROUND),
      });
    }
  }
  return hits.sort((a, b) => Number(a.level === "warn") - Number(b.level === "warn"));
}

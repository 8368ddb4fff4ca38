import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { findWordingHits } from "../../wording/service.server.ts";

/** Refuses an answer with words of the list that must not be published (product 7.6): it speaks for the society. */
export async function refuseWords(
  context: Pick<Context, "db" | "memo">,
  text: string,
): Promise<void> {
  const hits = await findWordingHits(context, [{ field: "answer", label: "答复", text }]);
  const words = hits.filter(({ level }) => level === "block").map(({ word }) => `“${word}”`);
  refuseFields({
    answer:
      words.length > 0
        ? `答复含有不能使用的用语${[...new Set(words)].join("、")}，请改写`
        : undefined,
  });
}

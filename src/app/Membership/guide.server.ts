import { eq } from "drizzle-orm";
import type { Context } from "#src/server/start/context.ts";
import { mayRead } from "../article/reading/service.server.ts";
import { newestArticles } from "../article/service.server.ts";
import { article } from "../article/table.server.ts";
import { settings } from "../system/config/service.server.ts";

/** Entries of a setting that has one in each line. */
const linesOf = (text: string | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** What staff say of membership in 网站设置; tag the page with `site`. */
export async function guideTexts(context: Pick<Context, "db" | "memo">) {
  const values = await settings(context);
  return {
    intro: values.get("membership.intro") ?? "",
    prepare: values.get("membership.prepare") ?? "",
    note: values.get("membership.feeNote") ?? "",
    rights: linesOf(values.get("membership.rights")),
    duties: linesOf(values.get("membership.duties")),
    phone: values.get("site.phone") ?? "",
  };
}

export type Download = { name: string; url: string; bytes: number };

/**
 * The files of the 单页 beside the guide, each name once: staff attach a form where they explain it, and
 * it is here. Tag the page with `content`.
 */
export async function guideDownloads(
  { db }: Pick<Context, "db">,
  typeIds: readonly number[],
): Promise<Download[]> {
  const found = await Promise.all(
    typeIds.map(async (typeId) => {
      const [card] = await newestArticles(db, { typeIds: [typeId], limit: 1, topFirst: true });
      if (!card || !mayRead(card.visible, undefined)) return [];
      const [row] = await db
        .select({ attachments: article.attachments })
        .from(article)
        .where(eq(article.id, card.id));
      return row?.attachments ?? [];
    }),
  );
  const byName = new Map(found.flat().map((file) => [file.name, file]));
  return [...byName.values()].map(({ name, url, bytes }) => ({ name, url, bytes }));
}

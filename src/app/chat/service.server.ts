import { asc, eq } from "drizzle-orm";
import type { Context } from "../../server/context.ts";
import { safeHref } from "../../site/category-href.ts";
import type { ChatReply } from "../../site/chat-replies.ts";
import { chatReply } from "./table.server.ts";

/** The enabled replies in their order, kept per process under the tag `site`. */
export function chatReplies({ db, memo }: Pick<Context, "db" | "memo">): Promise<ChatReply[]> {
  return memo.get("chat-replies", ["site"], async () => {
    const rows = await db
      .select()
      .from(chatReply)
      .where(eq(chatReply.status, "0"))
      .orderBy(asc(chatReply.orderNum), asc(chatReply.id));
    return rows.map(({ id, question, keywords, answer, linkUrl }) => ({
      id,
      question,
      keywords: keywords.split(/[,，、;；\s]+/).filter(Boolean),
      answer,
      linkUrl: linkUrl && safeHref(linkUrl),
    }));
  });
}

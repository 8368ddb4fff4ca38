import { asc, eq } from "drizzle-orm";
import { isHours, isWithinHours } from "../../lib/message/quiet-hours.ts";
import type { Context } from "../../server/start/context.ts";
import { safeHref } from "../../site/addresses/category-href.ts";
import type { ChatReply } from "../../site/chat/chat-replies.ts";
import { settings } from "../system/config/service.server.ts";
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
      keywords: wordsOf(keywords),
      answer,
      linkUrl: linkUrl && safeHref(linkUrl),
    }));
  });
}

/** Words of people in danger, as staff keep them in the setting site.crisisWords. */
export async function crisisWordsOf(context: Pick<Context, "db" | "memo">): Promise<string[]> {
  return wordsOf((await settings(context)).get("site.crisisWords") ?? "");
}

/** When people talk in the framed page, and whether that is now; always where the setting names no hours. */
export async function chatHoursOf(context: Pick<Context, "db" | "memo">) {
  const hours = (await settings(context)).get("site.chatHours") ?? "";
  return { hours, isOpen: !isHours(hours) || isWithinHours(hours, new Date()) };
}

const wordsOf = (text: string): string[] => text.split(/[,，、;；\s]+/).filter(Boolean);

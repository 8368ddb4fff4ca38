import type { Db } from "../../db/client.ts";
import type { Permission } from "../../lib/menu/permission.ts";
import { publishTags, type Tag } from "../../server/cache/tags.ts";

/** What the pages of the office read again when they hear of it: the bell, what waits, and who has come. */
export const NEWS = ["notice", "inbox", "door"] as const;
export type News = (typeof NEWS)[number];

/** Whom news concern: all staff, whoever holds a permission, or one person. */
export type Concerned = "staff" | Permission | { userId: number };

/** Where somebody is reached: `staff`, a permission, or `#` and the number of the person. */
export type Address = string;

export const personal = (userId: number): Address => `#${userId}`;

/**
 * Tells the open pages of those concerned that something of a kind changed for them, on every process
 * and when the transaction is committed. What changed is not said: they ask, and are told what they may
 * know (decision 24).
 */
export const tellNews = (tx: Db, news: News, concerned: readonly Concerned[]): Promise<void> =>
  publishTags(
    tx,
    concerned.map(
      (each): Tag => `news:${news}:${typeof each === "string" ? each : personal(each.userId)}`,
    ),
  );

/** What a tag of tellNews says; undefined for any other tag. */
export function readNews(tag: string): { news: News; address: Address } | undefined {
  const [, kind, address] = /^news:([a-z]+):(.+)$/.exec(tag) ?? [];
  const news = NEWS.find((each) => each === kind);
  return news && address ? { news, address } : undefined;
}

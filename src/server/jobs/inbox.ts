import type { Db } from "../../db/client.ts";
import type { Account } from "../http/access.ts";

/** One thing that waits for somebody. */
type InboxItem = {
  id: number;
  title: string;
  /** The task: 审核文章 … */
  note: string;
  /** Who it comes from, by name. */
  from: string;
  waitingSince: Date;
  /** By when it should be done. */
  dueAt: Date;
  /** Page of the office that does it. */
  to: string;
};

/**
 * Waiting tasks of one slice. Slices export theirs as `source` from an `inbox.server.ts`.
 * Nothing is kept twice: a source reads the rows themselves, so a thing that is done is gone. A step
 * that changes what waits tells those concerned (`tellNews` of app/news).
 */
export type InboxSource = {
  /** Key and Chinese name of the kind. */
  kind: string;
  name: string;
  /** How many wait for this person; 0 for who may not do it. */
  count(db: Db, account: Account): Promise<number>;
  /** In the order of `dueAt`, equal ones in that of `id`: `limit` from `offset`. */
  list(db: Db, account: Account, offset: number, limit: number): Promise<InboxItem[]>;
};

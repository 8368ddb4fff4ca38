import type { Db } from "../../db/client.ts";
import type { Env } from "../start/env.ts";

/** One thing that is known of a person, as they read it: Chinese labels with their values, in order. */
export type PersonalRecord = Readonly<Record<string, string>>;

type PersonalPlace = { db: Db; env: Pick<Env, "dataDir"> };

/**
 * What one slice knows of a person. Slices export theirs as `part` from a `personal-data.server.ts`: the person
 * gets a copy of it, and it goes with the account (product 7.2).
 */
export type PersonalPart = {
  /** Key in the JSON copy. */
  name: string;
  /** Its heading. */
  title: string;
  /** Place among the others: in the copy, and when an account is closed. */
  order: number;
  /**
   * `table.column` of each column that names the account. A test wants every such column of the database in a
   * part, or among the exceptions with the reason.
   */
  columns: readonly string[];
  /** All that is the person's own; nothing of others, and no names of staff. */
  read(place: PersonalPlace, userId: number): Promise<PersonalRecord[]>;
  /**
   * Removes it, or makes it nobody's, in the transaction that closes the account. Returns the keys of files whose
   * rows are gone: their bytes go once that is committed.
   */
  erase(tx: Db, userId: number): Promise<readonly string[]>;
};

/** Stands where a name has to stay. */
export const NOBODY = "已注销用户";

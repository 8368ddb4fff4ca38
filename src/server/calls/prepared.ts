import type { Db } from "../../db/client.ts";
import { hasCode } from "../../lib/causes.ts";
import { atPresent } from "./request-transaction.ts";

type Values = Record<string, unknown>;
/** A query of Drizzle whose values are placeholders. */
type Query<T> = { prepare(name: string): { execute(values?: Values): Promise<T> } };

/**
 * A statement that is put together once a process and planned once a connection: for what is asked many
 * times a second, where planning costs more than reading. Its text is the same for all values, and its
 * name stands for that text alone.
 */
export function prepared<T>(
  name: string,
  make: (db: Db) => Query<T>,
): (db: Db, values: Values) => Promise<T> {
  const made = new WeakMap<Db, ReturnType<Query<T>["prepare"]>>();
  return async (db, values) => {
    const own = atPresent(db);
    let statement = made.get(own);
    if (!statement) {
      statement = make(own).prepare(name);
      made.set(own, statement);
    }
    try {
      return await statement.execute(values);
    } catch (error) {
      if (!hasCode(error, PLAN_IS_OLD)) throw error;
      // A migration has changed a column's type since this connection planned the statement. An unnamed
      // one is planned at each call, until the pool ends the connection.
      return make(own).prepare("").execute(values);
    }
  };
}

/** "cached plan must not change result type". */
const PLAN_IS_OLD = /^0A000$/;

import { setTimeout as delay } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { causesOf, hasCode } from "../lib/causes.ts";
import { CONNECT_MS, GOODBYE_MS, KEEPALIVE, trackedSockets } from "./line.ts";

// The only file that makes pools, as line.ts is the only one that makes clients: each of them hears its
// errors, ends what waits too long and can be given up at once.

/** The first argument of every data function: the pool or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  url: string;
  /** Bytes that have come from the server: while they grow, it lives. */
  bytesRead(): number;
  /** Ends all connections at once: waiting queries are refused. New ones are made as needed. */
  abandon(): void;
  close(): Promise<void>;
};

/** Limits of one statement in milliseconds; 0: none. */
type Limits = { lockMs: number; statementMs: number };

/**
 * A request is answered within five seconds: it waits so long for a connection, and so long for a
 * lock. A statement that is at work may take longer, but not for ever.
 */
export const REQUEST_LIMITS: Limits = { lockMs: 2_500, statementMs: 30_000 };
/** Migrations, imports and jobs take what they take. */
const NO_LIMITS: Limits = { lockMs: 0, statementMs: 0 };

// Our identity columns and counts fit a double; the contract sends ids and totals as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How names of columns are written in the database. */
export const CASING = "snake_case";

/**
 * Opens a pool; `max` connections per process. A connection that dies is dropped, never fatal, also
 * while somebody has it: their next query is refused.
 */
export function connect(url: string, max = 10, limits: Limits = NO_LIMITS): Database {
  const line = trackedSockets();
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: KEEPALIVE,
    application_name: "xuehui",
    ...(limits.lockMs ? { lock_timeout: limits.lockMs } : {}),
    ...(limits.statementMs ? { statement_timeout: limits.statementMs } : {}),
    stream: line.open,
  });
  pool.on("error", ignore);
  // The pool takes its own listener off a client that is in use; without one its end would be ours.
  pool.on("connect", (client) => void client.on("error", ignore));
  const db: Db = drizzle(pool, { casing: CASING });
  db.transaction = (act, config) => transactionOn(pool, act, config);
  return {
    db,
    pool,
    url,
    bytesRead: line.bytesRead,
    abandon: line.abandon,
    close: async () => {
      const timer = new AbortController();
      // Who still holds a connection does not keep the process from ending.
      const late = delay(GOODBYE_MS, undefined, { signal: timer.signal }).then(
        line.abandon,
        ignore,
      );
      await Promise.race([pool.end(), late]);
      timer.abort();
    },
  };
}

/**
 * Drizzle's own transaction on a pool keeps the connection for ever when `begin` fails: each one that
 * dies at that moment would make the pool smaller. Here it always goes back, or away when it is broken.
 */
async function transactionOn<T>(
  pool: pg.Pool,
  act: (tx: Transaction) => Promise<T>,
  config?: Parameters<Db["transaction"]>[1],
): Promise<T> {
  const client = await pool.connect();
  try {
    return await drizzle(client, { casing: CASING }).transaction(act, config);
  } finally {
    client.release(client.getTransactionStatus() !== "I");
  }
}

type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

const ignore = () => undefined;

/**
 * Whether an error says that the database itself could not be reached or is on its way down or up, as
 * opposed to one that it answered.
 */
export const isUnreachable = (error: unknown): boolean =>
  hasCode(error, GONE) ||
  causesOf(error).some((each) => SILENT.test((each as { message?: string }).message ?? ""));

const GONE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|57P0[123]|08\w{3})$/;
const SILENT =
  /timeout exceeded when trying to connect|Connection terminated|timeout expired|Query read timeout|not queryable/;

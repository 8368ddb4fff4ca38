import { AsyncLocalStorage } from "node:async_hooks";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { CASING, type Database, type Db } from "../../db/client.ts";

// A call that writes has one transaction: it opens with the first write, and stays open until the
// answer is known, so that what belongs to the answer (its row of the operation log, the answer to a
// repeated call) is committed with the write or not at all. Handlers go on using `context.db`.

/** The transaction of one call. */
export type RequestTransaction = {
  /** Whether anything was written, so that a connection is held. */
  readonly isOpen: boolean;
  /** Called inside the transaction as soon as it opens; what it throws, the write throws. */
  onOpen: ((tx: Db) => Promise<void>) | undefined;
  /**
   * Runs `last` inside, commits, and then does what waits for that. Nothing open: does nothing.
   * @throws what `last` or the commit throws; then nothing of the call was written.
   */
  commit(last: (tx: Db) => Promise<void>): Promise<void>;
  /** Opens it although nothing is written yet. */
  open(): Promise<void>;
  /** Undoes the writes. */
  rollback(): Promise<void>;
  /** Runs a handler whose `context.db` is this transaction. */
  run<T>(handler: () => T | PromiseLike<T>): Promise<T>;
};

type Scope = {
  work: Work;
  /** Inside of a `db.transaction`: it has the connection to itself. */
  isInside: boolean;
};

const scopes = new AsyncLocalStorage<Scope | undefined>();

const raw = new WeakMap<Db, Db>();
const joinedTo = new WeakMap<Db, Db>();

/**
 * What a query of this database runs on right now: inside the call's transaction while one is open, else
 * on the pool. For statements that are kept: the database itself chooses anew for each query. A
 * transaction is given back as it is.
 */
export const atPresent = (db: Db): Db =>
  (isHolding() ? joinedTo.get(db) : undefined) ?? raw.get(db) ?? db;

/**
 * A database beside the call's transaction: what is written there stays, whatever becomes of the call,
 * and holds no lock until its end. For counters of attempts, and for work that waits for others. A
 * transaction is given back as it is.
 */
export const apart = (db: Db): Db => raw.get(db) ?? db;

/** Whether the call that runs here holds a connection: it must not wait for a second one. */
export const isHolding = (): boolean => scopes.getStore()?.work.isOpen ?? false;

/** Runs work that is not the call's own, such as loading what many calls will read. */
export const outside = <T>(work: () => T | PromiseLike<T>): Promise<T> =>
  // A query that is handed on is asked when somebody waits for it: that must be in here.
  scopes.run(undefined, async () => await work());

/**
 * Does what must not happen before the write holds, such as removing bytes: behind the commit of the
 * call, or at once where no transaction of a call is open. It reports its own errors.
 */
export async function afterCommit(work: () => Promise<unknown>): Promise<void> {
  const scope = scopes.getStore();
  if (scope?.work.isOpen) scope.work.committed.push(work);
  else await work();
}

/** Does something behind the commit of the call; nothing where no transaction of a call is open. */
export function onceCommitted(work: () => void): void {
  const scope = scopes.getStore();
  if (scope?.work.isOpen) scope.work.committed.push(async () => work());
}

/** Does what takes back a step outside of the database, should the call's transaction not hold. */
export function afterRollback(work: () => Promise<unknown>): void {
  const scope = scopes.getStore();
  if (scope?.work.isOpen) scope.work.undone.push(work);
}

/** Opens transactions of calls on a pool. `db` is what slices get as `context.db`. */
export function requestTransactions(database: Database): {
  db: Db;
  begin(): RequestTransaction;
} {
  const { pool, db: pooled } = database;
  const dialect = new PgDialect({ casing: CASING });
  const client = {
    query: (config: pg.QueryConfig, values: unknown[]) => {
      const scope = scopes.getStore();
      if (!scope || scope.work.isOver) return pool.query(config, values);
      return scope.isInside
        ? scope.work.client.query(config, values)
        : scope.work.statement((own) => own.query(config, values));
    },
  };
  const session = new NodePgSession(client as unknown as pg.PoolClient, dialect, undefined);
  const joined: Db = new NodePgTransaction(dialect, session, undefined);

  const transaction: Db["transaction"] = (act, config) => {
    const scope = scopes.getStore();
    // A picture of its own (repeatable read, read only) is no part of the call's writes.
    if (!scope || scope.work.isOver || config) return pooled.transaction(act, config);
    if (scope.isInside) return joined.transaction(act);
    return scope.work.transaction(joined, act as (tx: Db) => Promise<unknown>) as ReturnType<
      typeof act
    >;
  };
  const db = new Proxy(pooled, {
    get(_target, name) {
      if (name === "transaction") return transaction;
      const scope = scopes.getStore();
      const isJoined = scope && !scope.work.isOver && (scope.work.isOpen || WRITES.has(name));
      const target = isJoined ? joined : pooled;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  raw.set(db, pooled);
  joinedTo.set(db, joined);
  return { db, begin: () => new Work(pool, joined) };
}

/** Of these the first opens the transaction; what is read before it is read on any connection. */
const WRITES: ReadonlySet<string | symbol> = new Set(["insert", "update", "delete", "execute"]);

class Work implements RequestTransaction {
  onOpen: RequestTransaction["onOpen"];
  isOver = false;
  committed: (() => Promise<unknown>)[] = [];
  undone: (() => Promise<unknown>)[] = [];
  #held: pg.PoolClient | undefined;
  /** One statement or transaction at a time: savepoints of two would cross. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #pool: pg.Pool;
  readonly #joined: Db;

  constructor(pool: pg.Pool, joined: Db) {
    this.#pool = pool;
    this.#joined = joined;
  }

  get isOpen(): boolean {
    return this.#held !== undefined;
  }

  get client(): pg.PoolClient {
    if (!this.#held) throw new Error("the transaction of the call is over");
    return this.#held;
  }

  run<T>(handler: () => T | PromiseLike<T>): Promise<T> {
    return scopes.run({ work: this, isInside: false }, async () => await handler());
  }

  /** A statement outside of any `db.transaction`: when it fails, what was written before stays. */
  statement<T>(query: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (!this.isOpen) return this.#first(() => query(this.client));
      await this.client.query("savepoint statement");
      try {
        const result = await query(this.client);
        await this.client.query("release savepoint statement");
        return result;
      } catch (error) {
        await this.client.query("rollback to savepoint statement");
        throw error;
      }
    });
  }

  transaction<T>(joined: Db, act: (tx: Db) => Promise<T>): Promise<T> {
    return this.#inTurn(() =>
      this.isOpen
        ? this.#inside(() => joined.transaction(act))
        : this.#first(() => this.#inside(() => act(joined))),
    );
  }

  commit(last: (tx: Db) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.isOpen) {
        try {
          await this.#inside(() => last(this.#joined));
          await this.client.query("commit");
        } catch (error) {
          await this.#undo();
          throw error;
        }
        this.#release();
      }
      this.isOver = true;
      await doAll(this.committed);
    });
  }

  open(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.isOpen) await this.#first(async () => undefined);
    });
  }

  rollback(): Promise<void> {
    return this.#inTurn(async () => {
      this.isOver = true;
      if (this.isOpen) await this.#undo();
    });
  }

  /** Opens, and closes again when the first thing written fails: it holds nothing then. */
  async #first<T>(write: () => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    client.on("error", ignore);
    this.#held = client;
    try {
      await client.query("begin");
      const { onOpen } = this;
      if (onOpen) await this.#inside(() => onOpen(this.#joined));
      return await write();
    } catch (error) {
      await this.#undo();
      throw error;
    }
  }

  async #undo(): Promise<void> {
    const problem = await this.client.query("rollback").then(
      () => undefined,
      (error: Error) => error,
    );
    this.#release(problem);
    this.committed = [];
    await doAll(this.undone);
  }

  /** A connection that could not even roll back is of no use to anybody. */
  #release(problem?: Error): void {
    const client = this.client;
    this.#held = undefined;
    client.off("error", ignore);
    client.release(problem);
  }

  #inside<T>(act: () => Promise<T>): Promise<T> {
    return scopes.run({ work: this, isInside: true }, async () => await act());
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(ignore);
    return turn;
  }
}

const ignore = () => undefined;

async function doAll(works: (() => Promise<unknown>)[]): Promise<void> {
  for (const work of works.splice(0)) await outside(work).catch(ignore);
}

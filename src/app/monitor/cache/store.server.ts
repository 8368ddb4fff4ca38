import type { Permission } from "#src/lib/menu/permission.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { AppError, FORBIDDEN } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";

/** One name of the cache list and what stands behind it. Keys are without the name. */
export type Store = {
  /** Ends with a colon, as the contract's clients expect. */
  cacheName: string;
  remark: string;
  /** `copy`: read anew when dropped. `record`: rows of their own, which clearing all must not touch. */
  kind: "copy" | "record";
  /**
   * Permissions that clearing needs besides monitor:cache:list, as on the pages where these rows are
   * at home: for one key, and for all.
   */
  needs: { one: readonly Permission[]; all: readonly Permission[] };
  /** Permissions of which reading needs one, where keys or values tell of people; empty: none. */
  reads: readonly Permission[];
  /** Sorted, at most MAX_KEYS. */
  keys(context: Context): Promise<string[]>;
  /** How many rows there are; of copies, how many this process holds. */
  count(context: Context): Promise<number> | number;
  /** What may be shown of a key; undefined when it is gone. */
  value(context: Context, key: string): Promise<object | undefined>;
  /** Clears one key, or all of undefined, on every process. What is gone already is no error. */
  clear(context: Context, key: string | undefined, account: Account): Promise<void>;
};

/** Nobody looks through more. */
export const MAX_KEYS = 5_000;

export const NOTHING_NEEDED: Store["needs"] = { one: [], all: [] };

/** @throws AppError 403 when keys and values are for others to read. */
export function checkReads({ reads }: Store, account: Account): void {
  if (reads.length > 0 && !reads.some((permission) => hasPermission(account, permission))) {
    throw new AppError(FORBIDDEN, { code: 403 });
  }
}

/** @throws AppError 403 when clearing needs a permission that the caller does not hold. */
export function checkNeeds(store: Store, what: "one" | "all", account: Account): void {
  if (!store.needs[what].every((permission) => hasPermission(account, permission))) {
    throw new AppError(FORBIDDEN, { code: 403 });
  }
}

import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#src/db/client.ts";
import type { Permission } from "#src/lib/menu/permission.ts";
import { type Account, hasPermission } from "#src/server/http/access.ts";
import { AppError, FORBIDDEN } from "#src/server/http/errors.ts";
import {
  deptOf,
  isScoped,
  NOTHING,
  type Scope,
  type ScopedPermission,
  scopesOf,
} from "./given/service.server.ts";

/** How the rows of a table lie within departments and belong to people. */
export type Bounds = {
  /** Whose a row is: one's own rows are always in reach. */
  owner?: PgColumn;
  /** The department of a row; where that is no column, the rows of at least one department. */
  dept: PgColumn | ((deptIds: number[]) => SQL | undefined);
  /**
   * Of the table of accounts: nobody owns their account, it is in reach by the scope "only oneself"
   * and not otherwise (wire 4.5).
   */
  self?: PgColumn;
};

/** A row that has an owner, as `covers` judges it. */
type Owned = { ownerId: number | null; deptId: number | null };

/** What one person may do, and whose rows each permission reaches: read once a request. */
export type Reach = {
  account: Account;
  /** The person's own department. */
  deptId: number | null;
  has(permission: Permission): boolean;
  scope(permission: ScopedPermission): Scope;
  /** Condition for the rows that the permission reaches; of no row for who does not hold it. */
  where(permission: ScopedPermission, bounds: Bounds): SQL;
  /** The same of one row at hand. */
  covers(permission: ScopedPermission, row: Owned): boolean;
  /** @throws AppError 403 where the permission does not cover the row. */
  require(permission: ScopedPermission, row: Owned): void;
  /**
   * Refuses with this text when a row of these ids lies outside. Who reaches all is not asked whether
   * the rows are there.
   * @throws AppError
   */
  requireRows(
    db: Db,
    permission: ScopedPermission,
    rows: Bounds & { id: PgColumn; refusal: string },
    ids: readonly number[],
  ): Promise<void>;
};

/** Each request has an account object of its own (access.ts), so a reading kept by it ends with the request. */
const readings = new WeakMap<Account, Promise<Reach>>();

/**
 * The reach of the account of a request. It stays as it was first read, as the account's permissions
 * do; what must be compared as it is at this moment is read by scopesOf().
 */
export function reachOf(db: Db, account: Account): Promise<Reach> {
  const found = readings.get(account) ?? readReach(db, account);
  readings.set(account, found);
  return found;
}

async function readReach(db: Db, account: Account): Promise<Reach> {
  const deptId = await deptOf(db, account.userId);
  const scopes = await scopesOf(db, account, deptId);
  const has = (permission: Permission) => hasPermission(account, permission);
  const scope = (permission: ScopedPermission) => {
    // Were it not in the list, nothing would keep people from handing on more rows than they have.
    if (!isScoped(permission)) throw new Error(`${permission} has no data scope: see SCOPED_NOUNS`);
    return scopes.get(permission) ?? NOTHING;
  };
  const where = (permission: ScopedPermission, bounds: Bounds) =>
    has(permission) ? within(scope(permission), account, bounds) : sql`false`;
  const covers = (permission: ScopedPermission, { ownerId, deptId: ofRow }: Owned) => {
    if (!has(permission)) return false;
    const { isAll, deptIds } = scope(permission);
    if (isAll || ownerId === account.userId) return true;
    return ofRow !== null && deptIds.includes(ofRow);
  };
  return {
    account,
    deptId,
    has,
    scope,
    where,
    covers,
    require(permission, row) {
      if (!covers(permission, row)) throw new AppError(FORBIDDEN, { code: 403 });
    },
    async requireRows(from, permission, { id, refusal, ...bounds }, ids) {
      if (scope(permission).isAll) return;
      const inside = and(inArray(id, [...ids]), where(permission, bounds));
      if ((await from.$count(id.table, inside)) < new Set(ids).size) throw new AppError(refusal);
    },
  };
}

/** A scope in somebody's hands as a condition on a table: nothing else turns one into SQL. */
export function within(
  { isAll, deptIds, withSelf }: Scope,
  { userId }: Pick<Account, "userId">,
  { owner, dept, self }: Bounds,
): SQL {
  if (isAll) return sql`true`;
  const inDepts = typeof dept === "function" ? dept : (ids: number[]) => inArray(dept, ids);
  const conditions = [
    owner && eq(owner, userId),
    self && withSelf ? eq(self, userId) : undefined,
    deptIds.length > 0 ? inDepts(deptIds) : undefined,
  ];
  return or(...conditions) ?? sql`false`;
}

/** Refuses when one of the ids lies outside: `没有权限访问部门数据！`. */
export function requireDeptsInScope(scope: Scope, deptIds: readonly number[]): void {
  if (scope.isAll || deptIds.every((deptId) => scope.deptIds.includes(deptId))) return;
  throw new AppError("没有权限访问部门数据！");
}

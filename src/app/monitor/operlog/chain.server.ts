import { eq, inArray } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { placeOf } from "#src/lib/address/address.ts";
import type { Operation } from "#src/server/log/oper-log.ts";
import { textMark } from "#src/server/secrets/secret-box.ts";
import type { Context } from "#src/server/start/context.ts";
import { dept } from "../../system/dept/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { operLog, operLogHead } from "./table.server.ts";

// The chain of security 4.6: a row's mark is made with a key that the database does not hold, over
// the mark of the row before and all it says. Its end is kept in the file store (anchor.server.ts), so
// that a cut tail is noticed too.

export type Row = typeof operLog.$inferSelect;

/** Everything a row's mark covers, in an order that never changes. */
const COVERED = [
  "operId",
  "title",
  "businessType",
  "method",
  "requestMethod",
  "operatorType",
  "operName",
  "deptName",
  "operUrl",
  "operIp",
  "operLocation",
  "operParam",
  "jsonResult",
  "status",
  "errorMsg",
  "operTime",
  "costTime",
  "previousHash",
] as const satisfies readonly (keyof Row)[];

/** Makes the mark of a row. */
export function rowMark(dataDir: string): (row: Omit<Row, "hash">) => string {
  const mark = textMark(dataDir, "sys_oper_log");
  return (row) => mark(JSON.stringify(COVERED.map((name) => row[name])));
}

/**
 * Adds rows to the end of the chain, as the last thing in a transaction: writers of all processes come
 * one after the other, each holds the end of the chain until its commit.
 */
export async function appendOperations(
  { env }: Pick<Context, "env">,
  tx: Db,
  operations: Operation[],
): Promise<void> {
  const mark = rowMark(env.dataDir);
  const deptNames = await deptNamesOf(tx, operations);
  const [head] = await tx.select().from(operLogHead).for("update");
  if (!head) throw new Error("sys_oper_log_head has lost its row");
  let { lastId: operId, lastHash: hash } = head;
  const rows = operations.map(({ userId, ...operation }): Row => {
    operId++;
    const row = {
      ...operation,
      operId,
      operatorType: 1,
      deptName: deptNames.get(userId) ?? "",
      operLocation: placeOf(operation.operIp),
      previousHash: hash,
    };
    hash = mark(row);
    return { ...row, hash };
  });
  const end = tx
    .$with("chain_end")
    .as(tx.update(operLogHead).set({ lastId: operId, lastHash: hash }).returning());
  await tx.with(end).insert(operLog).values(rows);
}

async function deptNamesOf(db: Db, operations: Operation[]): Promise<Map<number, string>> {
  const userIds = [...new Set(operations.map((operation) => operation.userId))];
  const rows = await db
    .select({ userId: user.userId, deptName: dept.deptName })
    .from(user)
    .innerJoin(dept, eq(dept.deptId, user.deptId))
    .where(inArray(user.userId, userIds));
  return new Map(rows.map((row) => [row.userId, row.deptName]));
}

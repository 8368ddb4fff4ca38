import fs from "node:fs/promises";
import path from "node:path";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { placeOf } from "../../../lib/address.ts";
import type { Context } from "../../../server/context.ts";
import type { Operation } from "../../../server/oper-log.ts";
import { textMark } from "../../../server/secret-box.ts";
import { dept } from "../../system/dept/table.server.ts";
import { user } from "../../system/user/table.server.ts";
import { operLog, operLogHead } from "./table.server.ts";

// The chain of security.md 4.6: a row's mark is made with a key that the database does not hold, over
// the mark of the row before and all it says. After each commit the end of the chain goes to a file
// of its own, so that a cut tail is noticed too.

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

/** One line a commit: `{operId, hash}` of its last row. */
export const anchorFile = (dataDir: string): string =>
  path.join(dataDir, "audit", "oper-log.jsonl");

/**
 * Adds rows to the end of the chain, as the last thing in a transaction: writers of all processes come
 * one after the other, each holds the end of the chain until its commit.
 * @returns what is to be done behind the commit: it puts the end down outside of the database.
 */
export async function appendOperations(
  { env, log }: Pick<Context, "env" | "log">,
  tx: Db,
  operations: Operation[],
): Promise<() => Promise<void>> {
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
  return () =>
    anchor(env.dataDir, { operId, hash }).catch((error: unknown) => {
      log.error({ err: error, operId, hash }, "end of the operation log was not anchored");
    });
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

async function anchor(dataDir: string, last: { operId: number; hash: string }): Promise<void> {
  const file = anchorFile(dataDir);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.appendFile(file, `${JSON.stringify(last)}\n`, { mode: 0o600 });
}

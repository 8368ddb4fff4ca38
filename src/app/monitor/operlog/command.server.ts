import fs from "node:fs";
import readline from "node:readline";
import { asc, gt } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { Command } from "../../../server/commands.ts";
import { anchorFile, rowMark } from "./chain.server.ts";
import { operLog, operLogHead } from "./table.server.ts";

/** Rows read at a time. */
const BATCH = 2_000;

/**
 * `npm run audit:verify`: walks the operation log from its first row to its last and names the first
 * row that is not as it was written.
 * @returns exit code 0 for a whole chain, else 1.
 */
export const auditVerifyCommand: Command = async (db, _args, env) => {
  const anchors = await readAnchors(env.dataDir);
  // One picture of the table, whatever is written meanwhile.
  const problem = await db.transaction((tx) => firstProblem(tx, env.dataDir, anchors), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  console.log(typeof problem === "number" ? `操作日志完整，共 ${problem} 条` : problem);
  return typeof problem === "number" ? 0 : 1;
};

/** The number of good rows, or what is wrong with the first bad one. */
async function firstProblem(
  db: Db,
  dataDir: string,
  anchors: ReadonlyMap<number, string>,
): Promise<number | string> {
  const mark = rowMark(dataDir);
  let lastId = 0;
  let lastHash = "";
  for (;;) {
    const rows = await db
      .select()
      .from(operLog)
      .where(gt(operLog.operId, lastId))
      .orderBy(asc(operLog.operId))
      .limit(BATCH);
    for (const { hash, ...row } of rows) {
      const { operId } = row;
      if (operId !== lastId + 1) return `第 ${lastId + 1} 条缺失`;
      if (row.previousHash !== lastHash) return `第 ${operId} 条与前一条衔接不上`;
      if (mark(row) !== hash) return `第 ${operId} 条被改动`;
      if ((anchors.get(operId) ?? hash) !== hash) return `第 ${operId} 条与留存的校验值不符`;
      lastId = operId;
      lastHash = hash;
    }
    if (rows.length < BATCH) break;
  }
  const [head] = await db.select().from(operLogHead);
  let end = head?.lastId ?? 0;
  for (const operId of anchors.keys()) end = Math.max(end, operId);
  if (end > lastId) return `第 ${lastId + 1} 条缺失`;
  if (head?.lastId !== lastId || head.lastHash !== lastHash)
    return `第 ${lastId} 条之后的链尾被改动`;
  return lastId;
}

/** Ends of the chain that were put down outside of the database; a line cut by a crash is no line. */
async function readAnchors(dataDir: string): Promise<Map<number, string>> {
  const anchors = new Map<number, string>();
  const file = anchorFile(dataDir);
  if (!fs.existsSync(file)) return anchors;
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const match = /^\{"operId":(\d{1,15}),"hash":"([0-9a-f]{64})"\}$/.exec(line);
    if (match?.[1] && match[2]) anchors.set(Number(match[1]), match[2]);
  }
  return anchors;
}

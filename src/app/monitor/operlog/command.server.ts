import { asc, gt } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { openFileStore } from "#src/server/files/open-file-store.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Command } from "#src/server/start/commands.ts";
import { type Anchor, readAnchors } from "./anchor.server.ts";
import { rowMark } from "./chain.server.ts";
import { operLog, operLogHead } from "./table.server.ts";

/** Rows read at a time. */
const BATCH = 2_000;

/**
 * `npm run audit:verify`: walks the operation log from its first row to its last and names the first
 * row that is not as it was written. Any machine of the installation can.
 * @returns exit code 0 for a whole chain, else 1.
 */
export const auditVerifyCommand: Command = async (db, _args, env) => {
  let anchors: Anchor[];
  try {
    anchors = await readAnchors({ files: await openFileStore(env), env });
  } catch (error) {
    // Without them a cut end is not seen: that must not pass for a whole chain.
    console.log(error instanceof AppError ? error.message : UNREADABLE);
    return 1;
  }
  // One snapshot of the table: rows written meanwhile are not in it.
  const problem = await db.transaction((tx) => firstProblem(tx, env.dataDir, anchors), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  if (typeof problem === "string") {
    console.log(problem);
    return 1;
  }
  const isBlind = problem > 0 && anchors.length === 0;
  console.log(`操作日志完整，共 ${problem} 条${isBlind ? BLIND : ""}`);
  return 0;
};

const UNREADABLE = "留存的日志链尾无法读取，不能确认日志末尾是否被截短";
const BLIND = "；没有找到留存的链尾，不能确认末尾是否被截短（系统启动后会自动留存）";

/** The number of good rows, or the fault of the first bad one. */
async function firstProblem(
  db: Db,
  dataDir: string,
  anchors: readonly Anchor[],
): Promise<number | string> {
  const mark = rowMark(dataDir);
  const kept = Map.groupBy(anchors, ({ operId }) => operId);
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
      if (kept.get(operId)?.some((each) => each.hash !== hash)) {
        return `第 ${operId} 条与留存的校验值不符`;
      }
      lastId = operId;
      lastHash = hash;
    }
    if (rows.length < BATCH) break;
  }
  const [head] = await db.select().from(operLogHead);
  let end = head?.lastId ?? 0;
  for (const { operId } of anchors) end = Math.max(end, operId);
  if (end > lastId) return `第 ${lastId + 1} 条缺失`;
  if (head?.lastId !== lastId || head.lastHash !== lastHash)
    return `第 ${lastId} 条之后的链尾被改动`;
  return lastId;
}

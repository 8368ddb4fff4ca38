import { eq, sql } from "drizzle-orm";
import type { Task, Tasks } from "#src/server/jobs/tasks.ts";
import { removeBytes } from "../../common/upload/service.server.ts";
import { closeAccount, dueClosures } from "./service.server.ts";
import { accountClosure } from "./table.server.ts";

const closeAccounts: Task = {
  label: "注销申请已满 15 天的账号，删除个人信息",
  maxSeconds: 600,
  run: async ({ db, files, log }, _args, signal) => {
    let closed = 0;
    let kept = 0;
    for (const id of await dueClosures(db)) {
      if (signal.aborted) break;
      // What is wrong with one account keeps no other from being closed.
      const outcome = await closeAccount(db, id).catch((error: unknown) => {
        log.error({ err: error, closure: id }, "an account was not closed");
        return "kept" as const;
      });
      if (outcome === "closed") closed++;
      if (outcome === "kept") kept++;
    }
    // Also of a run that died between its commit and this.
    const left = await db
      .select()
      .from(accountClosure)
      .where(sql`cardinality(${accountClosure.filesLeft}) > 0`);
    for (const { id, filesLeft } of left) {
      for (const key of filesLeft) await removeBytes(files, key);
      await db.update(accountClosure).set({ filesLeft: [] }).where(eq(accountClosure.id, id));
    }
    return `注销 ${closed} 个账号，未能注销 ${kept} 个`;
  },
};

export const tasks: Tasks = { "personalTask.closeAccounts": closeAccounts };

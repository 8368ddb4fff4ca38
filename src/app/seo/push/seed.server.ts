import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { nextTickOf } from "../../monitor/job/service.server.ts";
import { job } from "../../monitor/job/table.server.ts";

/** After the jobs of the house. */
export const order = 29;

const TARGET = "pushTask.send";

export async function base(db: Db): Promise<void> {
  const there = await db
    .select({ id: job.jobId })
    .from(job)
    .where(eq(job.invokeTarget, TARGET))
    .limit(1);
  if (there.length > 0) return;
  const row = {
    jobName: "搜索引擎推送",
    jobGroup: "SYSTEM",
    invokeTarget: TARGET,
    cronExpression: "0 2/10 * * * ?",
    status: "0",
    remark: "把新发布文章的地址告诉百度；网站设置里没有开启时不发送任何内容。",
    createBy: "system",
  };
  await db.insert(job).values({ ...row, nextTickAt: nextTickOf(row, new Date()) });
}

import { choice, text } from "#src/server/fields/fields.ts";
import { AppError } from "#src/server/http/errors.ts";
import { readTarget, type Tasks } from "#src/server/jobs/tasks.ts";
import { cronError, MAX_CRON_LENGTH, WRONG_CRON } from "./cron.ts";

/** Fields of a job that a person writes; texts and lengths: wire 4.4 and 5. */
export const FIELDS = {
  jobName: text("任务名称", { max: 64, isRequired: true }),
  jobGroup: text("任务分组", { max: 64 }),
  invokeTarget: text("调用目标字符串", { max: 500, isRequired: true }),
  cronExpression: text("Cron执行表达式", { max: MAX_CRON_LENGTH, isRequired: true }),
  misfirePolicy: choice("执行策略", ["0", "1", "2", "3"]),
  concurrent: choice("是否并发", ["0", "1"]),
  status: choice("状态", ["0", "1"]),
  remark: text("备注", { max: 500 }),
};

type Checked = { jobName: string; invokeTarget: string; cronExpression: string };

/**
 * Refuses a line that never fires and a target that is no call of the registry:
 * `新增任务'<n>'失败，<reason>`, the reason on its field as well (wire 4.7).
 */
export function checkJob(tasks: Tasks, verb: "新增" | "修改", next: Checked): void {
  const fields: Record<string, string> = {};
  const cron = cronError(next.cronExpression);
  if (cron) fields.cronExpression = cron === WRONG_CRON ? cron : `${WRONG_CRON}：${cron}`;
  const call = readTarget(tasks, next.invokeTarget);
  if ("error" in call) fields.invokeTarget = call.error;
  const [first] = [cron && WRONG_CRON, fields.invokeTarget].filter(Boolean);
  if (first) throw new AppError(`${verb}任务'${next.jobName}'失败，${first}`, { fields });
}

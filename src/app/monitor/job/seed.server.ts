import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { nextTickOf } from "./service.server.ts";
import { job } from "./table.server.ts";

export const order = 28;

type Row = Partial<typeof job.$inferInsert> &
  Pick<typeof job.$inferInsert, "jobId" | "jobName" | "invokeTarget" | "cronExpression">;

/** wire 6: the three samples, paused. */
const SAMPLES: Row[] = [
  {
    jobId: 1,
    jobName: "示例任务（无参）",
    invokeTarget: "ryTask.ryNoParams",
    cronExpression: "0/10 * * * * ?",
  },
  {
    jobId: 2,
    jobName: "示例任务（有参）",
    invokeTarget: "ryTask.ryParams('ry')",
    cronExpression: "0/15 * * * * ?",
  },
  {
    jobId: 3,
    jobName: "示例任务（多参）",
    invokeTarget: "ryTask.ryMultipleParams('ry', true, 2000L, 316.50D, 100)",
    cronExpression: "0/20 * * * * ?",
  },
];

/** What keeps the house in order; running from the first start. */
const HOUSEKEEPING: Row[] = [
  {
    jobId: 10,
    jobName: "清理过期数据",
    invokeTarget: "systemTask.sweep",
    cronExpression: "0 0/5 * * * ?",
    remark: "过期的会话、验证码、短信验证码与当天的访问记录。暂停后仍不会被接受，只是留在库中。",
  },
  {
    jobId: 11,
    jobName: "更新统计信息",
    invokeTarget: "systemTask.refreshEstimates",
    cronExpression: "0 30 4 * * ?",
    remark: "让数据库的估计与实际相符，列表与检索才快。",
  },
  {
    jobId: 12,
    jobName: "检查检索索引",
    invokeTarget: "searchTask.check",
    cronExpression: "0 0 3 * * ?",
    remark: "重新计算每篇文章的检索词，与索引不一致的改正。",
  },
  {
    jobId: 13,
    jobName: "清理登录日志",
    invokeTarget: "loginLogTask.prune(365)",
    cronExpression: "0 10 3 * * ?",
    remark: "括号中是保留的天数，不少于 180 天。",
  },
  {
    jobId: 14,
    jobName: "清理调度日志",
    invokeTarget: "jobLogTask.prune(90)",
    cronExpression: "0 20 3 * * ?",
    remark: "括号中是保留的天数。",
  },
  {
    jobId: 15,
    jobName: "导出操作日志",
    invokeTarget: "operLogTask.exportDays",
    cronExpression: "0 40 0 * * ?",
    remark: "把前一天的操作日志连同校验值写入文件存储的 audit 目录；库中的日志不删除。",
  },
];

/** The content desk's, also for an installation that is older than it. */
const CONTENT: Row[] = [
  {
    jobId: 16,
    jobName: "定时发布文章",
    invokeTarget: "articleTask.publishDue",
    cronExpression: "0 * * * * ?",
    remark: "到时的定时文章转为已发布并记入历史，到期的置顶取消。网站按时显示，不依赖本任务。",
  },
  {
    jobId: 17,
    jobName: "清空文章回收站",
    invokeTarget: "articleTask.emptyBin",
    cronExpression: "0 50 3 * * ?",
    remark: "彻底删除在回收站满 30 天的文章。",
  },
];

/** Membership's, also for an installation that is older than it. */
const MEMBERSHIP: Row[] = [
  {
    jobId: 18,
    jobName: "入会申请提醒与关闭",
    invokeTarget: "signTask.keepTime",
    cronExpression: "0 5 9 * * ?",
    remark: "待缴费和退回修改的申请在第 7、30、53 天提醒，满 60 天关闭；已有款项到账的不关闭。",
  },
];

/** Renewals', likewise. */
const RENEWALS: Row[] = [
  {
    jobId: 19,
    jobName: "续会提醒",
    invokeTarget: "renewalTask.remind",
    cronExpression: "0 15 9 * * ?",
    remark: "会籍到期前 60、30、7 天和到期后 1、30、90 天提醒会员续会，每次只提醒一遍。",
  },
];

/** What people ask for concerning their own data, likewise. */
const PERSONAL: Row[] = [
  {
    jobId: 26,
    jobName: "注销到期的账号",
    invokeTarget: "personalTask.closeAccounts",
    cronExpression: "0 20 * * * ?",
    remark:
      "申请注销满 15 天的账号，删除个人信息后注销；有未办结的申请或款项的不注销，在待办中提示。",
  },
];

/** The advisers', likewise. */
const ADVICE: Row[] = [
  {
    jobId: 27,
    jobName: "办结已答复的咨询",
    invokeTarget: "adviceTask.settle",
    cronExpression: "0 30 2 * * ?",
    remark: "答复满 15 天的咨询转为已关闭。",
  },
];

/** Activities', likewise. */
const ACTIVITIES: Row[] = [
  {
    jobId: 28,
    jobName: "活动到时办理",
    invokeTarget: "activityTask.keepTime",
    cronExpression: "0 * * * * ?",
    remark:
      "候补名额满 24 小时未确认、待缴费满 72 小时的关闭，名额依次递补；活动开始前一天和一小时提醒；到时结束。",
  },
];

/** Declarations', likewise. */
const DECLARATIONS: Row[] = [
  {
    jobId: 29,
    jobName: "申报截止提醒",
    invokeTarget: "declareTask.keepTime",
    cronExpression: "0 */10 * * * ?",
    remark: "批次截止时仍是草稿的申报，告知申报人一次；内容保留，工作人员可以为个人延时。",
  },
];

/** The end of a publicity, likewise. */
const PUBLICITY: Row[] = [
  {
    jobId: 30,
    jobName: "公示期满办理",
    invokeTarget: "declareTask.endPublicity",
    cronExpression: "0 */5 * * * ?",
    remark: "公示满 5 个工作日且没有待处理异议的申报，立项或授奖；节假日有调整的，公示期顺延。",
  },
];

const running = (row: Row, now: Date) => {
  const values = { ...row, jobGroup: "SYSTEM", status: "0", createBy: "system" };
  return { ...values, nextTickAt: nextTickOf(values, now) };
};

export async function base(db: Db): Promise<void> {
  await firstJobs(db);
  if (await isFirstTime(db, "site.contentJobs", "内容管理任务已装入")) await addJobs(db, CONTENT);
  if (await isFirstTime(db, "site.memberJobs", "会员管理任务已装入")) await addJobs(db, MEMBERSHIP);
  if (await isFirstTime(db, "site.renewalJobs", "续会任务已装入")) await addJobs(db, RENEWALS);
  if (await isFirstTime(db, "site.personalJobs", "个人信息任务已装入")) await addJobs(db, PERSONAL);
  if (await isFirstTime(db, "site.adviceJobs", "咨询任务已装入")) await addJobs(db, ADVICE);
  if (await isFirstTime(db, "site.activityJobs", "活动任务已装入")) await addJobs(db, ACTIVITIES);
  if (await isFirstTime(db, "site.declareJobs", "申报任务已装入")) await addJobs(db, DECLARATIONS);
  if (await isFirstTime(db, "site.publicityJobs", "公示任务已装入")) await addJobs(db, PUBLICITY);
}

async function addJobs(db: Db, rows: readonly Row[]): Promise<void> {
  const now = new Date();
  await db
    .insert(job)
    .values(rows.map((row) => running(row, now)))
    .onConflictDoNothing();
}

async function firstJobs(db: Db): Promise<void> {
  const there = await db.select({ id: job.jobId }).from(job).limit(1);
  if (there.length > 0) return;
  const now = new Date();
  await db
    .insert(job)
    .values([
      ...SAMPLES.map((row) => ({ ...row, createBy: "system" })),
      ...HOUSEKEEPING.map((row) => running(row, now)),
    ]);
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_job', 'job_id'), 100, false)`);
}

import { DictKind, DictTag } from "#src/office/form/dict.tsx";
import { Fact, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import { cronWords } from "./cron-words.ts";
import { type JobRow, misfireText } from "./job.ts";

/** Everything about one job, to read. */
export function Detail({ row, onClose }: { row: JobRow; onClose: () => void }) {
  return (
    <RecordDrawer title={`任务「${row.jobName}」`} onClose={onClose}>
      <Fact title="任务编号">{row.jobId}</Fact>
      <Fact title="任务分组">
        <DictKind type="sys_job_group" value={row.jobGroup} />
      </Fact>
      <Fact title="状态">
        <DictTag type="sys_job_status" value={row.status} />
      </Fact>
      <Fact title="下次执行">{row.nextTickAt ?? "—"}</Fact>
      <Fact title="调用目标" isWide>
        <code className="cr-code">{row.invokeTarget}</code>
      </Fact>
      <Fact title="Cron 表达式" isWide>
        <code className="cr-code">{row.cronExpression}</code> {cronWords(row.cronExpression)}
      </Fact>
      <Fact title="错过后">{misfireText(row.misfirePolicy)}</Fact>
      <Fact title="同时执行">{row.concurrent === "0" ? "允许" : "禁止"}</Fact>
      <Fact title="创建">
        {row.createBy} {row.createTime}
      </Fact>
      {row.remark && (
        <Fact title="备注" isWide>
          {row.remark}
        </Fact>
      )}
    </RecordDrawer>
  );
}

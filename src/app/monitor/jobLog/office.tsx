import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { DictKind, DictTag } from "#src/office/form/dict.tsx";
import { ClearLog } from "#src/office/list/clear-log.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";

type JobLogRow = {
  jobLogId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  jobMessage: string;
  status: string;
  exceptionInfo: string;
  result: string;
  tickAt: string | null;
  startTime: string | null;
  endTime: string | null;
  createTime: string;
};

const PATH = "/monitor/jobLog";
const JOB_PATH = "/monitor/job";

const ENTITY: Entity<JobLogRow> = {
  noun: "调度日志",
  unit: "条",
  path: PATH,
  permi: "monitor:job",
  id: "jobLogId",
  name: "jobName",
  nameOf: (row) => `${row.jobName} ${row.jobLogId}`,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "jobName", label: "任务名称" },
  { kind: "dict", name: "jobGroup", label: "任务分组", dict: "sys_job_group" },
  { kind: "dict", name: "status", label: "执行状态", dict: "sys_common_status" },
  { kind: "range", name: "Time", label: "执行时间" },
];

const COLUMNS: Column<JobLogRow>[] = [
  { key: "jobLogId", title: "编号", width: 90 },
  { key: "jobName", title: "任务名称" },
  {
    key: "jobGroup",
    title: "分组",
    width: 90,
    render: (row) => <DictKind type="sys_job_group" value={row.jobGroup} />,
  },
  {
    key: "invokeTarget",
    title: "调用目标",
    isExtra: true,
    render: (row) => <code className="cr-code">{row.invokeTarget}</code>,
  },
  { key: "jobMessage", title: "日志信息" },
  { key: "result", title: "结果", render: (row) => row.exceptionInfo || row.result || "—" },
  {
    key: "status",
    title: "执行状态",
    width: 110,
    render: (row) => <DictTag type="sys_common_status" value={row.status} />,
  },
  { key: "createTime", title: "执行时间", width: 180, isSortable: true },
];

/** 调度日志: the runs of one job, of all where the address says 0 or nothing. */
export default function JobLogPage() {
  const tab = useTab();
  const [read, setRead] = useState<JobLogRow>();
  const asked = Number(tab.params.jobId ?? 0);
  const jobId = Number.isSafeInteger(asked) && asked > 0 ? asked : undefined;
  const { data } = useQuery({
    queryKey: [JOB_PATH, "one", jobId],
    enabled: jobId !== undefined,
    queryFn: () =>
      call<{ data: { jobName: string } }>("GET", `${JOB_PATH}/${jobId}`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const name = data?.data.jobName;
  const { setTitle } = tab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setTitle is new with each render
  useEffect(() => {
    if (name) setTitle(`调度日志：${name}`);
  }, [name]);
  const fixed = useMemo(
    (): Record<string, string> => (jobId === undefined ? {} : { jobId: String(jobId) }),
    [jobId],
  );
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title={name ? `调度日志：${name}` : "调度日志"}
        filters={FILTERS}
        columns={COLUMNS}
        fixed={fixed}
        form={{ read: setRead }}
        actions={
          <ClearLog
            name="调度日志"
            path={PATH}
            permi="monitor:job:remove"
            text="所有任务的调度日志都会被删除，无法恢复。这次清空会记入操作日志。"
          />
        }
      />
      {read && (
        <RecordDrawer title={`调度日志 ${read.jobLogId}`} onClose={() => setRead(undefined)}>
          <Fact title="任务名称">{read.jobName}</Fact>
          <Fact title="任务分组">
            <DictKind type="sys_job_group" value={read.jobGroup} />
          </Fact>
          <Fact title="执行状态">
            <DictTag type="sys_common_status" value={read.status} />
          </Fact>
          <Fact title="触发">{read.tickAt ? `按计划 ${read.tickAt}` : "人工执行"}</Fact>
          <Fact title="开始时间">{read.startTime ?? "—"}</Fact>
          <Fact title="结束时间">{read.endTime ?? "—"}</Fact>
          <Fact title="调用目标" isWide>
            <code className="cr-code">{read.invokeTarget}</code>
          </Fact>
          <Fact title="日志信息" isWide>
            {read.jobMessage}
          </Fact>
          <Fact title="结果" isWide>
            {read.result || "—"}
          </Fact>
          {read.exceptionInfo && (
            <Fact title="异常信息" isWide>
              <LongText text={read.exceptionInfo} />
            </Fact>
          )}
        </RecordDrawer>
      )}
    </>
  );
}

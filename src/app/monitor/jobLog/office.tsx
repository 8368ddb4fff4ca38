import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#src/office/calls/http.ts";
import { DictKind, DictTag } from "#src/office/form/dict.tsx";
import type { Column, Filter } from "#src/office/list/crud-types.ts";
import { LogPage } from "#src/office/list/log-page.tsx";
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

const JOB_PATH = "/monitor/job";

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
  return (
    <LogPage
      noun="调度日志"
      title={name ? `调度日志：${name}` : "调度日志"}
      path="/monitor/jobLog"
      permi="monitor:job"
      id="jobLogId"
      name="jobName"
      filters={FILTERS}
      columns={COLUMNS}
      fixed={jobId === undefined ? {} : { jobId: String(jobId) }}
      detail={(row, onClose) => <Detail row={row} onClose={onClose} />}
      clearingText="所有任务的调度日志都会被删除，无法恢复。这次清空会记入操作日志。"
    />
  );
}

function Detail({ row, onClose }: { row: JobLogRow; onClose: () => void }) {
  return (
    <RecordDrawer title={`调度日志 ${row.jobLogId}`} onClose={onClose}>
      <Fact title="任务名称">{row.jobName}</Fact>
      <Fact title="任务分组">
        <DictKind type="sys_job_group" value={row.jobGroup} />
      </Fact>
      <Fact title="执行状态">
        <DictTag type="sys_common_status" value={row.status} />
      </Fact>
      <Fact title="触发">{row.tickAt ? `按计划 ${row.tickAt}` : "人工执行"}</Fact>
      <Fact title="开始时间">{row.startTime ?? "—"}</Fact>
      <Fact title="结束时间">{row.endTime ?? "—"}</Fact>
      <Fact title="调用目标" isWide>
        <code className="cr-code">{row.invokeTarget}</code>
      </Fact>
      <Fact title="日志信息" isWide>
        {row.jobMessage}
      </Fact>
      <Fact title="结果" isWide>
        {row.result || "—"}
      </Fact>
      {row.exceptionInfo && (
        <Fact title="异常信息" isWide>
          <LongText text={row.exceptionInfo} />
        </Fact>
      )}
    </RecordDrawer>
  );
}

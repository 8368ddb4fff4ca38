import { HistoryOutlined } from "@ant-design/icons";
import { Form, Input, Radio } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictKind, DictRadio, DictSelect } from "#src/office/form/dict.tsx";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { StatusSwitch } from "#src/office/list/status-switch.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { CronField } from "./cron-field.tsx";
import { cronWords } from "./cron-words.ts";
import { Detail } from "./detail.tsx";
import { type JobRow, MISFIRE, PATH } from "./job.ts";
import { TargetField } from "./target-field.tsx";
import "./job.css";

const ENTITY: Entity<JobRow> = {
  noun: "任务",
  path: PATH,
  permi: "monitor:job",
  id: "jobId",
  name: "jobName",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "jobName", label: "任务名称" },
  { kind: "dict", name: "jobGroup", label: "任务分组", dict: "sys_job_group" },
  { kind: "dict", name: "status", label: "任务状态", dict: "sys_job_status" },
];

const COLUMNS: Column<JobRow>[] = [
  { key: "jobId", title: "编号", width: 80 },
  { key: "jobName", title: "任务名称", isSortable: true },
  {
    key: "jobGroup",
    title: "分组",
    width: 90,
    render: (row) => <DictKind type="sys_job_group" value={row.jobGroup} />,
  },
  {
    key: "invokeTarget",
    title: "调用目标",
    render: (row) => <code className="cr-code jb-clip">{row.invokeTarget}</code>,
  },
  {
    key: "cronExpression",
    title: "执行时间",
    render: (row) => (
      <span className="jb-when">
        {cronWords(row.cronExpression) && <span>{cronWords(row.cronExpression)}</span>}
        <code className="cr-code">{row.cronExpression}</code>
      </span>
    ),
  },
  {
    key: "nextTickAt",
    title: "下次执行",
    width: 180,
    isSortable: true,
    render: (row) => row.nextTickAt ?? "—",
  },
  {
    key: "status",
    title: "状态",
    width: 80,
    render: (row) => (
      <StatusSwitch
        noun="任务"
        name={row.jobName}
        id={{ jobId: row.jobId }}
        status={row.status}
        path={PATH}
        permi="monitor:job:changeStatus"
        dict="sys_job_status"
        off={{ text: "不再按表达式执行，已经开始的会执行完。", verb: "暂停" }}
        on={{ text: `将按表达式 ${row.cronExpression} 执行。` }}
      />
    ),
  },
  { key: "remark", title: "备注", isExtra: true },
  { key: "createTime", title: "创建时间", width: 180, isExtra: true },
];

async function runOnce(row: JobRow): Promise<void> {
  const isSure = await ask({
    title: `立即执行一次「${row.jobName}」？`,
    text: "结果见调度日志。",
    ok: "执行一次",
  });
  if (!isSure) return;
  await call("PUT", `${PATH}/run`, { body: { jobId: row.jobId, jobGroup: row.jobGroup } });
  notify.success(`「${row.jobName}」已开始执行`);
}

/** 定时任务 (menu row 110). */
export default function JobPage() {
  const tab = useTab();
  const [read, setRead] = useState<JobRow>();
  const actionsOf = (_row: JobRow, regular: readonly RowAction<JobRow>[]) => {
    const own: RowAction<JobRow>[] = [
      {
        key: "run",
        label: "执行一次",
        permi: "monitor:job:changeStatus",
        // The refusal is on the screen already.
        run: (row) => void runOnce(row).catch(() => undefined),
      },
      {
        key: "log",
        label: "调度日志",
        permi: "monitor:job:list",
        run: ({ jobId }) => tab.open(`/monitor/job-log/index/${jobId}`),
      },
      { key: "detail", label: "任务详细", permi: "monitor:job:query", run: setRead },
    ];
    const [edit, ...rest] = regular;
    return [...(edit ? [edit] : []), ...own, ...rest];
  };
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="定时任务"
        filters={FILTERS}
        columns={COLUMNS}
        rowActions={actionsOf}
        actions={
          <BarButton
            icon={<HistoryOutlined aria-hidden />}
            label="调度日志"
            onClick={() => tab.open("/monitor/job-log/index/0")}
          />
        }
        form={{
          width: 640,
          names: [
            "jobName",
            "jobGroup",
            "invokeTarget",
            "cronExpression",
            "misfirePolicy",
            "concurrent",
            "status",
            "remark",
          ],
          initial: { jobGroup: "DEFAULT", misfirePolicy: "1", concurrent: "1" },
          fields: (row) => <Fields isNew={row === undefined} />,
        }}
      />
      {read && <Detail row={read} onClose={() => setRead(undefined)} />}
    </>
  );
}

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      <Form.Item
        name="jobName"
        label={<Ruled label="任务名称" rule="最多 64 个字符" />}
        rules={textRules("任务名称", 64)}
      >
        <Input maxLength={70} />
      </Form.Item>
      <Form.Item name="jobGroup" label="任务分组">
        <DictSelect type="sys_job_group" label="任务分组" />
      </Form.Item>
      <Form.Item
        name="invokeTarget"
        label={<Ruled label="调用目标" rule="只能是列出的任务；文字参数写在引号中" />}
        rules={textRules("调用目标字符串", 500)}
      >
        <TargetField />
      </Form.Item>
      <Form.Item
        name="cronExpression"
        label={<Ruled label="Cron 表达式" rule="按北京时间" />}
        rules={textRules("Cron执行表达式", 255)}
      >
        <CronField />
      </Form.Item>
      <Form.Item
        name="misfirePolicy"
        label={<Ruled label="错过后" rule="停机或上一次未结束，晚了一分钟以上时" />}
      >
        <Radio.Group
          className="jb-lines"
          options={MISFIRE.map(({ value, label, hint }) => ({
            value,
            label: `${label}（${hint}）`,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="concurrent"
        label={<Ruled label="同时执行" rule="上一次没有结束时，下一次能否开始" />}
      >
        <Radio.Group
          options={[
            { value: "0", label: "允许" },
            { value: "1", label: "禁止" },
          ]}
        />
      </Form.Item>
      {isNew ? (
        <p className="o-note">新任务先处于暂停状态，确认无误后在列表中启用。</p>
      ) : (
        <Form.Item name="status" label="状态">
          <DictRadio type="sys_job_status" />
        </Form.Item>
      )}
      <RemarkItem />
    </>
  );
}

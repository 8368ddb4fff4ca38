import { Switch } from "antd";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { type JobRow, PATH } from "./job.ts";

/** Runs by its line or paused, to be switched after a question. */
export function StatusSwitch({ row }: { row: JobRow }) {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  if (!can.permi(["monitor:job:changeStatus"])) {
    return <DictTag type="sys_job_status" value={row.status} />;
  }
  const isOn = row.status === "0";
  const verb = isOn ? "暂停" : "启用";
  const turn = async () => {
    const isSure = await ask({
      title: `${verb}任务「${row.jobName}」？`,
      text: isOn
        ? "不再按表达式执行，已经开始的会执行完。"
        : `将按表达式 ${row.cronExpression} 执行。`,
      ok: verb,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await call("PUT", `${PATH}/changeStatus`, {
        body: { jobId: row.jobId, status: isOn ? "1" : "0" },
      });
      notify.success(`已${verb}任务「${row.jobName}」`);
    } finally {
      setBusy(false);
      await tellChange([PATH]);
    }
  };
  return (
    <Switch
      size="small"
      checked={isOn}
      loading={isBusy}
      aria-label={`启用「${row.jobName}」`}
      // The refusal is on the screen already.
      onChange={() => void turn().catch(() => undefined)}
    />
  );
}

import { Button, Input } from "antd";
import { useState } from "react";
import { CronDialog } from "./cron-dialog.tsx";
import { NextTicks } from "./next-ticks.tsx";
import "./job.css";

/** The line of a job, typed or put together, with its meaning and its next ticks below. */
export function CronField({
  id,
  value = "",
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (line: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="jb-cron">
        <Input
          {...(id ? { id } : {})}
          className="cr-code"
          maxLength={260}
          placeholder="秒 分 时 日 月 周，如 0 0 2 * * ?"
          value={value}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button onClick={() => setOpen(true)}>生成表达式</Button>
      </div>
      <NextTicks line={value} />
      {isOpen && (
        <CronDialog
          line={value}
          onClose={() => setOpen(false)}
          onChoose={(line) => {
            setOpen(false);
            onChange?.(line);
          }}
        />
      )}
    </>
  );
}

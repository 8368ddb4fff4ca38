import { Switch } from "antd";
import { useState } from "react";
import type { Permission } from "../../lib/menu/permission.ts";
import { useCan } from "../account/can.tsx";
import { call } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { DictTag } from "../form/dict.tsx";

/**
 * In use or not (`status` 0 or 1), switched by `PUT <path>/changeStatus` after a question that says
 * what it means; for those who may not switch it only says so.
 */
export function StatusSwitch({
  noun,
  name,
  id,
  status,
  path,
  permi,
  isFixed = false,
  dict = "sys_normal_disable",
  off,
  on,
}: {
  /** 用户, 角色. */
  noun: string;
  name: string;
  /** Key and number of the row in the call. */
  id: Record<string, number>;
  status: string;
  path: string;
  permi: Permission;
  /** This row is nobody's to switch. */
  isFixed?: boolean;
  dict?: string;
  /** What switching it off means, its verb where that is not 停用, and whether it hurts somebody. */
  off: { text: string; verb?: string; isDanger?: boolean };
  /** What switching it on means. */
  on: { text: string };
}) {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  if (isFixed || !can.permi([permi])) return <DictTag type={dict} value={status} />;
  const isOn = status === "0";
  const { text, verb = "停用", isDanger = false } = isOn ? off : { ...on, verb: "启用" };
  const turn = async () => {
    const isSure = await ask({ title: `${verb}${noun}「${name}」？`, text, ok: verb, isDanger });
    if (!isSure) return;
    setBusy(true);
    try {
      await call("PUT", `${path}/changeStatus`, { body: { ...id, status: isOn ? "1" : "0" } });
      notify.success(`已${verb}${noun}「${name}」`);
    } finally {
      setBusy(false);
      await tellChange([path]);
    }
  };
  return (
    <Switch
      size="small"
      checked={isOn}
      loading={isBusy}
      aria-label={`启用「${name}」`}
      // The refusal is on the screen already.
      onChange={() => void turn().catch(() => undefined)}
    />
  );
}

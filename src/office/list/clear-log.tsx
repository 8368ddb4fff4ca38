import { DeleteOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import type { Permission } from "../../lib/menu/permission.ts";
import { Can } from "../account/can.tsx";
import { call } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";

/** Empties a log's list, after a question that says what stays. */
export function ClearLog({
  name,
  path,
  permi,
  text,
}: {
  /** 操作日志, 登录日志. */
  name: string;
  path: string;
  permi: Permission;
  text: string;
}) {
  const clearing = useMutation({
    mutationFn: () => call("DELETE", `${path}/clean`),
    onSuccess: async () => {
      notify.success(`${name}已清空`);
      await tellChange([path]);
    },
  });
  const clear = async () => {
    const isSure = await ask({ title: `清空${name}？`, text, ok: "清空", isDanger: true });
    if (isSure) clearing.mutate();
  };
  return (
    <Can permi={[permi]}>
      <Button
        danger
        icon={<DeleteOutlined aria-hidden />}
        loading={clearing.isPending}
        onClick={() => void clear()}
      >
        清空
      </Button>
    </Can>
  );
}

import { DeleteOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import { call } from "../calls/http.ts";
import { ask, notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";

/** Drops every copy on every process. */
export function ClearCaches() {
  const clearing = useMutation({
    mutationFn: () => call("DELETE", "/monitor/cache/clearCacheAll"),
    onSuccess: async () => {
      notify.success("全部缓存已清除，各进程会重新读取");
      await tellChange(["/monitor/cache"]);
    },
  });
  const clear = async () => {
    const isSure = await ask({
      title: "清除全部缓存？",
      text: "网站页面、参数、字典等副本会在各进程上重新读取，短时间内访问会变慢。登录会话、验证码和账户锁定不受影响。",
      ok: "清除",
      isDanger: true,
    });
    if (isSure) clearing.mutate();
  };
  return (
    <Button
      danger
      icon={<DeleteOutlined aria-hidden />}
      loading={clearing.isPending}
      onClick={() => void clear()}
    >
      清除全部缓存
    </Button>
  );
}

import { useMutation } from "@tanstack/react-query";
import { Button } from "antd";
import type { NounWith } from "../../lib/menu/permission.ts";
import { Can } from "../account/can.tsx";
import { call } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";

/** Has every process read the rows again: for what was changed beside the program. */
export function RefreshCache({
  path,
  permi,
  changes,
}: {
  path: string;
  permi: NounWith<"remove">;
  /** Query key of what pages keep of it. */
  changes: string[];
}) {
  const refresh = useMutation({
    mutationFn: () => call("DELETE", `${path}/refreshCache`),
    onSuccess: async () => {
      notify.success("缓存已刷新，全站使用最新的内容");
      await tellChange(changes);
    },
  });
  return (
    <Can permi={[`${permi}:remove`]}>
      <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
        刷新缓存
      </Button>
    </Can>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Drawer, Input } from "antd";
import { useState } from "react";
import { report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { Plan } from "../wire.ts";
import { invite, PANEL, readInvitees, tellPanels } from "./calls.ts";

/** Experts of the list who are asked to judge a batch. */
export function InviteDrawer({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const isMobile = useIsMobile();
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data } = useQuery({
    queryKey: [PANEL, "invitees", plan.batchId],
    queryFn: () => readInvitees(plan.batchId),
  });
  const { close, settle } = useCarefulClose(
    chosen.length > 0,
    { title: `放弃勾选的 ${chosen.length} 位专家？`, text: "还没有邀请，关闭后要重新勾选。" },
    onClose,
  );
  const inviting = useMutation({
    mutationFn: () => invite(plan.batchId, chosen),
    onSuccess: async ({ invited }) => {
      settle();
      notify.success(`已邀请 ${invited} 位专家`);
      onClose();
      await tellPanels();
    },
    onError: report,
  });
  const word = keyword.trim();
  const shown = (data ?? []).filter(({ name, unitName, field }) =>
    [name, unitName, field].some((text) => text.includes(word)),
  );
  const ids = shown.map(({ expertId }) => expertId);
  return (
    <Drawer
      open
      title={`邀请专家：${plan.batchName}`}
      size={isMobile ? "100%" : 560}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">{`已选 ${chosen.length} 位专家`}</span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={inviting.isPending}
            onClick={() => inviting.mutate()}
          >
            邀请
          </Button>
        </div>
      }
    >
      <Input
        aria-label="查找专家"
        placeholder="姓名、单位或研究领域"
        value={keyword}
        allowClear
        onChange={({ target }) => setKeyword(target.value)}
      />
      {data && shown.length === 0 ? (
        <p className="pn-none">
          {word ? "没有符合的专家。" : "名单里的专家都已邀请；可以先到“评审专家”增加。"}
        </p>
      ) : (
        <>
          <Checkbox
            className="pn-all"
            checked={ids.length > 0 && ids.every((id) => chosen.includes(id))}
            onChange={({ target }) =>
              setChosen(
                target.checked
                  ? [...new Set([...chosen, ...ids])]
                  : chosen.filter((id) => !ids.includes(id)),
              )
            }
          >
            {`全选 ${ids.length} 位`}
          </Checkbox>
          <ul className="pn-choices">
            {shown.map(({ expertId, name, unitName, field }) => (
              <li key={expertId}>
                <Checkbox
                  checked={chosen.includes(expertId)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked
                        ? [...chosen, expertId]
                        : chosen.filter((id) => id !== expertId),
                    )
                  }
                >
                  <b>{name}</b>
                  <span className="pn-note">{`${unitName} · ${field}`}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  );
}

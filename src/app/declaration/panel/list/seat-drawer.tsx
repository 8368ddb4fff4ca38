import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Drawer, Radio } from "antd";
import { useState } from "react";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { ProgressItem } from "../wire.ts";
import { assign, PANEL, readChoices, tellPanels } from "./calls.ts";

/** An expert for one declaration, chosen by hand; who must not judge it says why. */
export function SeatDrawer({
  batchId,
  item,
  reviewId,
  onClose,
}: {
  batchId: number;
  item: ProgressItem;
  /** The review whose expert is replaced. */
  reviewId: number | undefined;
  onClose: () => void;
}) {
  const isMobile = useIsMobile();
  const [panelId, setPanelId] = useState<number>();
  const [problem, setProblem] = useState("");
  const { data } = useQuery({
    queryKey: [PANEL, "choices", batchId, item.id],
    queryFn: () => readChoices(batchId, item.id),
  });
  const replaced = item.seats.find(({ id }) => id === reviewId);
  const { close, settle } = useCarefulClose(
    panelId !== undefined,
    { title: "放弃选择的专家？", text: "还没有分配，关闭后要重新选择。" },
    onClose,
  );
  const giving = useMutation({
    mutationFn: (id: number) => assign(item.id, id, reviewId),
    onSuccess: async () => {
      settle();
      notify.success("已分配，并通知了专家");
      onClose();
      await tellPanels();
    },
    onError: (error) => {
      const [first] = Object.values(fieldTexts(error) ?? {});
      if (first) setProblem(first);
      else report(error);
    },
  });
  return (
    <Drawer
      open
      title={replaced ? `更换专家：${replaced.name}` : "增加专家"}
      size={isMobile ? "100%" : 520}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          {problem ? (
            <span className="o-problem" role="alert">
              {problem}
            </span>
          ) : null}
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={panelId === undefined}
            loading={giving.isPending}
            onClick={() => panelId !== undefined && giving.mutate(panelId)}
          >
            分配
          </Button>
        </div>
      }
    >
      <p>{`${item.itemNo} ${item.title}`}</p>
      {data && data.length === 0 ? (
        <p className="pn-none">还没有专家接受邀请。</p>
      ) : (
        <Radio.Group
          className="pn-choices"
          aria-label="专家"
          value={panelId ?? null}
          onChange={({ target }) => {
            setPanelId(Number(target.value));
            setProblem("");
          }}
        >
          {data?.map((each) => (
            <Radio key={each.panelId} value={each.panelId} disabled={each.refusal !== ""}>
              <b>{each.name}</b>
              <span className="pn-note">{`${each.unitName} · ${each.field} · 已有 ${each.load} 件`}</span>
              {each.refusal ? <span className="pn-late">{each.refusal}</span> : null}
            </Radio>
          ))}
        </Radio.Group>
      )}
    </Drawer>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import type { Arranged, PanelRow, ProgressItem } from "../wire.ts";
import { arrange, PANEL, readProgress, remind, tellPanels } from "./calls.ts";
import { ExpertTable } from "./expert-table.tsx";
import { InviteDrawer } from "./invite-drawer.tsx";
import { ItemTable } from "./item-table.tsx";
import { PlanDrawer } from "./plan-drawer.tsx";
import { RemoveDrawer } from "./remove-drawer.tsx";
import { SeatDrawer } from "./seat-drawer.tsx";

type Opened =
  | { kind: "plan" | "invite" }
  | { kind: "remove"; expert: PanelRow }
  | { kind: "seat"; item: ProgressItem; reviewId?: number };

/** 评审进度: experts and declarations of a batch, with all that the secretariat does about them. */
export default function ProgressView({ batchId }: { batchId: number }) {
  const can = useCan();
  const [opened, setOpened] = useState<Opened>();
  const [short, setShort] = useState<Arranged>();
  const { data, error, refetch } = useQuery({
    queryKey: [PANEL, "progress", batchId],
    queryFn: () => readProgress(batchId),
    meta: { isQuiet: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { plan, experts, items, isOverdue } = data;
  const asked = items.length * plan.reviewers;
  const done = items.reduce((sum, item) => sum + item.done, 0);
  const lacking = items.filter(({ missing }) => missing > 0).length;
  const waiting = experts.filter(({ state, open }) => state === 0 || (state === 1 && open > 0));
  const close = () => setOpened(undefined);

  const spread = async () => {
    const isSure = await ask({
      title: `为 ${lacking} 件申报分配专家？`,
      text: `每件 ${plan.reviewers} 位，每人最多 ${plan.perExpert} 件；本单位、共同申报和回避的自动排除，已分配的不变。`,
      ok: "均衡分配",
    });
    if (!isSure) return;
    try {
      const answer = await arrange(batchId);
      if (answer.short.length > 0) setShort(answer);
      else notify.success(`已分配 ${answer.given} 人次，并通知了专家`);
      await tellPanels();
    } catch (failure) {
      report(failure);
    }
  };
  const remindAll = async (rows: readonly PanelRow[]) => {
    try {
      const { told, refusals } = await remind(rows.map(({ id }) => id));
      const rest = refusals.length > 0 ? `；${refusals.length} 位没有提醒：${refusals[0]}` : "";
      notify.success(`已提醒 ${told} 位专家${rest}`);
      await tellPanels();
    } catch (failure) {
      report(failure);
    }
  };
  return (
    <>
      <section className="pn-card pn-sum" aria-label="概况">
        <dl>
          <div>
            <dt>评审中的申报</dt>
            <dd>{`${items.length} 件`}</dd>
          </div>
          <div>
            <dt>已收到意见</dt>
            <dd>{`${done} / ${asked} 份`}</dd>
          </div>
          <div data-warn={lacking > 0 ? "" : undefined}>
            <dt>专家不足</dt>
            <dd>{`${lacking} 件`}</dd>
          </div>
          <div data-warn={isOverdue ? "" : undefined}>
            <dt>评审截止</dt>
            <dd>
              {plan.dueAt ? `${plan.dueAt.slice(0, 16)}${isOverdue ? "，已过" : ""}` : "未设置"}
            </dd>
          </div>
        </dl>
        <p className="pn-ways">
          {can.permi(["declare:panel:edit"]) ? (
            <Button onClick={() => setOpened({ kind: "plan" })}>评审设置</Button>
          ) : null}
          {can.permi(["declare:panel:invite"]) ? (
            <>
              <Button onClick={() => setOpened({ kind: "invite" })}>邀请专家</Button>
              <Button disabled={waiting.length === 0} onClick={() => void remindAll(waiting)}>
                {`提醒未完成的专家 ${waiting.length}`}
              </Button>
            </>
          ) : null}
          {can.permi(["declare:panel:assign"]) ? (
            <Button type="primary" disabled={lacking === 0} onClick={() => void spread()}>
              均衡分配
            </Button>
          ) : null}
        </p>
      </section>
      <ExpertTable
        rows={experts}
        perExpert={plan.perExpert}
        isOverdue={isOverdue}
        onRemind={(row) => void remindAll([row])}
        onRemove={(expert) => setOpened({ kind: "remove", expert })}
      />
      <ItemTable
        rows={items}
        reviewers={plan.reviewers}
        onAdd={(item) => setOpened({ kind: "seat", item })}
        onReplace={(item, reviewId) => setOpened({ kind: "seat", item, reviewId })}
      />
      {opened?.kind === "plan" ? <PlanDrawer plan={plan} onClose={close} /> : null}
      {opened?.kind === "invite" ? <InviteDrawer plan={plan} onClose={close} /> : null}
      {opened?.kind === "remove" ? <RemoveDrawer expert={opened.expert} onClose={close} /> : null}
      {opened?.kind === "seat" ? (
        <SeatDrawer
          batchId={batchId}
          item={opened.item}
          reviewId={opened.reviewId}
          onClose={close}
        />
      ) : null}
      {short ? (
        <RefusedDialog
          title={`已分配 ${short.given} 人次，${short.short.length} 件专家不足`}
          refused={short.short.map(({ itemId, itemNo, title, why }) => ({
            id: itemId,
            name: `${itemNo} ${title}`,
            reason: why,
          }))}
          onClose={() => setShort(undefined)}
        />
      ) : null}
    </>
  );
}

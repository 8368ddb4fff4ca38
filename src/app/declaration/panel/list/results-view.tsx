import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { saveFile } from "#src/office/list/export-file.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import type { ResultRow } from "../wire.ts";
import { PANEL, rankAll, readResults, tellPanels } from "./calls.ts";

type Outcome = { done: number; refused: { id: number; name: string; reason: string }[] };

/** 评审结果: the ranking, its sheet, and the step to the committee. */
export default function ResultsView({ batchId }: { batchId: number }) {
  const can = useCan();
  const [outcome, setOutcome] = useState<Outcome>();
  const { data, error, refetch } = useQuery({
    queryKey: [PANEL, "results", batchId],
    queryFn: () => readResults(batchId),
    meta: { isQuiet: true },
  });
  const closing = useMutation({
    mutationFn: (rows: readonly ResultRow[]) => rankAll(rows.map(({ id }) => id)),
    onSuccess: async (results, rows) => {
      const refused = results
        .filter(({ ok }) => !ok)
        .map(({ id, msg }) => ({
          id,
          name: rows.find((row) => row.id === id)?.title ?? String(id),
          reason: msg,
        }));
      if (refused.length > 0) setOutcome({ done: results.length - refused.length, refused });
      else notify.success(`${results.length} 件已转终审`);
      await tellPanels();
    },
    onError: report,
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const { rows, reviewers } = data;
  const judged = rows.filter(({ state }) => state === DECLARE_CODES.expert);
  const ready = judged.filter(({ count }) => count >= reviewers);
  const close = async () => {
    const left = judged.length - ready.length;
    const isSure = await ask({
      title: `结束 ${ready.length} 件的专家评审，转终审？`,
      text: `转终审后，专家不能再提交或修改评分。${
        left > 0 ? `另有 ${left} 件意见不足 ${reviewers} 份，继续评审。` : ""
      }`,
      ok: "转终审",
    });
    if (isSure) closing.mutate(ready);
  };
  return (
    <section className="pn-card">
      <h2>
        {`评审结果（${rows.length} 件）`}
        <span className="pn-ways">
          {can.permi(["declare:panel:export"]) ? (
            <Button
              disabled={rows.length === 0}
              onClick={() =>
                void saveFile(`${PANEL}/export`, { batchId: String(batchId) }, "评审结果")
              }
            >
              导出排名
            </Button>
          ) : null}
          {can.permi(["declare:item:decide"]) ? (
            <Button
              type="primary"
              disabled={ready.length === 0}
              loading={closing.isPending}
              onClick={() => void close()}
            >
              {`结束评审，转终审 ${ready.length} 件`}
            </Button>
          ) : null}
        </span>
      </h2>
      <p className="pn-note">
        标准化得分把每位专家的打分按其本人的平均分和离散程度折算到全批次的尺度，消除宽严差异；同分依次看平均分、分差和权重最高的一项。分差达到
        20 分的请复核。
      </p>
      {rows.length === 0 ? (
        <p className="pn-none">本批次还没有进入专家评审的申报。</p>
      ) : (
        <div className="pn-scroll">
          <table>
            <thead>
              <tr>
                {[
                  "名次",
                  "题目",
                  "类别",
                  "单位",
                  "标准化得分",
                  "平均分",
                  "分差",
                  "各专家分数",
                  "状态",
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="pn-num">{row.place || "—"}</td>
                  <th scope="row">
                    <ShellLink to={`/declaration/detail/${row.id}`} title={row.title}>
                      {row.title}
                    </ShellLink>
                    <span className="pn-note">{row.itemNo}</span>
                  </th>
                  <td>{row.category}</td>
                  <td>{row.unitName}</td>
                  <td className="pn-num">
                    <b>{row.score || "—"}</b>
                  </td>
                  <td className="pn-num">{row.mean || "—"}</td>
                  <td className="pn-num">
                    {row.spread || "—"}
                    {row.isWide ? <span className="pn-late">请复核</span> : null}
                  </td>
                  <td>{row.totals.join("、") || "—"}</td>
                  <td>
                    {row.stateName}
                    {row.count < reviewers ? (
                      <span className="pn-note">{`${row.count} / ${reviewers} 份`}</span>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {outcome ? (
        <RefusedDialog
          title={`转终审 ${outcome.done} 件，${outcome.refused.length} 件未办理`}
          refused={outcome.refused}
          onClose={() => setOutcome(undefined)}
        />
      ) : null}
    </section>
  );
}

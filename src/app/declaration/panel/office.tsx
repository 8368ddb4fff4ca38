import { useQuery } from "@tanstack/react-query";
import { Segmented, Select } from "antd";
import { lazy, Suspense, useState } from "react";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { PANEL, readBatches } from "./list/calls.ts";
import "#src/office/shell/desk-page.css";
import "#src/office/list/parts.css";
import "./list/panel.css";

// Most days one looks at how far it is; the ranking comes at the end.
const ProgressView = lazy(() => import("./list/progress-view.tsx"));
const ResultsView = lazy(() => import("./list/results-view.tsx"));

const VIEWS = [
  { value: "progress", label: "评审进度" },
  { value: "results", label: "评审结果" },
] as const;

/** 专家评审 (menu row 2704): who judges what in a batch, how far it is, and what came of it. */
export default function Panels() {
  const [chosen, setChosen] = useState<number>();
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("progress");
  const { data, error, refetch } = useQuery({
    queryKey: [PANEL, "batches"],
    queryFn: readBatches,
    meta: { isQuiet: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  // Until one is chosen it is the newest one that is with its experts.
  const batchId = chosen ?? (data.find(({ waiting }) => waiting > 0) ?? data[0])?.id;
  return (
    <div className="pn-page">
      <header className="pn-head">
        <h1>专家评审</h1>
        <Select
          aria-label="批次"
          className="pn-batch"
          value={batchId ?? null}
          placeholder="还没有批次"
          options={data.map(({ id, batchName, waiting }) => ({
            value: id,
            label: waiting > 0 ? `${batchName}（评审中 ${waiting} 件）` : batchName,
          }))}
          onChange={(next: number) => setChosen(next)}
        />
        <Segmented aria-label="查看" options={[...VIEWS]} value={view} onChange={setView} />
      </header>
      {batchId === undefined ? (
        <p className="pn-none">发布申报批次后，在这里邀请专家、分配申报并查看进度。</p>
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          {view === "progress" ? (
            <ProgressView key={batchId} batchId={batchId} />
          ) : (
            <ResultsView key={batchId} batchId={batchId} />
          )}
        </Suspense>
      )}
    </div>
  );
}

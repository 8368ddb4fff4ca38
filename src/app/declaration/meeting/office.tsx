import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { MEETING, readBatches } from "./desk/calls.ts";
import { SheetView } from "./desk/sheet-view.tsx";
import "#src/office/shell/desk-page.css";
import "#src/office/list/parts.css";
import "./desk/meeting.css";

/** 终审会议 (menu row 2705): the committee of a batch, from the frozen ranking to what its resolution leads to. */
export default function Meetings() {
  const [chosen, setChosen] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: [MEETING, "batches"],
    queryFn: readBatches,
    meta: { isQuiet: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const batchId = chosen ?? data[0]?.id;
  return (
    <div className="pn-page">
      <header className="pn-head">
        <h1>终审会议</h1>
        <Select
          aria-label="批次"
          className="pn-batch"
          value={batchId ?? null}
          placeholder="还没有批次"
          options={data.map(({ id, batchName, waiting }) => ({
            value: id,
            label: waiting > 0 ? `${batchName}（待终审 ${waiting} 件）` : batchName,
          }))}
          onChange={(next: number) => setChosen(next)}
        />
      </header>
      {batchId === undefined ? (
        <p className="pn-none">发布申报批次并结束专家评审后，在这里召开终审会议。</p>
      ) : (
        <SheetView key={batchId} batchId={batchId} />
      )}
    </div>
  );
}

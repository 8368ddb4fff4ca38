import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { useLook } from "#src/office/list/crud-tools.tsx";
import { type Entity, idOf } from "#src/office/list/crud-types.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { SavedFilters } from "#src/office/list/saved-filters.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import type { QueueRow } from "../wire.ts";
import { applicationPath, readCounts, readLevels, SIGN } from "./calls.ts";
import { type BulkOutcome, ListBulk } from "./list-bulk.tsx";
import { CardFacts, COLUMNS, filtersOf, IN_ROW, presetsOf } from "./list-columns.tsx";

const ENTITY: Entity<QueueRow> = {
  noun: "申请",
  unit: "份",
  path: SIGN,
  permi: "member:sign",
  id: "id",
  name: "name",
};

/** 入会审核: the queues of applications. The state, not CRUD, decides what a row allows. */
export default function ListPage() {
  const { data: levels = [] } = useQuery({
    queryKey: ["sign-levels"],
    queryFn: readLevels,
    meta: { isQuiet: true },
  });
  const list = useList<QueueRow>(ENTITY, filtersOf(levels), { isLive: true });
  const look = useLook(SIGN, COLUMNS);
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), list.question);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const { data: counts } = useQuery({
    queryKey: [SIGN, "counts"],
    queryFn: readCounts,
    meta: { isQuiet: true },
  });
  const open = (row: QueueRow) => openPath(applicationPath(row.id));
  return (
    <>
      <ListFrame
        className="sr"
        title="入会审核"
        presets={
          <SavedFilters
            page="system/sign/review/index"
            presets={presetsOf(counts)}
            query={list.values}
            onPick={list.search}
          />
        }
        inRow={IN_ROW}
        list={list}
        look={look}
        choice={{ size: choice.size, clear: choice.clear }}
        empty={{ noun: "申请", hint: "申请人提交的入会、续会申请会显示在这里。" }}
        hints={[
          [["J", "K"], "移动"],
          [["X"], "勾选"],
          [["↵"], "办理"],
        ]}
        bulk={
          choice.size > 0 && (
            <ListBulk rows={choice.rows} onClear={choice.clear} onRefused={setOutcome} />
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={ENTITY}
            columns={look.shown}
            density={look.density}
            list={list}
            choice={choice}
            hasBoxes
            actions={(row) => [
              {
                key: "open",
                // The branch may be corrected at any time: that alone is nothing to be done.
                label: row.allowed.some((step) => step !== "rebranch") ? "办理" : "查看",
                permi: "member:sign:list",
                run: open,
              },
            ]}
            onOpen={open}
            scroller={scroller}
            factsOf={(row) => <CardFacts row={row} />}
          />
        )}
      </ListFrame>
      {outcome && (
        <RefusedDialog
          title={`${outcome.label}：完成 ${outcome.done} 份，${outcome.refused.length} 份未办理`}
          refused={outcome.refused}
          onClose={() => {
            setOutcome(undefined);
            choice.clear();
          }}
        />
      )}
    </>
  );
}

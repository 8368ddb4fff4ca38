import { useRef, useState } from "react";
import { TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { useOwnQuery } from "#src/office/list/filter-state.ts";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { PickDrawer } from "#src/office/list/pick-drawer.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { COUNCIL, tellSheets } from "./calls.ts";
import type { Candidate, MeetingRow } from "./wire.ts";

const ENTITY: Entity<Candidate> = {
  noun: "申请",
  unit: "份",
  path: COUNCIL,
  permi: "member:council",
  id: "id",
  name: "name",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "名称或申请号" },
  {
    kind: "choice",
    name: "memberType",
    label: "类别",
    options: Object.entries(TYPE_NAMES).map(([value, label]) => ({ value, label })),
  },
];

const COLUMNS: Column<Candidate>[] = [
  {
    key: "name",
    title: "名称",
    render: (row) => (
      <>
        {row.name}
        {row.postponedBy && (
          <>
            <br />
            <span className="o-note">「{row.postponedBy}」延期再议</span>
          </>
        )}
      </>
    ),
  },
  { key: "kindName", title: "类别", width: 120 },
  { key: "levelName", title: "级别", width: 120 },
  { key: "submittedAt", title: "提交时间", width: 164 },
];

const MOST = 100;

/** 列入申请: applications that wait for the council and are on no sheet, to be put on this one. */
export function PickApplications({
  meeting,
  onClose,
}: {
  meeting: MeetingRow;
  onClose: () => void;
}) {
  const place = useOwnQuery();
  const list = useList<Candidate>({ path: COUNCIL, list: "candidates" }, FILTERS, { place });
  const choice = useRowChoice(list.rows, ({ id }) => id, undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);

  const put = async (close: () => void) => {
    setBusy(true);
    try {
      const { msg } = await call<{ msg: string }>("POST", `${COUNCIL}/items`, {
        body: { meetingId: meeting.id, signIds: choice.keys },
      });
      notify.success(msg);
      close();
      await tellSheets();
    } catch {
      // The refusal is on the screen already, and so is the choice.
      setBusy(false);
      list.refetch();
    }
  };

  return (
    <PickDrawer
      title={`列入「${meeting.meetingName}」`}
      noun="申请"
      unit="份"
      verb="列入"
      list={list}
      count={choice.size}
      most={MOST}
      hint="待理事会审议的申请都已列入名单。"
      isBusy={isBusy}
      run={(close) => void put(close)}
      onClose={onClose}
    >
      <ListRows
        entity={ENTITY}
        columns={COLUMNS}
        density="normal"
        list={list}
        choice={choice}
        hasBoxes
        actions={() => []}
        onOpen={({ id }) => choice.tick([id], !choice.has(id))}
        scroller={scroller}
      />
    </PickDrawer>
  );
}

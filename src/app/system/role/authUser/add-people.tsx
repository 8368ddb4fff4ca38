import { useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { idOf } from "#src/office/list/crud-types.ts";
import { useOwnQuery } from "#src/office/list/filter-state.ts";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { PickDrawer } from "#src/office/list/pick-drawer.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { ENTITY, FEW_COLUMNS, FILTERS, PATH, type Person } from "./people.tsx";

/** 添加用户: those who do not hold the role, to be chosen over several pages and given it at once. */
export function AddPeople({
  roleId,
  roleName,
  onClose,
}: {
  roleId: string;
  roleName: string;
  onClose: () => void;
}) {
  const place = useOwnQuery();
  const source = { path: PATH, list: "unallocatedList" };
  const list = useList<Person>(source, FILTERS, { fixed: { roleId }, place });
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);

  const add = async (close: () => void) => {
    setBusy(true);
    try {
      const userIds = choice.keys.join(",");
      await call("PUT", `${PATH}/selectAll`, { query: { roleId, userIds } });
      notify.success(`已将角色「${roleName}」分配给 ${choice.size} 个用户`);
      close();
      await tellChanges([PATH, "/system/user"]);
    } catch {
      // The refusal is on the screen already, and so is the choice.
      setBusy(false);
    }
  };

  return (
    <PickDrawer
      title={`为角色「${roleName}」添加用户`}
      noun="用户"
      unit="个"
      verb="添加"
      list={list}
      count={choice.size}
      hint="您管理范围内的工作人员都已拥有这个角色。"
      isBusy={isBusy}
      run={(close) => void add(close)}
      onClose={onClose}
    >
      <ListRows
        entity={ENTITY}
        columns={FEW_COLUMNS}
        density="normal"
        list={list}
        choice={choice}
        hasBoxes
        actions={() => []}
        onOpen={({ userId }) => choice.tick([userId], !choice.has(userId))}
        scroller={scroller}
      />
    </PickDrawer>
  );
}

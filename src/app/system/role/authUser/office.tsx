import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { BulkBar } from "#src/office/list/bulk-bar.tsx";
import { idOf } from "#src/office/list/crud-types.ts";
import { ListFrame } from "#src/office/list/list-frame.tsx";
import { ListRows } from "#src/office/list/list-rows.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { AddPeople } from "./add-people.tsx";
import { COLUMNS, ENTITY, FILTERS, PATH, type Person } from "./people.tsx";
import "./auth-user.css";

type Role = { roleId: number; roleName: string; roleKey: string; admin: boolean };

/** 分配用户: who holds the role in the address (static route /system/role-auth/user/:roleId). */
export default function AuthUserPage() {
  const { params, setTitle } = useTab();
  const roleId = String(params.roleId ?? "");
  const { data, error, refetch } = useQuery({
    queryKey: ["/system/role", "one", roleId],
    queryFn: () => call<{ data: Role }>("GET", `/system/role/${roleId}`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const name = data?.data.roleName;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) setTitle(`分配用户：${name}`);
  }, [name]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Holders role={data.data} />;
}

function Holders({ role }: { role: Role }) {
  const roleId = String(role.roleId);
  const source = { path: PATH, list: "allocatedList" };
  const list = useList<Person>(source, FILTERS, { fixed: { roleId } });
  const choice = useRowChoice(list.rows, (row) => idOf(ENTITY, row), list.question);
  const [isAdding, setAdding] = useState(false);
  // The administrator's role is nobody's to give or take (wire 2.4).
  const isFixed = role.admin;

  const take = async (people: readonly Person[]) => {
    const names = people.map(({ userName }) => `「${userName}」`);
    const who = people.length === 1 ? `用户${names[0]}` : `选中的 ${people.length} 个用户`;
    const listed = names.slice(0, 5).join("") + (names.length > 5 ? " 等" : "");
    const isSure = await ask({
      title: `取消${who}的角色「${role.roleName}」？`,
      text: `${people.length === 1 ? "" : listed}立即失去这个角色的权限，登录状态不变。`,
      ok: "取消授权",
      isDanger: true,
    });
    if (!isSure) return;
    const [first] = people;
    if (people.length === 1 && first) {
      await call("PUT", `${PATH}/cancel`, { body: { userId: first.userId, roleId } });
    } else {
      const userIds = people.map(({ userId }) => userId).join(",");
      await call("PUT", `${PATH}/cancelAll`, { query: { roleId, userIds } });
    }
    notify.success(`已取消${people.length === 1 ? who : ` ${people.length} 个用户`}的授权`);
    await tellChanges([PATH, "/system/user"]);
  };
  // The refusal is on the screen already.
  const tryTake = (people: readonly Person[]) => void take(people).catch(() => undefined);

  return (
    <>
      <ListFrame
        title={`分配用户：${role.roleName}`}
        name="分配用户"
        list={list}
        choice={choice}
        add={isFixed ? undefined : { label: "添加用户", run: () => setAdding(true) }}
        actions={
          <span className="au-role">
            <span className="o-note">{isFixed ? "这个角色不能调整：" : "角色"}</span>
            <b>{role.roleName}</b>
            <span className="o-kind cr-code">{role.roleKey}</span>
          </span>
        }
        empty={{ noun: "拥有这个角色的用户", hint: "添加之后会显示在这里。" }}
        bulk={
          choice.size > 0 &&
          !isFixed && (
            <BulkBar
              noun="用户"
              unit="个"
              verb="取消授权"
              count={choice.size}
              removable={choice.size}
              onClear={choice.clear}
              onRemove={() => tryTake(choice.rows)}
            />
          )
        }
      >
        {(scroller) => (
          <ListRows
            entity={ENTITY}
            columns={COLUMNS}
            density="normal"
            list={list}
            choice={choice}
            hasBoxes
            actions={() =>
              isFixed
                ? []
                : [
                    {
                      key: "cancel",
                      label: "取消授权",
                      permi: "system:role:edit",
                      run: (row) => tryTake([row]),
                    },
                  ]
            }
            onOpen={({ userId }) => choice.tick([userId], !choice.has(userId))}
            scroller={scroller}
          />
        )}
      </ListFrame>
      {isAdding && (
        <AddPeople roleId={roleId} roleName={role.roleName} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

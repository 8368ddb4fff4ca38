import { SwapOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { isEdited } from "#src/lib/id-text.ts";
import { scopeLabel } from "#src/lib/people/account-words.ts";
import { Can } from "#src/office/account/can.tsx";
import { notify } from "#src/office/calls/notify.ts";
import { columnOf, filtersOf } from "#src/office/fields/columns.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { StatusSwitch } from "#src/office/list/status-switch.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";
import { DataScope } from "./data-scope.tsx";
import { ROLE, type RoleRow } from "./fields.ts";
import { RoleEditor } from "./role-editor.tsx";

const ENTITY: Entity<RoleRow> = {
  noun: "角色",
  path: "/system/role",
  permi: "system:role",
  id: "roleId",
  name: "roleName",
  isKept: (row) => row.admin || row.roleKey === "member",
};

const FILTERS: Filter[] = [
  ...filtersOf(ROLE, "roleName", "roleKey", "status"),
  { kind: "range", name: "Time", label: "创建时间" },
];

const column = columnOf<RoleRow>(ROLE);

const COLUMNS: Column<RoleRow>[] = [
  column("roleName", { isSortable: true }),
  column("roleKey", {
    isSortable: true,
    render: (row) => (
      <span className="cr-code ro-key" title={row.roleKey}>
        {row.roleKey}
      </span>
    ),
  }),
  column("roleSort"),
  {
    key: "dataScope",
    title: "数据权限",
    width: 130,
    render: (row) => <span className="o-kind">{scopeLabel(row.dataScope)}</span>,
  },
  column("status", {
    width: 110,
    render: (row) => (
      <StatusSwitch
        noun="角色"
        name={row.roleName}
        id={{ roleId: row.roleId }}
        status={row.status}
        path={ENTITY.path}
        permi="system:role:edit"
        isFixed={row.admin}
        off={{ text: "拥有这个角色的用户立即失去它的权限，登录状态不变。", isDanger: true }}
        on={{ text: "拥有这个角色的用户立即恢复它的权限。" }}
      />
    ),
  }),
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  column("remark", { isExtra: true }),
];

const COMPARE = "/system/role-compare";

/** 角色管理 (menu row 101): the list, and in its place the editor while `?edit=` names a role. */
export default function RolePage() {
  const { query, setQuery, setTitle } = useTab();
  const [scoped, setScoped] = useState<RoleRow>();
  const edit = isEdited(query.edit) ? query.edit : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    setTitle(edit === undefined ? "角色管理" : edit === "new" ? "新增角色" : "编辑角色");
  }, [edit]);

  if (edit !== undefined) {
    return (
      <RoleEditor
        key={edit}
        roleId={edit === "new" ? undefined : Number(edit)}
        onLeave={() => setQuery({ edit: undefined })}
      />
    );
  }
  const permi = "system:role:edit";
  const users: RowAction<RoleRow> = {
    key: "users",
    label: "分配用户",
    permi,
    run: (row) => openPath(`/system/role-auth/user/${row.roleId}`),
  };
  const scope: RowAction<RoleRow> = { key: "scope", label: "数据权限", permi, run: setScoped };
  const compare: RowAction<RoleRow> = {
    key: "compare",
    label: "与其他角色对比",
    permi: "system:role:query",
    run: (row) => openPath(`${COMPARE}?ids=${row.roleId}`),
  };
  // The administrator's role is nobody's to change (wire 2.4).
  const actionsOf = (row: RoleRow, [first, ...rest]: readonly RowAction<RoleRow>[]) =>
    row.admin ? [] : [...(first ? [first] : []), users, scope, compare, ...rest];
  const open = (row: RoleRow | undefined) => {
    if (row?.admin) notify.warning("不允许操作超级管理员角色");
    else setQuery({ edit: row?.roleId ?? "new" });
  };
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="角色管理"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ open }}
        rowActions={actionsOf}
        actions={
          <Can permi={["system:role:query"]}>
            <Button icon={<SwapOutlined aria-hidden />} onClick={() => openPath(COMPARE)}>
              角色对比
            </Button>
          </Can>
        }
      />
      {scoped && <DataScope role={scoped} onClose={() => setScoped(undefined)} />}
    </>
  );
}

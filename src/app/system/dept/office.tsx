import { useQuery } from "@tanstack/react-query";
import { Input } from "antd";
import { treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { columnOf, filtersOf } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { TreePage } from "#src/office/tree/tree-page.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { DEPT, type Dept } from "./fields.ts";

const ENTITY: Entity<Dept> = {
  noun: "部门",
  path: "/system/dept",
  permi: "system:dept",
  id: "deptId",
  name: "deptName",
  isUnexported: true,
};

const column = columnOf<Dept>(DEPT);

const COLUMNS: Column<Dept>[] = [
  column("deptName"),
  column("orderNum", { width: 100, isSortable: false }),
  column("leader", { width: 130 }),
  column("phone", { width: 140 }),
  column("status", { width: 110 }),
  { key: "createTime", title: "创建时间", width: 180 },
  column("email", { isExtra: true }),
];

/** 部门管理 (menu row 103). */
export default function DeptPage() {
  return (
    <TreePage
      entity={ENTITY}
      title="部门管理"
      filters={filtersOf(DEPT, "deptName", "status")}
      columns={COLUMNS}
      parent="parentId"
      order={{ key: "orderNum", ids: "deptIds" }}
      isOpenFirst
      mayHold={(row) => row.status === "0"}
      changes={["/system/user", "/system/role"]}
      form={{
        // The name is where one begins: the place is mostly there already.
        names: ["deptName", "parentId", "orderNum", "leader", "phone", "email", "status"],
        initial: { orderNum: 0, status: "0" },
        fields: (row) => <DeptFields row={row} />,
      }}
    />
  );
}

function DeptFields({ row }: { row: Dept | undefined }) {
  return (
    <>
      <FieldItem
        of={DEPT}
        name="parentId"
        rule={row ? "不能是自己和自己的下级" : "停用的部门不能新增下级"}
      >
        <ParentSelect row={row} />
      </FieldItem>
      <FieldItem of={DEPT} name="deptName" />
      <FieldItem of={DEPT} name="orderNum" />
      <FieldItem of={DEPT} name="leader" />
      <FieldItem of={DEPT} name="phone">
        <Input type="tel" maxLength={20} />
      </FieldItem>
      <FieldItem of={DEPT} name="email">
        <Input inputMode="email" maxLength={60} />
      </FieldItem>
      <FieldItem of={DEPT} name="status" />
    </>
  );
}

/** 上级部门: all but the department itself and those below it. */
function ParentSelect({
  row,
  ...field
}: {
  row: Dept | undefined;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const { data } = useQuery({
    queryKey: [ENTITY.path, "parents", row?.deptId],
    queryFn: ({ signal }) => {
      const path = row ? `/list/exclude/${row.deptId}` : "/list";
      return call<{ data: Dept[] }>("GET", `${ENTITY.path}${path}`, { signal });
    },
  });
  return (
    <TreeSelect label={DEPT.parentId.label} nodes={placesIn(data?.data ?? [], row)} {...field} />
  );
}

const TOP = "（最上层）";

/** Where a department can hang: below each that is in use, or on top for those who see the top. */
function placesIn(depts: readonly Dept[], row: Dept | undefined): TreeNode[] {
  const nodes: TreeNode[] = treeOf(
    depts.map(({ deptId, parentId, deptName, status }) => ({
      id: deptId,
      parentId,
      label: deptName,
      disabled: status !== "0" && deptId !== row?.parentId,
    })),
  );
  const seesTop = row?.parentId === 0 || depts.some(({ parentId }) => parentId === 0);
  const known = new Set([...(seesTop ? [0] : []), ...depts.map(({ deptId }) => deptId)]);
  // The department above may lie outside of this person's scope: it has a name all the same.
  const above: TreeNode[] =
    row && !known.has(row.parentId)
      ? [{ id: row.parentId, label: row.parentName ?? String(row.parentId), disabled: true }]
      : [];
  return seesTop ? [...above, { id: 0, label: TOP, children: nodes }] : [...above, ...nodes];
}

import { useQuery } from "@tanstack/react-query";
import { Form, Input, InputNumber } from "antd";
import { treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio, DictTag } from "#src/office/form/dict.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { TreePage } from "#src/office/tree/tree-page.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";

type Dept = {
  deptId: number;
  parentId: number;
  /** Of the department above; only where one department was asked for. */
  parentName?: string | null;
  deptName: string;
  orderNum: number;
  leader: string;
  phone: string;
  email: string;
  status: string;
  createTime: string;
};

const ENTITY: Entity<Dept> = {
  noun: "部门",
  path: "/system/dept",
  permi: "system:dept",
  id: "deptId",
  name: "deptName",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "deptName", label: "部门名称" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Dept>[] = [
  { key: "deptName", title: "部门名称" },
  { key: "orderNum", title: "显示顺序", width: 100, isNumber: true },
  { key: "leader", title: "负责人", width: 130 },
  { key: "phone", title: "联系电话", width: 140 },
  {
    key: "status",
    title: "状态",
    width: 110,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180 },
  { key: "email", title: "邮箱", isExtra: true },
];

/** 部门管理 (menu row 103). */
export default function DeptPage() {
  return (
    <TreePage
      entity={ENTITY}
      title="部门管理"
      filters={FILTERS}
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
      <Form.Item
        name="parentId"
        label={
          <Ruled
            label="上级部门"
            rule={row ? "不能是自己和自己的下级" : "停用的部门不能新增下级"}
          />
        }
        rules={[{ required: true, message: "上级部门不能为空" }]}
      >
        <ParentSelect row={row} />
      </Form.Item>
      <Form.Item
        name="deptName"
        label={<Ruled label="部门名称" rule="最多 30 个字符，同一上级下不能重复" />}
        rules={textRules("部门名称", 30)}
      >
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="orderNum"
        label={<Ruled label="显示顺序" rule="同一上级下从小到大排列" />}
        rules={[{ required: true, message: "显示顺序不能为空" }]}
      >
        <InputNumber min={0} max={999_999} precision={0} />
      </Form.Item>
      <Form.Item
        name="leader"
        label={<Ruled label="负责人" rule="最多 20 个字符" />}
        rules={[{ max: 20, message: "负责人长度不能超过20个字符" }]}
      >
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={<Ruled label="联系电话" rule="最多 11 个字符" />}
        rules={[{ max: 11, message: "联系电话长度不能超过11个字符" }]}
      >
        <Input type="tel" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="email"
        label={<Ruled label="邮箱" rule="最多 50 个字符" />}
        rules={[
          { type: "email", message: "邮箱格式不正确" },
          { max: 50, message: "邮箱长度不能超过50个字符" },
        ]}
      >
        <Input inputMode="email" maxLength={60} />
      </Form.Item>
      <Form.Item name="status" label={<Ruled label="部门状态" rule="启用时，上级部门一并启用" />}>
        <DictRadio type="sys_normal_disable" />
      </Form.Item>
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
  return <TreeSelect label="上级部门" nodes={placesIn(data?.data ?? [], row)} {...field} />;
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

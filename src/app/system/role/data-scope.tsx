import { Form, Radio, type RadioGroupProps } from "antd";
import { type Ref, useImperativeHandle, useRef } from "react";
import { SCOPES } from "#src/lib/people/account-words.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { CheckTree } from "#src/office/tree/check-tree.tsx";
import type { TreeNode } from "#src/office/tree/tree-select.tsx";
import type { RoleRow } from "./fields.ts";
import "./role.css";

type Tree = { deptIds: number[]; depts: TreeNode[] };

/** 数据权限: whose data a role reaches, in a drawer. */
export function DataScope({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const { data, error, refetch } = useOpened(["/system/role", "deptTree", role.roleId], () =>
    call<Tree>("GET", `/system/role/deptTree/${role.roleId}`, { isQuiet: true }),
  );
  const save = async ({ dataScope, deptCheckStrictly, deptIds }: Record<string, unknown>) => {
    const body = { roleId: role.roleId, dataScope, deptCheckStrictly, deptIds };
    await call("PUT", "/system/role/dataScope", { body, isQuiet: true });
    onClose();
    notify.success(`已保存角色「${role.roleName}」的数据权限`);
    await tellChange(["/system/role"]);
  };
  // The drawer begins with the role's departments: it waits for them.
  if (!data && !error) return null;
  return (
    <CrudDrawer
      title={`角色「${role.roleName}」的数据权限`}
      names={["dataScope", "deptIds", "deptCheckStrictly"]}
      initial={{
        dataScope: role.dataScope,
        deptIds: data?.deptIds ?? [],
        deptCheckStrictly: role.deptCheckStrictly,
      }}
      save={save}
      onClose={onClose}
    >
      {data ? (
        <ScopeFields depts={data.depts} />
      ) : (
        <Failure error={error} onRetry={() => void refetch()} />
      )}
    </CrudDrawer>
  );
}

/** Radio buttons that the drawer can begin with: the group of the library takes no focus. */
function Scopes({ ref, ...props }: RadioGroupProps & { ref?: Ref<{ focus: () => void }> }) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => {
      const found = group.current?.querySelector<HTMLInputElement>("input:checked");
      (found ?? group.current?.querySelector("input"))?.focus();
    },
  }));
  return <Radio.Group {...props} ref={group} />;
}

function ScopeFields({ depts }: { depts: readonly TreeNode[] }) {
  const form = Form.useFormInstance();
  const dataScope = Form.useWatch<string | undefined>("dataScope");
  const isLinked = Form.useWatch<boolean | undefined>("deptCheckStrictly") ?? true;
  return (
    <>
      <Form.Item name="dataScope" label="可以看到和处理的数据">
        <Scopes
          className="ro-scopes"
          options={SCOPES.map(([value, label, hint]) => ({
            value,
            label: (
              <>
                {label}
                <span className="o-note cr-rule">{hint}</span>
              </>
            ),
          }))}
        />
      </Form.Item>
      <Form.Item name="deptCheckStrictly" hidden>
        <input type="hidden" />
      </Form.Item>
      <Form.Item
        name="deptIds"
        className="ro-depts"
        hidden={dataScope !== "2"}
        dependencies={["dataScope"]}
        rules={[
          {
            validator: async (_rule, ids: number[] | undefined) => {
              if (form.getFieldValue("dataScope") === "2" && !ids?.length) {
                throw new Error("请至少勾选一个部门");
              }
            },
          },
        ]}
      >
        <DeptTree
          depts={depts}
          isLinked={isLinked}
          // The form hears of a change only from its fields: both are told by the one that is shown.
          onLink={(isNow) => form.setFieldValue("deptCheckStrictly", isNow)}
        />
      </Form.Item>
    </>
  );
}

function DeptTree({
  depts,
  isLinked,
  onLink,
  value = [],
  onChange,
}: {
  depts: readonly TreeNode[];
  isLinked: boolean;
  onLink: (isLinked: boolean) => void;
  value?: number[];
  onChange?: (value: number[]) => void;
}) {
  return (
    <CheckTree
      label="部门"
      nodes={depts}
      value={new Set(value)}
      onChange={(next) => onChange?.([...next].sort((a, b) => a - b))}
      rule={{ isLinked, needsParents: false }}
      onLink={(isNow) => {
        onLink(isNow);
        onChange?.(value);
      }}
    />
  );
}

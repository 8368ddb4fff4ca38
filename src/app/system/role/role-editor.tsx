import { ArrowLeftOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useEffect, useMemo, useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call, fieldTexts } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { FieldItem } from "#src/office/fields/item.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { CheckTree } from "#src/office/tree/check-tree.tsx";
import { allNodes, checkNodes, inOrder } from "#src/office/tree/tree-checks.ts";
import type { TreeNode } from "#src/office/tree/tree-select.tsx";
import { ROLE, type RoleRow } from "./fields.ts";
import "./role.css";

type Values = Pick<RoleRow, "roleName" | "roleKey" | "roleSort" | "status" | "remark">;
type Menus = { checkedKeys: number[]; menus: TreeNode[] };

const NAMES = ["roleName", "roleKey", "roleSort", "status", "remark"] as const;
const LABELS: Record<keyof Values, string> = {
  roleName: ROLE.roleName.label,
  roleKey: ROLE.roleKey.label,
  roleSort: ROLE.roleSort.label,
  status: ROLE.status.short,
  remark: ROLE.remark.label,
};
const NEW_ROLE: Values = { roleName: "", roleKey: "", roleSort: 0, status: "0", remark: "" };
const PATH = "/system/role";

type Props = {
  /** undefined: a new one. */
  roleId: number | undefined;
  onLeave: () => void;
};

/** Writes a role: its facts, and the menus and permissions it gives. */
export function RoleEditor(props: Props) {
  const { roleId } = props;
  const { data, error, refetch } = useOpened([PATH, "edit", roleId ?? "new"], () =>
    readRole(roleId),
  );
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <RoleForm {...props} {...data} />;
}

type Read = { row: RoleRow | undefined; menus: TreeNode[]; held: number[] };

async function readRole(roleId: number | undefined): Promise<Read> {
  const quiet = { isQuiet: true };
  if (roleId === undefined) {
    const { data } = await call<{ data: TreeNode[] }>("GET", "/system/menu/treeselect", quiet);
    return { row: undefined, menus: data, held: [] };
  }
  const [one, tree] = await Promise.all([
    call<{ data: RoleRow }>("GET", `${PATH}/${roleId}`, quiet),
    call<Menus>("GET", `/system/menu/roleMenuTreeselect/${roleId}`, quiet),
  ]);
  const { menuCheckStrictly } = one.data;
  const held = new Set(tree.checkedKeys);
  // Linked, the answer leaves out the rows above a tick; a role never has a row without them.
  for (const { id, parents } of allNodes(checkNodes(tree.menus))) {
    if (menuCheckStrictly && held.has(id)) for (const each of parents) held.add(each);
  }
  return { row: one.data, menus: tree.menus, held: [...held] };
}

function RoleForm({ roleId, row, menus, held, onLeave }: Props & Read) {
  const [form] = useOfficeForm<Values>();
  const [saved] = useState<Values>(row ? pick(row) : NEW_ROLE);
  const [changed, setChanged] = useState<(keyof Values)[]>([]);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(held));
  const [isLinked, setLinked] = useState(row?.menuCheckStrictly ?? true);
  const tab = useTab();
  const tree = useMemo(() => checkNodes(menus), [menus]);
  const rule = { isLinked, needsParents: true };

  const added = allNodes(tree).filter(({ id }) => ticked.has(id) && !held.includes(id));
  const gone = allNodes(tree).filter(({ id }) => !ticked.has(id) && held.includes(id));
  const isDirty =
    changed.length + added.length + gone.length > 0 ||
    isLinked !== (row?.menuCheckStrictly ?? true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setDirty(isDirty), [isDirty]);
  const goBack = () => {
    tab.setDirty(false);
    onLeave();
  };

  const save = useMutation({
    mutationFn: async (values: Values) => {
      const menuIds = inOrder(tree, ticked, rule);
      const body = { ...row, ...values, menuCheckStrictly: isLinked, menuIds };
      await call(row ? "PUT" : "POST", PATH, { body, isQuiet: true });
    },
    onSuccess: async (_nothing, values) => {
      notify.success(`已${row ? "保存" : "新增"}角色「${values.roleName.trim()}」`);
      goBack();
      await tellChange([PATH]);
    },
    onError: (error) => {
      // The tree is no field of the form: its text is shown above the others.
      const text = fieldTexts(error)?.menuIds;
      if (text) notify.error(text);
      else showRefusal(form, NAMES, error);
    },
  });
  const submit = () => {
    if (!save.isPending) form.submit();
  };
  useShortcuts([{ keys: "Ctrl S", label: "保存角色", matches: withCtrl("KeyS"), run: submit }]);

  const leave = async () => {
    const isSure =
      !isDirty ||
      (await ask({
        title: "离开正在编辑的角色？",
        text: "还有没有保存的修改，离开后将丢失。",
        ok: "仍要离开",
        isDanger: true,
      }));
    if (isSure) goBack();
  };

  return (
    <div className="ro">
      <header className="ro-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回角色列表"
          onClick={() => void leave()}
        />
        <h1>{row?.roleName ?? "新增角色"}</h1>
        {row && (
          <>
            <span className="o-kind cr-code">{row.roleKey}</span>
            <DictTag type="sys_normal_disable" value={row.status} />
          </>
        )}
      </header>
      <div className="ro-main">
        <section className="o-block ro-facts" aria-labelledby={`ro-facts-${roleId}`}>
          <h2 id={`ro-facts-${roleId}`}>基本信息</h2>
          <Form
            form={form}
            layout="vertical"
            className="cr-form"
            requiredMark={false}
            scrollToFirstError={{ focus: true }}
            initialValues={saved}
            onValuesChange={(_change, all: Values) =>
              setChanged(NAMES.filter((name) => (all[name] ?? "") !== saved[name]))
            }
            onFinish={(values) => save.mutate(values)}
          >
            <RoleFields isNew={!row} isMember={row?.roleKey === "member"} />
            <button type="submit" className="o-hidden" tabIndex={-1} aria-hidden="true" />
          </Form>
        </section>
        <section className="o-block ro-menus" aria-label="菜单权限">
          <CheckTree
            label="菜单权限"
            nodes={menus}
            value={ticked}
            onChange={setTicked}
            rule={rule}
            onLink={setLinked}
            hasChips
          />
        </section>
      </div>
      <footer className="ro-foot">
        <p className="ro-diff" role="status">
          {isDirty && (
            <>
              <span className="o-note">未保存的更改：</span>
              {changed.length > 0 && <span>{changed.map((name) => LABELS[name]).join("、")}</span>}
              {added.length > 0 && <span className="ro-added">+{namesOf(added)}</span>}
              {gone.length > 0 && <span className="ro-gone">−{namesOf(gone)}</span>}
            </>
          )}
        </p>
        <Button onClick={() => void leave()}>取消</Button>
        <Button type="primary" loading={save.isPending} onClick={submit}>
          保存 <Key>Ctrl S</Key>
        </Button>
      </footer>
    </div>
  );
}

function RoleFields({ isNew, isMember }: { isNew: boolean; isMember: boolean }) {
  return (
    <>
      <FieldItem of={ROLE} name="roleName">
        <Input maxLength={40} autoFocus={isNew} />
      </FieldItem>
      <FieldItem of={ROLE} name="roleKey" {...(isMember ? { rule: "注册会员使用，不能修改" } : {})}>
        <Input maxLength={110} className="cr-code" readOnly={isMember} />
      </FieldItem>
      <FieldItem of={ROLE} name="roleSort" />
      <FieldItem of={ROLE} name="status" label={ROLE.status.short} />
      <FieldItem of={ROLE} name="remark" />
    </>
  );
}

const pick = ({ roleName, roleKey, roleSort, status, remark }: RoleRow): Values => ({
  roleName,
  roleKey,
  roleSort,
  status,
  remark,
});

/** The first few by name, the rest as a number. */
function namesOf(nodes: readonly { label: string }[]): string {
  const shown = nodes.slice(0, 3).map(({ label }) => label);
  return `${shown.join("、")}${nodes.length > 3 ? ` 等 ${nodes.length} 项` : ""}`;
}

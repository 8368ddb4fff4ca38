import { ApartmentOutlined, ImportOutlined } from "@ant-design/icons";
import { Button, Drawer } from "antd";
import { useMemo, useState } from "react";
import { idOfText } from "#src/lib/id-text.ts";
import { callName } from "#src/lib/people/account-words.ts";
import { shortTime } from "#src/lib/short-time.ts";
import { useStore } from "#src/lib/store.ts";
import { bootStore } from "#src/office/account/account.ts";
import { Can } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { Reveal } from "#src/office/form/reveal.tsx";
import { ImportDialog } from "#src/office/import/import-dialog.tsx";
import type { PreviewColumn } from "#src/office/import/import-rows.tsx";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { StatusSwitch } from "#src/office/list/status-switch.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { DeptTree, labelOf, useDeptTree } from "./dept-tree.tsx";
import { USER } from "./fields.ts";
import type { ImportRow, UserForm, UserItem } from "./people.ts";
import { ResetPassword } from "./reset-password.tsx";
import { loadForm, UserDrawer } from "./user-drawer.tsx";
import "./user.css";

const PATH = "/system/user";

const FILTERS: Filter[] = [
  { kind: "text", name: "userName", label: "用户名称" },
  { kind: "text", name: "phonenumber", label: USER.phonenumber.label },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
  { kind: "range", name: "Time", label: "创建时间" },
];

const KINDS: Readonly<Record<string, string>> = { "00": "工作人员", "01": "个人", "02": "单位" };

/** A long name leaves room for the columns behind it. */
const Clipped = ({ text }: { text: string }) => (
  <span className="us-clip" title={text}>
    {text}
  </span>
);

const columnsOf = (isFixed: (row: UserItem) => boolean): Column<UserItem>[] => [
  { key: "userName", title: "用户名称", isSortable: true },
  { key: "nickName", title: USER.nickName.label, render: (row) => <Clipped text={row.nickName} /> },
  { key: "dept", title: "部门", render: (row) => <Clipped text={row.dept?.deptName ?? "—"} /> },
  {
    key: "phonenumber",
    title: USER.phonenumber.label,
    width: 150,
    render: (row) => (
      <Reveal
        path="/system/user"
        permi="system:user:reveal"
        id={row.userId}
        field="phonenumber"
        label={USER.phonenumber.label}
        of={callName(row)}
        masked={row.phonenumber}
      />
    ),
  },
  {
    key: "userType",
    title: "类别",
    width: 80,
    render: (row) => <span className="o-kind">{KINDS[row.userType] ?? row.userType}</span>,
  },
  {
    key: "status",
    title: "状态",
    width: 70,
    render: (row) => (
      <StatusSwitch
        noun="用户"
        name={callName(row)}
        id={{ userId: row.userId }}
        status={row.status}
        path={PATH}
        permi="system:user:edit"
        isFixed={isFixed(row)}
        off={{ text: "该用户立即退出登录，启用之前不能再登录。", isDanger: true }}
        on={{ text: "启用后，该用户可以重新登录。" }}
      />
    ),
  },
  {
    key: "loginDate",
    title: "最近登录",
    width: 110,
    isSortable: true,
    render: (row) => (row.loginDate ? shortTime(row.loginDate) : "—"),
  },
  {
    key: "createTime",
    title: "创建时间",
    width: 150,
    isSortable: true,
    isExtra: true,
    render: (row) => row.createTime.slice(0, 16),
  },
  { key: "userId", title: "用户编号", width: 100, isNumber: true, isExtra: true },
  { key: "email", title: USER.email.label, isExtra: true },
  {
    key: "sex",
    title: USER.sex.short,
    width: 80,
    isExtra: true,
    render: (row) => <DictTag type="sys_user_sex" value={row.sex} />,
  },
  { key: "remark", title: "备注", isExtra: true },
];

/** 用户管理 (menu row 100). The department in the tab's query narrows the list. */
export default function UserPage() {
  const tab = useTab();
  const isMobile = useIsMobile();
  const boot = useStore(bootStore);
  const ownId = boot.state === "ready" ? boot.account.user.userId : undefined;
  const tree = useDeptTree();
  const [form, setForm] = useState<UserForm>();
  const [reset, setReset] = useState<UserItem>();
  const [isImporting, setImporting] = useState(false);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const deptId = idOfText(tab.query.deptId ?? "");
  // The administrator is nobody's to change, and nobody locks themself out (wire 4.5).
  const isOwn = (row: UserItem) => row.userId === ownId;
  const entity: Entity<UserItem> = useMemo(
    () => ({
      noun: "用户",
      path: PATH,
      permi: "system:user",
      id: "userId",
      name: "nickName",
      nameOf: callName,
      isKept: (row) => row.admin || row.userId === ownId,
    }),
    [ownId],
  );

  const open = async (row: UserItem | undefined) => {
    if (row?.admin) {
      notify.warning("不允许操作超级管理员用户");
      return;
    }
    try {
      setForm(await loadForm(row));
    } catch (error) {
      report(error);
    }
  };
  const choose = (next: number | undefined) => {
    setTreeOpen(false);
    tab.setQuery({ deptId: next, pageNum: undefined });
  };

  const actionsOf = (row: UserItem, regular: readonly RowAction<UserItem>[]) => {
    const access: RowAction<UserItem> = {
      key: "access",
      label: "查看权限",
      permi: "system:user:query",
      run: ({ userId }) => tab.open(`/system/user-access/index/${userId}`),
    };
    if (row.admin) return [access];
    const roles: RowAction<UserItem> = {
      key: "roles",
      label: "分配角色",
      permi: "system:user:edit",
      run: ({ userId }) => tab.open(`/system/user-auth/role/${userId}`),
    };
    const password: RowAction<UserItem> = {
      key: "password",
      label: "重置密码",
      permi: "system:user:resetPwd",
      run: setReset,
    };
    const [edit, ...rest] = regular;
    return [...(edit ? [edit] : []), roles, access, ...(isOwn(row) ? [] : [password]), ...rest];
  };

  const chosenName = deptId === undefined ? undefined : labelOf(tree.data?.data ?? [], deptId);
  const treePart = <DeptTree chosen={deptId} onChoose={choose} />;
  return (
    <div className="us">
      {!isMobile && (
        <aside className="o-block us-side" aria-label="部门">
          <h2>部门</h2>
          {treePart}
        </aside>
      )}
      <CrudPage
        entity={entity}
        title="用户管理"
        filters={FILTERS}
        columns={columnsOf((row) => row.admin || isOwn(row))}
        fixed={deptId === undefined ? NO_DEPT : { deptId: String(deptId) }}
        form={{ open: (row) => void open(row) }}
        rowActions={actionsOf}
        actions={
          <>
            <Can permi={["system:user:import"]}>
              <BarButton
                icon={<ImportOutlined aria-hidden />}
                label="导入"
                onClick={() => setImporting(true)}
              />
            </Can>
            {isMobile && (
              <Button
                icon={<ApartmentOutlined aria-hidden />}
                {...(deptId === undefined
                  ? {}
                  : { color: "primary" as const, variant: "outlined" as const })}
                aria-label={chosenName ? `部门：${chosenName}` : "部门"}
                onClick={() => setTreeOpen(true)}
              />
            )}
          </>
        }
      />
      {isTreeOpen && isMobile && (
        <Drawer open title="部门" placement="left" size={300} onClose={() => setTreeOpen(false)}>
          {treePart}
        </Drawer>
      )}
      {form && <UserDrawer form={form} deptId={deptId} onClose={() => setForm(undefined)} />}
      {reset && <ResetPassword row={reset} onClose={() => setReset(undefined)} />}
      {isImporting && (
        <ImportDialog
          noun="用户"
          path={PATH}
          columns={IMPORT_COLUMNS}
          onClose={() => setImporting(false)}
          onImported={() => void tellChange([PATH])}
        />
      )}
    </div>
  );
}

const IMPORT_COLUMNS: readonly PreviewColumn<ImportRow>[] = [
  { key: "userName", title: "登录名称" },
  { key: "nickName", title: "用户名称" },
  { key: "deptName", title: "部门" },
  { key: "phonenumber", title: "手机号码" },
  { key: "sex", title: "性别" },
  { key: "status", title: "状态" },
];

const NO_DEPT: Record<string, string> = {};

import { ArrowLeftOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Checkbox } from "antd";
import { useEffect, useState } from "react";
import { callName, roleProblem } from "#src/lib/people/account-words.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";

import "#src/office/list/parts.css";
import "./auth-role.css";

const PATH = "/system/user";
const LIST = "/system/user";

type Person = {
  userId: number;
  userName: string;
  nickName: string;
  phonenumber: string;
  dept: { deptName: string } | null;
  admin: boolean;
};

type Role = {
  roleId: number;
  roleName: string;
  roleKey: string;
  status: string;
  createTime: string;
  /** The user has it. */
  flag: boolean;
  /** Its permissions are among one's own. */
  grantable: boolean;
};

type Answer = { user: Person; roles: Role[] };

/** 分配角色: which roles a user has. */
export default function AuthRolePage() {
  const userId = String(useTab().params.userId);
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "authRole", userId],
    queryFn: () => call<Answer>("GET", `${PATH}/authRole/${userId}`, { isQuiet: true }),
    meta: { isQuiet: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <RoleTable key={userId} {...data} />;
}

function RoleTable({ user, roles }: Answer) {
  const tab = useTab();
  const [kept] = useState(() => roles.filter(({ flag }) => flag).map(({ roleId }) => roleId));
  const [chosen, setChosen] = useState<readonly number[]>(kept);
  const isChanged = chosen.length !== kept.length || chosen.some((id) => !kept.includes(id));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setDirty(isChanged), [isChanged]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setTitle(`分配角色：${user.nickName || user.userName}`), [user]);
  const leave = async () => {
    if (await tab.close()) tab.open(LIST);
  };
  const saving = useMutation({
    mutationFn: () =>
      call("PUT", `${PATH}/authRole?userId=${user.userId}&roleIds=${chosen.join(",")}`),
    onSuccess: async () => {
      notify.success(`已保存「${callName(user)}」的角色`);
      // Saved choices need no question.
      tab.setDirty(false);
      void leave();
      await tellChange([PATH]);
    },
  });
  const save = () => {
    if (isChanged && !saving.isPending && !user.admin) saving.mutate();
  };
  useShortcuts([{ keys: "Ctrl S", label: "保存角色", matches: withCtrl("KeyS"), run: save }]);
  const turn = (roleId: number, isOn: boolean) =>
    setChosen(isOn ? [...chosen, roleId] : chosen.filter((id) => id !== roleId));

  return (
    <div className="cr">
      <section className="o-block cr-card" aria-labelledby="ar-person">
        <header className="ar-head">
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void leave()}>
            返回
          </Button>
          <h1 id="ar-person">分配角色：{callName(user)}</h1>
          <span className="o-note">
            {[user.dept?.deptName, user.phonenumber].filter(Boolean).join(" · ")}
          </span>
        </header>
        {user.admin && <p className="ar-notice">超级管理员拥有全部权限，角色不能修改。</p>}
        <div className="cr-scroll">
          <table className="cr-table ar-roles">
            <thead>
              <tr>
                <th className="cr-check">
                  <span className="o-hidden">选择</span>
                </th>
                <th>角色名称</th>
                <th>权限字符</th>
                <th>状态</th>
                <th className="ar-wide">创建时间</th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => {
                const problem = user.admin ? "" : roleProblem(role);
                const isOn = chosen.includes(role.roleId);
                return (
                  <tr key={role.roleId} data-selected={isOn || undefined}>
                    <td className="cr-check">
                      <Checkbox
                        id={`ar-role-${role.roleId}`}
                        aria-label={role.roleName}
                        checked={isOn}
                        disabled={problem !== undefined}
                        onChange={(event) => turn(role.roleId, event.target.checked)}
                      />
                    </td>
                    <td>
                      <label htmlFor={`ar-role-${role.roleId}`}>{role.roleName}</label>
                      {problem && <span className="o-note ar-why">{problem}</span>}
                    </td>
                    <td>
                      <span className="cr-code">{role.roleKey}</span>
                    </td>
                    <td>
                      <DictTag type="sys_normal_disable" value={role.status} />
                    </td>
                    <td className="ar-wide">{role.createTime}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        <footer className="cr-bottom cr-foot ar-foot">
          <span className="o-note" role="status">
            已选 {chosen.length} 个角色{isChanged ? "，尚未保存" : ""}
          </span>
          <Button onClick={() => void leave()}>取消</Button>
          <Button
            type="primary"
            disabled={user.admin || !isChanged}
            loading={saving.isPending}
            onClick={save}
          >
            保存 <Key>Ctrl S</Key>
          </Button>
        </footer>
      </section>
    </div>
  );
}

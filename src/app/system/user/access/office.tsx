import { ArrowLeftOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Alert, Button } from "antd";
import { useEffect } from "react";
import { callName } from "#src/lib/people/account-words.ts";
import { Can } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { Access } from "./access.ts";
import { Rights } from "./rights.tsx";
import { Summary } from "./summary.tsx";
import "#src/office/list/parts.css";
import "./access.css";

const PATH = "/system/user";

/** 查看权限: the rights of the person in the address, with reasons (static route). */
export default function AccessPage() {
  const { params, setTitle } = useTab();
  const userId = String(params.userId ?? "");
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "access", userId],
    queryFn: () => call<{ data: Access }>("GET", `${PATH}/access/${userId}`, { isQuiet: true }),
    meta: { isQuiet: true },
    // Roles and menus change on other pages: shown again, it is asked again.
    staleTime: 0,
  });
  const user = data?.data.user;
  const name = user && (user.nickName || user.userName);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (name) setTitle(`查看权限：${name}`);
  }, [name]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return <Person key={userId} access={data.data} />;
}

function Person({ access }: { access: Access }) {
  const tab = useTab();
  const { user } = access;
  const leave = async () => {
    if (await tab.close()) tab.open(PATH);
  };
  return (
    <div className="ua">
      <header className="ua-head">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回用户列表"
          onClick={() => void leave()}
        />
        <h1>「{callName(user)}」能做什么</h1>
        <span className="ua-who">
          {user.deptName && <span className="o-note">{user.deptName}</span>}
          <DictTag type="sys_normal_disable" value={user.status} />
        </span>
        {!user.admin && user.isStaff && (
          <Can permi={["system:user:edit"]}>
            <Button onClick={() => tab.open(`/system/user-auth/role/${user.userId}`)}>
              分配角色
            </Button>
          </Can>
        )}
      </header>
      <Notices access={access} />
      <div className="ua-main">
        <Summary access={access} />
        <Rights access={access} />
      </div>
    </div>
  );
}

/** Facts that stand above all single rights. */
function Notices({ access: { user, secondFactor, unseen } }: { access: Access }) {
  const notices = [
    user.admin && "超级管理员拥有全部权限，能看到全部数据；不受角色、菜单和数据权限的限制。",
    !user.isStaff && "这是会员账号，不能使用管理后台，角色中的菜单权限不起作用。",
    user.status !== "0" && "账号已停用，启用之前不能登录；下面是启用后的权限。",
    user.isLocked && "密码输错次数过多，账号暂时锁定，稍后会自动解锁，也可以在登录日志中解锁。",
    secondFactor.isDemanded &&
      !secondFactor.isOn &&
      "角色要求两步验证，但还没有开启；开启之前不能使用下面的功能。",
    unseen > 0 && `另有 ${unseen} 项权限不在您自己的菜单里，没有列出。`,
  ].filter((text): text is string => typeof text === "string");
  if (notices.length === 0) return null;
  return (
    <div className="ua-notices">
      {notices.map((text) => (
        <Alert key={text} type={user.admin ? "info" : "warning"} showIcon title={text} />
      ))}
    </div>
  );
}

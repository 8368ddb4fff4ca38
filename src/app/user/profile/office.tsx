import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "#src/lib/store.ts";
import { bootStore, updateAccount } from "#src/office/account/account.ts";
import { call } from "#src/office/calls/http.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import { AvatarBlock } from "./avatar-block.tsx";
import { DataForm } from "./data-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import type { Profile } from "./profile.ts";
import { Sessions } from "./sessions.tsx";
import { TwoStep } from "./two-step.tsx";
import "./profile.css";

/** 个人中心: one's own data, and the forms that change it. */
export default function ProfilePage() {
  const { params } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: ["profile"],
    queryFn: () => call<Profile>("GET", "/system/user/profile", { isQuiet: true }),
    meta: { isQuiet: true },
  });
  const boot = useStore(bootStore);
  const shown = boot.state === "ready" ? boot.account.user : undefined;

  // The bar shows the saved data at once.
  const nickName = data?.data.nickName;
  const avatar = data?.data.avatar;
  useEffect(() => {
    if (!shown || nickName === undefined || avatar === undefined) return;
    if (shown.nickName !== nickName || shown.avatar !== avatar) {
      updateAccount({ user: { ...shown, nickName, avatar } });
    }
  }, [shown, nickName, avatar]);

  return (
    <div className="o-page">
      <h1 className="o-page-title">个人中心</h1>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <div className="pf">
          <Card profile={data} />
          <div className="pf-main">
            <DataForm profile={data.data} />
            <PasswordForm user={data.data} isAskedFor={params.activeTab === "resetPwd"} />
            <TwoStep />
            <Sessions />
          </div>
        </div>
      )}
    </div>
  );
}

function Card({ profile }: { profile: Profile }) {
  const { data, roleGroup, postGroup } = profile;
  const rows: [string, string | null | undefined][] = [
    ["登录名", data.userName],
    ["手机号码", data.phoneMasked],
    ["邮箱", data.email],
    ["所属部门", data.dept?.deptName],
    ["所属岗位", postGroup],
    ["所属角色", roleGroup],
    ["上次登录", data.loginDate?.slice(0, 16)],
    ["创建日期", data.createTime?.slice(0, 10)],
  ];
  return (
    <section className="o-block pf-card" aria-labelledby="pf-card">
      <div className="o-block-head">
        <h2 id="pf-card">个人信息</h2>
      </div>
      <AvatarBlock user={data} />
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || "—"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

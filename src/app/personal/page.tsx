import { useRef } from "react";
import { useNavigate } from "react-router";
import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { NeedsScript } from "../../site/form/form.tsx";
import { PersonalTabs } from "../../site/personal/personal-tabs.tsx";
import { callApi } from "../../site/session/http.ts";
import { leaveDevice } from "../../site/session/leave-device.ts";
import { MemberArea } from "../../site/session/member-area.tsx";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { AvatarForm } from "./avatar-form.tsx";
import { NickNameForm } from "./nick-name-form.tsx";
import "../../site/personal/personal.css";

export const handle = { cache: { query: [] } };

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "个人中心", path: "/personal", ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function PersonalPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const isLeaving = useRef(false);

  const logOut = async () => {
    isLeaving.current = true;
    // A log-out that does not reach the server still ends here.
    await callApi("POST", "/logout").catch(() => undefined);
    leaveDevice();
    void navigate("/");
  };

  return (
    <main className="wrap member-page personal">
      <h1>个人中心</h1>
      <PersonalTabs />
      <NeedsScript />
      <MemberArea
        target="/personal"
        waiting="正在读取您的资料"
        helpPhone={loaderData.phone}
        isLeaving={isLeaving}
      >
        {(user) => (
          <>
            <section aria-label="头像">
              <AvatarForm user={user} />
            </section>
            <section aria-label="昵称">
              <NickNameForm user={user} />
            </section>
            <section aria-label="账号">
              <dl>
                <div>
                  <dt>用户名</dt>
                  <dd>{user.userName}</dd>
                </div>
                <div>
                  <dt>手机号</dt>
                  <dd>{user.phoneMasked || "未绑定"}</dd>
                </div>
              </dl>
              <div className="personal-ways">
                {user.userType === "00" ? (
                  <a className="btn btn-primary" href="/workbench">
                    进入工作台
                  </a>
                ) : null}
                <button type="button" className="btn btn-outline" onClick={logOut}>
                  退出登录
                </button>
              </div>
            </section>
          </>
        )}
      </MemberArea>
    </main>
  );
}

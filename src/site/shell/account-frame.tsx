import type { ReactElement, ReactNode } from "react";
import "../form/form.css";

type FrameProps = {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
};

/** The log-in pages: a drawing where there is room for it, and the card with the form. */
export function AccountFrame({ title, lead, children }: FrameProps): ReactElement {
  return (
    <main className="account">
      <div className="wrap">
        <div className="account-art">
          <img src="/art/login.svg" alt="" width={648} height={704} />
          <div>
            <p>
              先把家里的话
              <br />
              好好说出来
            </p>
            <p>登录后可以管理个人资料，更多会员服务陆续开放</p>
          </div>
        </div>
        <div className="account-card">
          <h1>{title}</h1>
          {lead ? <p className="account-lead">{lead}</p> : null}
          {children}
        </div>
      </div>
    </main>
  );
}

/** The two texts everyone may read before they sign. */
export const AgreementLinks = () => (
  <span className="flex gap-4">
    <a className="link" href="/agreement?doc=user">
      用户协议
    </a>
    <a className="link" href="/agreement?doc=privacy">
      隐私政策
    </a>
  </span>
);

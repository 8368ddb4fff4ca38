import { useState } from "react";
import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { NeedsScript } from "../../site/form/form.tsx";
import { useAccountHref } from "../../site/session/use-go-on.ts";
import { AccountFrame } from "../../site/shell/account-frame.tsx";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { PasswordStep } from "./password-step.tsx";
import { PhoneStep } from "./phone-step.tsx";

export const handle = { cache: { query: [] } };

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "重置密码", path: "/forgetPassword", ...siteOf(matches) });

const STEPS = ["1. 验证手机号", "2. 设置新密码"];

export default function ForgetPasswordPage({ loaderData }: Route.ComponentProps) {
  const [phone, setPhone] = useState("");
  const [ticket, setTicket] = useState("");
  const [isDone, setDone] = useState(false);
  const loginHref = useAccountHref("/login");
  const step = ticket ? 1 : 0;

  if (isDone) {
    return (
      <AccountFrame title="密码已重置">
        <p className="account-lead" role="status">
          请用新密码登录。为了安全，这个账号在其他设备上的登录都已退出。
        </p>
        <div className="form">
          <a className="btn btn-primary form-submit" href={loginHref}>
            去登录
          </a>
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="重置密码">
      <ol className="steps">
        {STEPS.map((label, index) => (
          <li key={label} aria-current={index === step ? "step" : undefined}>
            {label}
          </li>
        ))}
      </ol>
      <NeedsScript />
      {ticket ? (
        <PasswordStep
          phone={phone}
          ticket={ticket}
          onDone={() => setDone(true)}
          onBack={() => setTicket("")}
        />
      ) : (
        <PhoneStep
          helpPhone={loaderData.phone}
          onProved={(proved, resetToken) => {
            setPhone(proved);
            setTicket(resetToken);
          }}
        />
      )}
      <div className="account-foot">
        <span>
          想起来了？
          <a className="link" href={loginHref}>
            返回登录
          </a>
        </span>
      </div>
    </AccountFrame>
  );
}

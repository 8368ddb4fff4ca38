import { type KeyboardEvent, useRef, useState } from "react";
import { onPage } from "../../server/page-context.ts";
import { AccountFrame, AgreementLinks } from "../../site/account-frame.tsx";
import { NeedsScript } from "../../site/form.tsx";
import { pageMeta, siteOf } from "../../site/page-meta.ts";
import { useAccountHref, useGoOn } from "../../site/use-go-on.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { MfaForm } from "./mfa-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SmsForm } from "./sms-form.tsx";

export const handle = { cache: { query: [] } };

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "登录", path: "/login", ...siteOf(matches) });

const TABS = ["密码登录", "短信登录"];

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const [active, setActive] = useState(0);
  const [phone, setPhone] = useState("");
  const [ticket, setTicket] = useState("");
  const tabs = useRef<HTMLDivElement>(null);
  const registerHref = useAccountHref("/register");
  useGoOn();

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = 1 - active;
    setActive(next);
    tabs.current?.querySelectorAll("button")[next]?.focus();
  };

  if (ticket) {
    return (
      <AccountFrame title="两步验证" lead="这个账号开启了两步验证。">
        <MfaForm ticket={ticket} onBack={() => setTicket("")} />
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="登录">
      <div role="tablist" aria-label="登录方式" className="tabs-plain" ref={tabs}>
        {TABS.map((label, index) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`login-tab-${index}`}
            aria-selected={index === active}
            aria-controls="login-panel"
            tabIndex={index === active ? 0 : -1}
            onClick={() => setActive(index)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
        ))}
      </div>
      <NeedsScript />
      <div role="tabpanel" id="login-panel" aria-labelledby={`login-tab-${active}`}>
        {active === 0 ? (
          <PasswordForm name={phone} onName={setPhone} onMfa={setTicket} />
        ) : (
          <SmsForm
            phone={phone}
            onPhone={setPhone}
            helpPhone={loaderData.phone}
            onMfa={setTicket}
          />
        )}
      </div>
      <div className="account-foot">
        <span>
          还没有账号？
          <a className="link" href={registerHref}>
            手机号注册
          </a>
        </span>
        <AgreementLinks />
      </div>
    </AccountFrame>
  );
}

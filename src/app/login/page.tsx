import { Suspense, useState } from "react";
import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { NeedsScript } from "../../site/form/form.tsx";
import { LogInWays } from "../../site/log-in/log-in-ways.tsx";
import MfaForm from "../../site/log-in/mfa-form.later.tsx";
import { useAccountHref, useGoOn } from "../../site/session/use-go-on.ts";
import { AccountFrame, AgreementLinks } from "../../site/shell/account-frame.tsx";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";

export const handle = { cache: { query: [] } };

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: "登录", path: "/login", ...siteOf(matches) });

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const [ticket, setTicket] = useState("");
  const registerHref = useAccountHref("/register");
  useGoOn();

  if (ticket) {
    return (
      <AccountFrame title="两步验证" lead="这个账号开启了两步验证。">
        <Suspense>
          <MfaForm ticket={ticket} onBack={() => setTicket("")} />
        </Suspense>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="登录">
      <NeedsScript />
      <LogInWays helpPhone={loaderData.phone} onMfa={setTicket} />
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

import type { ReactElement } from "react";
import type { VisitorUser } from "#src/site/session/session.ts";
import { Closure } from "./closure.tsx";
import { Consents } from "./consents.tsx";
import { Copies } from "./copies.tsx";
import { RECIPIENTS } from "./recipients.ts";
import "./privacy.css";

type Props = { readonly user: VisitorUser; readonly phone: string };

/** What one has agreed to, who gets one's data, a copy of it, and leaving. */
export function PrivacyArea({ user: { userId }, phone }: Props): ReactElement {
  return (
    <div className="privacy">
      <Copies userId={userId} phone={phone} />
      <Consents userId={userId} />
      <section aria-labelledby="privacy-recipients">
        <h2 id="privacy-recipients">谁会收到我的信息</h2>
        <p>学会不出售个人信息，也不把个人信息传到境外。只有下面这些情形会交给学会以外的单位：</p>
        <dl className="privacy-recipients">
          {RECIPIENTS.map(({ who, what, why }) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd>
                {what}
                <span className="own-note">{why}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Closure userId={userId} phone={phone} />
    </div>
  );
}

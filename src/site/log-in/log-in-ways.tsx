import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { PasswordForm } from "./password-form.tsx";
import { SmsForm } from "./sms-form.tsx";

const TABS = ["密码登录", "短信登录"];

type Props = {
  /** Stands in the field for the name to begin with. */
  readonly userName?: string;
  /** To call when no message comes. */
  readonly helpPhone: string;
  /** The account asks for a second factor: the ticket for it. */
  readonly onMfa: (ticket: string) => void;
};

/** The two ways to log in, of which one is shown; the session tells who is logged in then. */
export function LogInWays({ userName = "", helpPhone, onMfa }: Props): ReactElement {
  const [active, setActive] = useState(0);
  const [name, setName] = useState(userName);
  const tabs = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const next = 1 - active;
    setActive(next);
    tabs.current?.querySelectorAll("button")[next]?.focus();
  };
  return (
    <>
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
      <div role="tabpanel" id="login-panel" aria-labelledby={`login-tab-${active}`}>
        {active === 0 ? (
          <PasswordForm name={name} onName={setName} onMfa={onMfa} />
        ) : (
          <SmsForm phone={name} onPhone={setName} helpPhone={helpPhone} onMfa={onMfa} />
        )}
      </div>
    </>
  );
}

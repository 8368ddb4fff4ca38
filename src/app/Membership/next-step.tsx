import { type ReactElement, useEffect, useState } from "react";
import { LOG_IN, type Next, readNext } from "#src/site/membership/next-step.ts";
import { useVisitor } from "#src/site/session/session.ts";

/** The one button that states the next step. The page is the same for everyone; the browser fills it in. */
export function NextStep({ prepare }: { readonly prepare: string }): ReactElement {
  const { state, user } = useVisitor();
  const [own, setOwn] = useState<{ userId: number; next: Next }>();
  const userId = user?.userId;
  useEffect(() => {
    if (userId === undefined) return;
    let isHere = true;
    void readNext().then((next) => {
      if (isHere) setOwn({ userId, next });
    });
    return () => {
      isHere = false;
    };
  }, [userId]);

  const found = own && own.userId === userId ? own.next : undefined;
  // own: who is here is known, and not yet how far they are.
  const unknown = found || state === "guest" ? undefined : user ? "own" : "";
  const next = found ?? LOG_IN;
  return (
    <div className="join-next" data-unknown={unknown}>
      <div>
        <h3>{next.title}</h3>
        <p>{next.text ?? prepare}</p>
      </div>
      <div className="join-ways">
        <a className="btn btn-primary" href={next.href}>
          {next.label}
        </a>
        <a className="link" href="#fees">
          先看会费标准
        </a>
      </div>
    </div>
  );
}

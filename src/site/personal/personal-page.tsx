import type { ReactElement, ReactNode } from "react";
import { NeedsScript } from "../form/form.tsx";
import { MemberArea } from "../session/member-area.tsx";
import type { VisitorUser } from "../session/session.ts";
import { PersonalTabs } from "./personal-tabs.tsx";
import "./personal.css";

type Props = {
  readonly path: string;
  /** Said while it is not known who is here. */
  readonly waiting: string;
  readonly phone: string;
  readonly children: (user: VisitorUser) => ReactNode;
};

/** The frame of the pages below 个人中心. */
export function PersonalPage({ path, waiting, phone, children }: Props): ReactElement {
  return (
    <main className="wrap member-page personal">
      <h1>个人中心</h1>
      <PersonalTabs />
      <NeedsScript />
      <MemberArea target={path} waiting={waiting} helpPhone={phone}>
        {children}
      </MemberArea>
    </main>
  );
}

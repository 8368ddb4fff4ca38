import type { ReactElement } from "react";
import { useLocation } from "react-router";
import { ChatButton } from "../chat/chat-button.tsx";
import { isConsultationPage } from "../footer/consultation.ts";
import FooterContent from "../footer/footer-content.later.tsx";
import { Frame, type ShellProps } from "./frame.tsx";
import { Header } from "./header.tsx";
import { Kept } from "./kept.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** The public site around a page. */
export function PublicShell({ shell, children }: ShellProps): ReactElement {
  const { pathname, search } = useLocation();
  // The server sees `state` only where a page lets it through its cache; the browser always does.
  const isConsultation = useHydrated()
    ? isConsultationPage({ pathname, searchParams: new URLSearchParams(search) })
    : shell.isConsultation;
  return (
    <Frame
      header={<Header site={shell.site} menu={shell.menu} />}
      footer={
        <>
          {/* Another footer than the sent one is drawn anew. */}
          <Kept as="footer" key={String(isConsultation)} className="site-footer">
            <FooterContent {...shell} isConsultation={isConsultation} />
          </Kept>
          <ChatButton phone={shell.site.phone} chatUrl={shell.site.chatUrl} />
        </>
      }
    >
      {children}
    </Frame>
  );
}

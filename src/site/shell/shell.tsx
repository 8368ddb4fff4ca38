import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { ChatButton } from "../chat/chat-button.tsx";
import { stopReading } from "../reading/read-aloud.ts";
import { useLoginGuard } from "../session/login-guard.ts";
import { Footer, SlimFooter } from "./footer.tsx";
import { Header, PlainHeader } from "./header.tsx";
import type { ShellData } from "./site-facts.ts";
import { Toasts } from "./toast.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { useSoftLinks } from "./use-soft-links.ts";

/** The frame of the page: skip link, a line while the next page loads, the content, toasts. */
function Frame(props: {
  readonly header: ReactElement;
  readonly footer: ReactElement;
  readonly children: ReactNode;
}): ReactElement {
  const { pathname, search } = useLocation();
  // Filters and pages of a list are the same page; another article is another one.
  const page = pathname === "/article" ? pathname + search : pathname;
  const isLoading = useNavigation().state !== "idle";
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useSoftLinks();
  useLoginGuard();
  // After client navigation the focus goes to the new page, as it would with a full load.
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    stopReading();
    content.current?.focus({ preventScroll: true });
  }, [page]);
  return (
    <>
      <a href="#content" className="skip-link">
        跳到正文
      </a>
      <div className="loading-line" hidden={!isLoading} />
      {props.header}
      <div id="content" ref={content} tabIndex={-1}>
        {props.children}
      </div>
      {props.footer}
      <Toasts />
    </>
  );
}

type ShellProps = { readonly shell: ShellData; readonly children: ReactNode };

/** The public site around a page. */
export function PublicShell({ shell, children }: ShellProps): ReactElement {
  const { search } = useLocation();
  // The server sees `state` only where a page lets it through its cache; the browser always does.
  const isConsultation = useHydrated()
    ? new URLSearchParams(search).get("state") === "1"
    : shell.isConsultation;
  return (
    <Frame
      header={<Header site={shell.site} menu={shell.menu} />}
      footer={
        <>
          <Footer {...shell} isConsultation={isConsultation} />
          <ChatButton phone={shell.site.phone} chatUrl={shell.site.chatUrl} />
        </>
      }
    >
      {children}
    </Frame>
  );
}

/** Masthead and one line of footer around the log-in pages. */
export function PlainShell({ shell, children }: ShellProps): ReactElement {
  return (
    <Frame header={<PlainHeader site={shell.site} />} footer={<SlimFooter site={shell.site} />}>
      {children}
    </Frame>
  );
}
